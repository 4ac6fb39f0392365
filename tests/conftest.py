"""What all tests need."""

import signal

# Tests of Ctrl-C start programs and interrupt them.  Whoever runs the tests in the background of a
# script has interrupts ignored, and programs inherit that.
signal.signal(signal.SIGINT, signal.default_int_handler)
