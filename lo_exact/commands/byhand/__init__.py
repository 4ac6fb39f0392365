"""Commands about what a person can do by hand."""
