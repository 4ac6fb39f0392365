"""Work in other processes and threads: calls that can be killed, and several ways at once."""
