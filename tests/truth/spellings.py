"""A matrix of 0 and 1 in every spelling that a program writes, by their own writers where they are.

Each spelling is a file name, its bytes, and the options that it needs.
"""

import io
import json

import numpy as np
import scipy.io
import scipy.sparse


def spellings(dense):
    """Yield (name, bytes) of a matrix, (rows, columns) of 0 and 1."""
    rows = dense.tolist()
    text = {}
    for name, sep in (("blanks", " "), ("tabs", "\t"), ("csv", ","), ("comma-blank", ", ")):
        text[f"{name}.txt"] = "".join(sep.join(map(str, row)) + "\n" for row in rows)
    text["trailing-commas.csv"] = "".join(",".join(map(str, row)) + ",\n" for row in rows)
    text["crlf.txt"] = text["blanks.txt"].replace("\n", "\r\n")
    text["indented.txt"] = "".join(f"   {line}\n" for line in text["blanks.txt"].splitlines())
    text["commented.txt"] = "# H of 3 checks\n" + text["blanks.txt"]
    text["percent.txt"] = "% H\n" + text["blanks.txt"] + "% end\n"
    text["trailing-comment.txt"] = "".join(
        f"{line} # a check\n" for line in text["csv.txt"].split()
    )
    text["floats.txt"] = "".join(" ".join(f"{x}.0" for x in row) + "\n" for row in rows)
    if dense.shape[1] > 1:
        text["joined.txt"] = "".join("".join(map(str, row)) + "\n" for row in rows)
    for name, how in (("savetxt", {}), ("savetxt3", {"fmt": "%.3e"}), ("savetxt-d", {"fmt": "%d"})):
        out = io.StringIO()
        np.savetxt(out, dense, header="checks of a code", **how)
        text[f"{name}.txt"] = out.getvalue()
    out = io.StringIO()
    np.savetxt(out, dense.astype(bool), fmt="%s")
    text["savetxt-bool.txt"] = out.getvalue()
    text["list.json"] = json.dumps(rows)
    text["list-indented.json"] = json.dumps(rows, indent=2)
    text["object.json"] = json.dumps({"H": rows})
    text["named.json"] = json.dumps({"name": "code", "parity_check_matrix": rows})
    text["activation.json"] = json.dumps({"activation": rows, "state": [0] * len(rows)})
    text["print.txt"] = f"{dense}\n"
    text["print-float.txt"] = f"{dense.astype(float)}\n"
    text["repr.txt"] = f"{dense!r}\n"
    text["array.py"] = f"H = np.array({rows})\n"
    for name in ("H", "A", "M", "Hx", "checks", "matrix", "code"):
        text[f"{name}.py"] = f"{name} = {rows}\n"
    inside = "; ".join(" ".join(map(str, row)) for row in rows)
    text["matlab.m"] = f"H = [{inside}];\n"
    text["matlab-bare.m"] = f"[{inside}]\n"
    braces = ", ".join("{" + ", ".join(map(str, row)) + "}" for row in rows)
    text["c.c"] = f"int H[{len(rows)}][{len(rows[0])}] = {{{braces}}};\n"
    text["static.c"] = f"static const int M[{len(rows)}][{len(rows[0])}] = {{{braces}}};\n"
    text["dzn.dzn"] = f"H = [| {' | '.join(','.join(map(str, row)) for row in rows)} |];\n"
    if dense.shape[1] > 1:
        lines = " \\\\\n".join(" & ".join(map(str, row)) for row in rows)
        text["latex.tex"] = f"H = \\begin{{pmatrix}}\n{lines}\n\\end{{pmatrix}}\n"
    text["alist.alist"] = alist(dense)
    text["dem.dem"] = dem(dense)
    for name, data in text.items():
        yield name, data.encode()
    out = io.BytesIO()
    np.save(out, dense)
    yield "array.npy", out.getvalue()
    out = io.BytesIO()
    np.save(out, dense.astype(bool))
    yield "bool.npy", out.getvalue()
    out = io.BytesIO()
    np.savez(out, dense.astype(float))
    yield "unnamed.npz", out.getvalue()
    out = io.BytesIO()
    np.savez_compressed(out, H=dense)
    yield "named.npz", out.getvalue()
    for form in ("csr", "csc", "coo"):
        out = io.BytesIO()
        scipy.sparse.save_npz(out, scipy.sparse.csr_matrix(dense).asformat(form))
        yield f"{form}.npz", out.getvalue()
    for name, matrix in (("dense", dense), ("sparse", scipy.sparse.coo_matrix(dense))):
        out = io.BytesIO()
        scipy.io.mmwrite(out, matrix)
        yield f"{name}.mtx", out.getvalue()


def alist(dense):
    """Return a matrix as MacKay wrote them."""
    halves = [dense.T, dense]
    listed = [[[int(k) + 1 for k in np.flatnonzero(line)] for line in half] for half in halves]
    most = [max(map(len, half)) for half in listed]
    lines = [dense.shape[::-1], most, *([len(line) for line in half] for half in listed)]
    for half, width in zip(listed, most, strict=True):
        lines += [line + [0] * (max(width, 1) - len(line)) for line in half]
    return "".join(" ".join(map(str, line)) + "\n" for line in lines)


def dem(dense):
    """Return an error model whose errors are the columns, and one observable that all flip."""
    ends = [" ".join(f"D{k}" for k in np.flatnonzero(column)) for column in dense.T]
    last = f"detector D{dense.shape[0] - 1}\n"
    return "".join(f"error(0.1) {seen}\n" for seen in ends) + last
