"""Work in child processes and threads: calls that can be killed, and races between methods."""
