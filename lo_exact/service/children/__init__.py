"""Child processes, killable at any time, that parse and solve the boards of clients."""
