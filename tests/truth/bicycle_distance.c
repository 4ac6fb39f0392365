/* The distance of a bivariate bicycle code, a second opinion written apart from the package.

       cc -O2 -o bicycle_distance tests/truth/bicycle_distance.c
       ./bicycle_distance 22  30 6  9,0 0,1 0,2  0,3 25,0 26,0

   Arguments: the weight W, the sizes l and m, then the exponents of the terms of a and of b, as
   many of each.  Searches all words with H_X x = 0 of at most W qubits that are no sum of rows of H_Z, and prints
   how many nodes it visited and the first word, if any.  Qubit v < l m is in the left block.

   The search is the same idea as the package's (branch on an open check), with data of its own: no
   incremental counts but a bit row a check, checks recounted at each node, and words told from
   trivial ones by elimination of the rows of H_Z at the end of a branch. */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 1024, WORDS = MOST / 64, TERMS = 16 };

static int l, m, half, n, limit;
static int terms, each, unit; /* of a check, of a qubit; a multiple of 1, 2, ..., each */
static int check_qubits[MOST][TERMS], qubit_checks[MOST][TERMS];
static int z_rows[MOST][TERMS], qubit_rows[MOST][TERMS];
static uint64_t reduced[MOST][WORDS];
static int pivot_row[MOST];
static unsigned char used[MOST], odd[MOST];
static int row_count[MOST], chosen[MOST];
static long long nodes;
static int found_weight;

static int place(int i, int j) { return (i % l + l) % l * m + (j % m + m) % m; }

static int is_trivial(int depth) {
    uint64_t word[WORDS] = {0};
    for (int k = 0; k < depth; k++) word[chosen[k] / 64] ^= 1ull << chosen[k] % 64;
    for (int q = 0; q < n; q++)
        if (word[q / 64] >> q % 64 & 1) {
            if (pivot_row[q] < 0) return 0;
            for (int w = 0; w < WORDS; w++) word[w] ^= reduced[pivot_row[q]][w];
        }
    return 1;
}

static void eliminate(void) {
    int count = 0;
    memset(pivot_row, -1, sizeof pivot_row);
    for (int r = 0; r < half; r++) {
        uint64_t row[WORDS] = {0};
        for (int t = 0; t < terms; t++) row[z_rows[r][t] / 64] ^= 1ull << z_rows[r][t] % 64;
        for (int q = 0; q < n; q++) {
            if (!(row[q / 64] >> q % 64 & 1)) continue;
            if (pivot_row[q] < 0) {
                memcpy(reduced[count], row, sizeof row);
                pivot_row[q] = count++;
                break;
            }
            for (int w = 0; w < WORDS; w++) row[w] ^= reduced[pivot_row[q]][w];
        }
    }
}

/* Visits the words that hold chosen[0..depth-1]. */
static void visit(int depth) {
    nodes++;
    for (int k = 0; k < terms; k++)
        if (row_count[qubit_rows[chosen[depth - 1]][k]] * 2 > terms) return;
    int best = -1, fewest = terms + 1, any = 0;
    long needed = 0;
    for (int c = 0; c < half; c++) {
        if (!odd[c]) continue;
        any = 1;
        int open_free = 0, most = 0;
        for (int k = 0; k < terms; k++) {
            int q = check_qubits[c][k], touches = 0;
            if (used[q]) continue;
            open_free++;
            for (int t = 0; t < each; t++) touches += odd[qubit_checks[q][t]];
            if (touches > most) most = touches;
        }
        if (!open_free) return;
        needed += unit / most;
        if (open_free < fewest) fewest = open_free, best = c;
    }
    if (!any) {
        if (!is_trivial(depth) && (!found_weight || depth < found_weight)) {
            found_weight = depth;
            printf("word of %d:", depth);
            for (int k = 0; k < depth; k++) printf(" %d", chosen[k]);
            printf("\n");
        }
        return;
    }
    if (needed > (long)unit * (limit - depth)) return;
    int tried[TERMS], count = 0;
    for (int k = 0; k < terms; k++)
        if (!used[check_qubits[best][k]]) tried[count++] = check_qubits[best][k];
    for (int k = 0; k < count && !found_weight; k++) {
        int q = tried[k];
        used[q] = 1;
        chosen[depth] = q;
        for (int t = 0; t < each; t++) odd[qubit_checks[q][t]] ^= 1;
        for (int t = 0; t < each; t++) row_count[qubit_rows[q][t]]++;
        visit(depth + 1);
        for (int t = 0; t < each; t++) odd[qubit_checks[q][t]] ^= 1;
        for (int t = 0; t < each; t++) row_count[qubit_rows[q][t]]--;
    }
    for (int k = 0; k < count; k++) used[tried[k]] = 0;
}

int main(int argc, char **argv) {
    terms = argc - 4, each = terms / 2;
    if (terms < 2 || terms % 2 || terms > TERMS)
        return fprintf(stderr, "usage: %s W l m a a a b b b, as many b as a\n", argv[0]), 2;
    for (unit = 1; each > 1; unit++) {
        int divides = 1;
        for (int k = 2; k <= each; k++) divides &= unit % k == 0;
        if (divides) break;
    }
    limit = atoi(argv[1]), l = atoi(argv[2]), m = atoi(argv[3]), half = l * m, n = 2 * half;
    if (half < 1 || n > MOST) return fprintf(stderr, "1 to %d qubits\n", MOST), 2;
    int x[TERMS], y[TERMS], filled[MOST] = {0}, in_rows[MOST] = {0};
    for (int t = 0; t < terms; t++)
        if (sscanf(argv[4 + t], "%d,%d", x + t, y + t) != 2) return 2;
    for (int i = 0; i < l; i++)
        for (int j = 0; j < m; j++)
            for (int t = 0; t < terms; t++) {
                int r = place(i, j), block = t / each * half;
                int q = block + place(i + x[t], j + y[t]);
                check_qubits[r][t] = q;
                qubit_checks[q][filled[q]++] = r;
                int s = (t + each) % terms; /* H_Z = [b transposed, a transposed] */
                int p = block + place(i - x[s], j - y[s]);
                z_rows[r][t] = p;
                qubit_rows[p][in_rows[p]++] = r;
            }
    for (int q = 0; q < n; q++)
        for (int t = in_rows[q]; t < terms; t++) qubit_rows[q][t] = qubit_rows[q][0];
    eliminate();
    /* shifts of both coordinates are symmetries: one qubit of each block, the left block out then */
    for (int block = 0; block < 2 && !found_weight; block++) {
        int q = block * half;
        if (block) memset(used, 1, half);
        used[q] = 1;
        chosen[0] = q;
        for (int t = 0; t < each; t++) odd[qubit_checks[q][t]] ^= 1, row_count[qubit_rows[q][t]]++;
        visit(1);
        for (int t = 0; t < each; t++) odd[qubit_checks[q][t]] ^= 1, row_count[qubit_rows[q][t]]--;
    }
    printf("%s %d: %lld nodes\n", found_weight ? "found within" : "no word of at most", limit, nodes);
    return 0;
}
