"""Parity-check matrices and error models."""
