"""Reports of a server on its work: lines for each request, figures for Prometheus."""
