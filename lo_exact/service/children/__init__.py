"""Child processes that parse and solve the boards that clients send, and can be killed."""
