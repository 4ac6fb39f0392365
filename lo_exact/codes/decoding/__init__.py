"""Decoding of files of syndromes, shot by shot, for `lo-exact decode`."""
