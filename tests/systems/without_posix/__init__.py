"""A folder for PYTHONPATH: every Python below has lost what Windows lacks (sitecustomize.py)."""
