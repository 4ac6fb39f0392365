"""Writers of evidence, one file a form."""
