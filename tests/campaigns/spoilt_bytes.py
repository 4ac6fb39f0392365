"""Files of bytes for the fuzzing of readers: numpy's files, pictures, bitmaps; and how they spoil.

A changed byte alone seldom gets past a checksum, so archives are packed again around a changed
member, and a picture's chunks get the checksum that fits.
"""

import io
import struct
import zipfile
import zlib

import numpy as np
import scipy.sparse
from PIL import Image

from lo_exact.commands.shared.figures import board_figure
from lo_exact.pictures.png import to_png
from lo_exact.topology import grid_puzzle
from tests.formats.drawn_pictures import DISTORTED, STYLES, png

TEXTS = [
    b"P4\n3 3\n\xa0\x40\xc0",
    b"P4 # a\n16 2\n\xff\x00\x0f\xf0",
    b"P1\n2 2\n1001\n",
    b"\x93\xfa\x96\x7b\n",
    b"\xff\xfe#\x00.\x00\n\x00",
    b"\xef\xbb\xbf#.\n.#\n",
]
"""Bitmaps in bytes and digits, Shift-JIS, UTF-16, UTF-8 with its mark."""

BOARD = np.array([[1, 0, 1], [0, 1, 1]])
WORDS = [0, 1, 2, 2**7, 2**15, 2**16 - 1, 2**31 - 1, 2**31, 2**32 - 1]
DAMAGE = [*DISTORTED.values()]
PACKED = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA)
PNG = b"\x89PNG\r\n\x1a\n"


def saved(save, *given, **named):
    file = io.BytesIO()
    save(file, *given, **named)
    return file.getvalue()


def arrays():
    """The arrays of people: kinds of numbers, orders, axes, and what is none of them."""
    kinds = ("i1", "u2", ">i4", "i8", "u8", "?", "f4", "f8", "c8", "U1", "S1", "f2")
    yield from (BOARD.astype(kind) for kind in kinds)
    yield np.asfortranarray(BOARD)
    yield from (BOARD.ravel(), np.stack([BOARD] * 3), np.eye(5, dtype=int), np.int64(7))
    yield from (np.zeros((0, 4)), np.zeros((1, 1, 1, 1)), BOARD * 10**18, BOARD + np.nan, BOARD - 1)
    yield from (np.array([["#", "."]]), np.array([[b"on", b"off"]]), np.array([[None, 1]]))
    yield np.zeros(2, dtype=[("a", "i4"), ("b", "f8")])


def npy_files():
    for array in arrays():
        yield saved(np.save, array, allow_pickle=True)
    file = io.BytesIO()
    np.lib.format.write_array(file, BOARD, version=(2, 0))
    yield file.getvalue()


def npz_files():
    for name in ("state", "H", "activation", "board", "x"):
        yield saved(np.savez, **{name: BOARD})
    yield saved(np.savez_compressed, state=np.stack([BOARD] * 2))
    yield saved(np.savez, state=BOARD, target=1 - BOARD, colours=3, neighbourhood="king")
    yield saved(np.savez, a=BOARD, b=BOARD)
    for kind in ("csr", "csc", "coo", "bsr", "dia"):
        matrix = scipy.sparse.random(6, 9, 0.3, format=kind, rng=np.random.default_rng(1))
        matrix.data = np.ones_like(matrix.data, dtype=np.int64)
        yield saved(scipy.sparse.save_npz, matrix)


def png_files():
    small = {"side": 12, "gap": 3, "margin": 4}
    for name, style in STYLES.items():
        image = style(BOARD, **small)
        yield png(image)
        if name == "page":
            yield from (png(damage(image)) for damage in DAMAGE)
            for mode in ("P", "L", "1", "RGBA", "LA", "I;16"):
                yield png(image.convert("L").convert(mode) if mode != "P" else image.convert(mode))
    for colours in (2, 3, 8):
        yield to_png(board_figure(grid_puzzle(BOARD, colours=colours)))
    yield png(Image.new("RGB", (4096, 4096)))
    yield PNG + b"".join(
        map(packed_chunk, [(b"IHDR", b"\xff" * 8 + b"\x08\2\0\0\0"), (b"IEND", b"")])
    )


SEEDS = {"npy": npy_files, "npz": npz_files, "png": png_files}


def seeds(name):
    """The sound files of a format; under ``bytes`` some of all, and texts in encodings."""
    if name in SEEDS:
        return list(SEEDS[name]())
    return TEXTS + [data for files in SEEDS.values() for data in list(files())[:6]]


# --- spoiling -------------------------------------------------------------------------------------


def spoilt(rng, data, others):
    """A file changed in one to four places, most often in a way that its checksums stand."""
    for _ in range(rng.choice([1, 1, 2, 4])):
        inside = rng.random() < 0.6
        if inside and data.startswith(PNG):
            data = picture_changed(rng, data)
        elif inside and data.startswith(b"PK"):
            data = archive_changed(rng, data, others)
        elif inside and data.startswith(b"\x93NUMPY"):
            data = header_changed(rng, data)
        else:
            data = bytes_changed(rng, data, others)
        data = data[: 2**18]
    return data


