"""Monitoring of the server: log lines for requests, metrics for Prometheus."""
