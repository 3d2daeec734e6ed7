#!/usr/bin/env python3
"""interrupt.py SIGNAL TEXT COMMAND...: runs a command on a terminal and sends it the signal (INT, TERM) as soon as
the text, a regular expression, appears. Standard output is passed on; the terminal's text goes to standard error.
Exits as the command does: with 128 plus the signal's number if it was killed."""
import os
import pty
import re
import signal
import subprocess
import sys

number, wanted = getattr(signal, "SIG" + sys.argv[1]), re.compile(sys.argv[2].encode())
ours, theirs = pty.openpty()
with subprocess.Popen(sys.argv[3:], stderr=theirs) as process:
    os.close(theirs)
    shown, sent = b"", False
    while True:
        try:
            data = os.read(ours, 4096)
        except OSError:  # the program has closed the terminal
            break
        if not data:
            break
        shown += data
        if not sent and wanted.search(shown):
            process.send_signal(number)
            sent = True
    status = process.wait()
sys.stderr.write(shown.decode(errors="replace").replace("\r\x1b[K", "\n").replace("\r", ""))
sys.exit(status if status >= 0 else 128 - status)
