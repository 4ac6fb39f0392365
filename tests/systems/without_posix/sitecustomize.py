"""Remove from Python, at its start, what Windows lacks; children inherit it by PYTHONPATH.

`os.name` and `sys.platform` stay, as the standard library chooses its own halves by them.  What
those halves call on POSIX stays, too: `os.waitpid` and its flags, `os.uname`, `os.set_blocking`,
`os.posix_spawn`, the flags of `os.open`, and inside C everything that starts processes.
`Popen.kill` is given the signal's number, whose name is gone, and /proc cannot be opened.  Text is
opened as Windows opens it, in an encoding of its own and with its ends of lines.
"""

import builtins
import io
import os
import signal
import subprocess
import sys

OF_OS = (
    "fork", "forkpty", "killpg", "setsid", "getsid", "getpgid", "getpgrp", "setpgid", "setpgrp",
    "nice", "getpriority", "setpriority", "PRIO_PROCESS", "PRIO_PGRP", "PRIO_USER", "sysconf",
    "sysconf_names", "getuid", "geteuid", "getgid", "getegid", "getgroups", "getloadavg",
    "register_at_fork", "sched_getaffinity", "sched_setaffinity", "statvfs", "fstatvfs", "wait",
    "wait3", "wait4", "waitid", "pread", "pwrite", "readv", "writev", "fdatasync", "mkfifo",
    "mknod", "chown", "fchown", "lchown", "openpty", "lockf", "posix_fadvise",
    "posix_fallocate", "memfd_create", "pidfd_open", "setuid", "setgid", "tcgetpgrp",
    "tcsetpgrp", "ttyname", "sync", "sendfile", "pipe2",
)  # fmt: skip
OF_SIGNAL = (
    "SIGKILL", "SIGALRM", "SIGHUP", "SIGXCPU", "SIGXFSZ", "SIGPIPE", "SIGCHLD", "SIGUSR1",
    "SIGUSR2", "SIGQUIT", "SIGCONT", "SIGSTOP", "SIGTSTP", "SIGWINCH", "setitimer", "getitimer",
    "alarm", "pause", "pthread_kill", "pthread_sigmask", "sigwait", "siginterrupt",
    "sigpending", "sigtimedwait", "sigwaitinfo",
)  # fmt: skip
MODULES = ("resource", "fcntl", "pwd", "grp", "termios", "tty", "pty")
KILL = 9


def _kill(process):
    process.send_signal(KILL)


def _without_proc(event, arguments):
    if event == "open" and str(arguments[0]).startswith("/proc"):
        raise FileNotFoundError(2, "No such file or directory", arguments[0])


_opened = io.open


def _open(file, mode="r", buffering=-1, encoding=None, errors=None, newline=None, *others, **more):
    """Open text as Windows does: in its own encoding unless told, and with its ends of lines."""
    if "b" not in mode:
        encoding = "cp1252" if encoding in (None, "locale") else encoding
        if newline is None and set(mode) & set("wax+"):
            newline = "\r\n"
    return _opened(file, mode, buffering, encoding, errors, newline, *others, **more)


def remove():
    import select
    import selectors  # its classes were chosen when subprocess was imported

    subprocess.Popen.kill = _kill
    for module, names in ((os, OF_OS), (signal, OF_SIGNAL)):
        for name in names:
            if hasattr(module, name):
                delattr(module, name)
    for name in ("poll", "epoll"):
        delattr(select, name)
    for name in ("PollSelector", "EpollSelector"):
        delattr(selectors, name)
    subprocess._PopenSelector = selectors.DefaultSelector = selectors.SelectSelector
    for name in MODULES:
        sys.modules[name] = None
    builtins.open = io.open = _open
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(newline="\r\n")
    sys.addaudithook(_without_proc)


remove()
