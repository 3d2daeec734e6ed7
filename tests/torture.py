#!/usr/bin/env python3
"""torture.py ATOLL [KILLS]: the load of tests/host_limits.py on a server that is killed this often (1,000 times) at
random moments and restarted. Prints how many acknowledged moves were lost and doubled."""
import sys
import time

from online import Server, kill_and_count

AT_ONCE = 50  # kills of one store; then a new one is used


def main():
    kills = int(sys.argv[2]) if len(sys.argv) > 2 else 1000
    done = moves = lost = doubled = 0
    begin = time.monotonic()
    while done < kills:
        some = min(AT_ONCE, kills - done)
        with Server() as server:
            result = kill_and_count(server, some)
        done += some
        moves, lost, doubled = moves + result[0], lost + result[1], doubled + result[2]
        print(f"{done} kills, {moves} acknowledged moves, {lost} lost, {doubled} doubled, "
              f"{time.monotonic() - begin:.0f} s", flush=True)
    print(f"lost and doubled moves: {lost} and {doubled}")
    return 1 if lost or doubled or not moves else 0


if __name__ == "__main__":
    sys.exit(main())
