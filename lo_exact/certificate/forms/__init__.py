"""Writers of the forms of evidence, one file for each form."""
