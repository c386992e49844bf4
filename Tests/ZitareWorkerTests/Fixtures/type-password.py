"""Runs a program on a terminal of its own and types a password when it asks for one.

Usage: type-password.py PROGRAM KEYS ARGUMENT…
"""
import os
import pty
import sys

program, keys, arguments = sys.argv[1], sys.argv[2], sys.argv[3:]
child, terminal = pty.fork()
if child == 0:
    os.execv(program, [program] + arguments)
shown = b""
typed = False
while True:
    try:
        part = os.read(terminal, 4096)
    except OSError:
        break
    if not part:
        break
    shown += part
    if not typed and b"Password:" in shown:
        # The program flushes what was typed before it stopped the echo.
        import termios, time
        while termios.tcgetattr(terminal)[3] & termios.ECHO:
            time.sleep(0.005)
        os.write(terminal, keys.encode() + b"\n")
        typed = True
sys.stdout.buffer.write(shown)
sys.stdout.flush()
sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