def bytes_changed(rng, data, others):
    at = rng.randrange(len(data) + 1)
    end = min(len(data), at + rng.choice([0, 1, 1, 2, 4, 30]))
    kind = rng.randrange(6)
    if kind == 0:
        return data[:at] + data[end:]
    if kind == 1:
        return data[:at] + bytes([rng.randrange(256)]) + data[end:]
    if kind == 2:
        return data[:at] + data[at:end] * rng.choice([2, 3, 500]) + data[end:]
    if kind == 3:
        order = rng.choice(["<I", ">I", "<H", "<Q"])
        word = struct.pack(order, rng.choice(WORDS) % 2 ** (8 * struct.calcsize(order)))
        return data[:at] + word + data[at + len(word) :]
    if kind == 4:
        other = rng.choice(others)
        cut = rng.randrange(len(other) + 1)
        return data[:at] + other[cut : cut + rng.choice([1, 10, 100])] + data[end:]
    return data[:at]


def packed_chunk(chunk):
    kind, data = chunk
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def chunks_of(data):
    """Return the chunks of a picture as far as they go."""
    found, at = [], len(PNG)
    while at + 8 <= len(data):
        (length,) = struct.unpack(">I", data[at : at + 4])
        found.append((data[at + 4 : at + 8], data[at + 8 : at + 8 + length]))
        at += 12 + length
    return found


def picture_changed(rng, data):
    """Change a chunk: its bytes, its pixels under the packing, its place or its number."""
    chunks = chunks_of(data)
    if not chunks:
        return data
    at = rng.randrange(len(chunks))
    kind, inner = chunks[at]
    how = rng.randrange(6)
    if how == 0:
        chunks.insert(rng.randrange(len(chunks)), chunks[at])
    elif how == 1:
        chunks.pop(at)
    elif how == 2:
        kinds = [b"tRNS", b"PLTE", b"acTL", b"iCCP", b"tEXt", b"zTXt", b"gAMA", b"fcTL", b"eXIf"]
        chunks.insert(at, (rng.choice(kinds), rng.randbytes(rng.choice([0, 1, 8, 256, 768]))))
    elif kind == b"IDAT" and how < 5:
        try:
            pixels = zlib.decompressobj().decompress(inner, 2**22)
        except zlib.error:
            pixels = inner
        chunks[at] = (kind, zlib.compress(bytes_changed(rng, pixels, [inner])))
    else:
        chunks[at] = (kind, bytes_changed(rng, inner, [inner]))
    return PNG + b"".join(map(packed_chunk, chunks))


def header_changed(rng, data):
    """Change what an array says of itself, and let its length fit."""
    if len(data) < 10 or data[6:7] != b"\1":
        return bytes_changed(rng, data, [data])
    (length,) = struct.unpack("<H", data[8:10])
    header, rest = data[10 : 10 + length], data[10 + length :]
    words = [b"-1", b"0", b"7", b"10**9", b"99999999999", b"(2, 3)", b"(", b"True", b"None", b"()"]
    words += [b"'|O'", b"'<i8'", b"'|u1'", b"'<f8'", b"'<U3'", b"'<M8[s]'", b"'V16'", b"9" * 4000]
    marks = [k for k in range(len(header)) if header[k : k + 1] in b"'(),: 0123456789{}"] or [0]
    low = rng.choice(marks)
    high = min(len(header), low + rng.choice([0, 1, 2, 4, 8]))
    header = header[:low] + rng.choice(words) + header[high:]
    return data[:8] + struct.pack("<H", len(header) % 2**16) + header + rest


def archive_changed(rng, data, others):
    """Change a member of an archive, its name, or how it is packed."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            members = [(i.filename, archive.read(i)[: 2**18]) for i in archive.infolist()[:50]]
    # any: what is broken already is broken further
    except Exception:
        return bytes_changed(rng, data, others)
    if members:
        at = rng.randrange(len(members))
        name, inner = members[at]
        how = rng.randrange(5)
        if how == 0:
            members.append(rng.choice(members))
        elif how == 1:
            members.pop(at)
        elif how == 2:
            names = ["state.npy", "H.npy", "target.npy", "colours.npy", "indptr.npy", "../a.npy"]
            members[at] = (rng.choice([*names, "\x1b[31m.npy", "state", "prices.npy"]), inner)
        elif how == 3:
            members[at] = (name, saved(np.save, rng.choice(list(arrays())), allow_pickle=True))
        else:
            members[at] = (name, header_changed(rng, inner))
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", rng.choice(PACKED)) as archive:
        for name, inner in members:
            archive.writestr(name, inner)
    return file.getvalue()
