"""Parts of the certificate checkers; `lo_exact.certificate.join_checkers` joins them."""
