"""Runs a program that may make these system calls alone, as systemd lets a service.

`python tests/support/few_calls.py NAMES PROGRAM …`; NAMES have commas between them. Any other call
ends it.
"""

import ctypes
import os
import sys

ALLOW = 0x7FFF0000
KILL_PROCESS = 0x80000000


def keep_to(names):
    """Let this process, and all that it starts, make no other call."""
    seccomp = ctypes.CDLL("libseccomp.so.2")  # systemd's own way
    seccomp.seccomp_init.restype = ctypes.c_void_p
    context = ctypes.c_void_p(seccomp.seccomp_init(ctypes.c_uint32(KILL_PROCESS)))
    for name in names:
        number = seccomp.seccomp_syscall_resolve_name(name.encode())
        if number >= 0:  # this processor has it
            added = seccomp.seccomp_rule_add(context, ctypes.c_uint32(ALLOW), number, 0)
            assert added == 0, name
    assert seccomp.seccomp_load(context) == 0


if __name__ == "__main__":
    keep_to(sys.argv[1].split(","))
    os.execv(sys.argv[2], sys.argv[2:])
