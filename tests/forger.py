#!/usr/bin/env python3
"""forger.py ATOLL KIND: forges a record, from stdin to stdout. The forgery is as good as possible: a legal game if
one can be made. As a module: a host that lies at the end of a game. It passes on everything between its clients and a
host, but forges the records."""
import json
import re
import socket
import struct
import subprocess
import sys
import threading

import tap


def position(atoll, record, ply):
    """The state after this many moves of the record."""
    done = subprocess.run([atoll, "replay", "-", "--to", str(ply), "--json"], input=record, check=True,
                          stdout=subprocess.PIPE, encoding="utf-8", timeout=tap.HANG)
    return json.loads(done.stdout)


def split(record):
    head, moves = record.split("moves:\n")
    return head + "moves:\n", moves.splitlines()


def with_another(atoll, record, wanted):
    """The record with another legal move at the last ply that allows one, and a legal continuation."""
    head, moves = split(record)
    for ply in reversed(range(len(moves))):
        now = position(atoll, record, ply)
        others = [m for m in now["legal_moves"] if m != moves[ply]]
        if others and wanted(now, ply):
            return head + "\n".join(moves[:ply] + others[:1] + moves[ply + 1:]) + "\n"
    raise AssertionError("nothing to forge")


def decisions(atoll, record):
    """The plies at which somebody decided, the last one first."""
    return [p for p in reversed(range(len(split(record)[1]))) if position(atoll, record, p)["to_move"] != "chance"]


def swapped_draw(atoll, record):
    return with_another(atoll, record, lambda now, ply: now["to_move"] == "chance")


def another_move(atoll, record):
    last = decisions(atoll, record)[0]
    return with_another(atoll, record, lambda now, ply: now["to_move"] != "chance" and ply < last)


def changed_result(atoll, record):
    """The last decision, without its consequences: a valid record of another game."""
    head, moves = split(with_another(atoll, record, lambda now, ply: now["to_move"] != "chance"))
    was = split(record)[1]
    return head + "\n".join(moves[:1 + max(i for i, m in enumerate(moves) if m != was[i])]) + "\n"


def changed_half(_, record):
    digit = re.search(r"^host-half: (.)", record, re.M)[1]
    return re.sub(r"^host-half: .", f"host-half: {'1' if digit == '0' else '0'}", record, flags=re.M)


def cut_tail(_, record):
    head, moves = split(record)
    return head + "\n".join(moves[:-1]) + "\n"


FORGERIES = {f.__name__: f for f in (swapped_draw, changed_half, another_move, cut_tail, changed_result)}


def read(source, n):
    data = b""
    while len(data) < n:
        more = source.recv(n - len(data))
        if not more:
            raise EOFError
        data += more
    return data


def pass_on(source, to):
    """Bytes without changes, until one side ends."""
    try:
        while data := source.recv(65536):
            to.sendall(data)
        to.shutdown(socket.SHUT_WR)
    except OSError:
        pass


def pass_frames(source, to, forge):
    """The frames of a server, which are not masked: a frame with a record is replaced."""
    while True:
        head = read(source, 2)
        more = read(source, {126: 2, 127: 8}.get(head[1], 0))
        data = read(source, int.from_bytes(more, "big") if more else head[1])
        if head[0] == 0x81 and b'"type":"record"' in data[:40]:
            message = json.loads(data)
            message["record"] = forge(message["record"])
            data = json.dumps(message).encode()
            head, more = b"\x81\x7f", struct.pack(">Q", len(data))
        to.sendall(head + more + data)


def serve(client, port, forge):
    host = socket.create_connection(("127.0.0.1", port))
    threading.Thread(target=pass_on, args=(client, host), daemon=True).start()
    try:
        head = b""
        while not head.endswith(b"\r\n\r\n"):
            head += read(host, 1)
        client.sendall(head)
        if b" 101 " in head.split(b"\r\n")[0]:
            pass_frames(host, client, forge)
        pass_on(host, client)
    except (OSError, EOFError):
        pass
    for s in (host, client):
        s.close()


def forger(atoll, port, kind):
    """Serves the host at this port in the background; returns its own port."""
    listener = socket.create_server(("127.0.0.1", 0))

    def accept():
        while True:
            client, _ = listener.accept()
            threading.Thread(target=serve, args=(client, port, lambda r: FORGERIES[kind](atoll, r)), daemon=True).start()

    threading.Thread(target=accept, daemon=True).start()
    return listener.getsockname()[1]


if __name__ == "__main__":
    sys.stdout.write(FORGERIES[sys.argv[2]](sys.argv[1], sys.stdin.read()))
