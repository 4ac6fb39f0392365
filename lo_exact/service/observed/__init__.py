"""What a server says of its work: lines for each request, figures for Prometheus."""
