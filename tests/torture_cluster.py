#!/usr/bin/env python3
"""torture_cluster.py ATOLL [KILLS [SEED]]: people play at three nodes behind HAProxy, on PostgreSQL with a
synchronous standby, while this often (300 times) a part dies, sleeps, is cut off or moves. Prints how many
acknowledged moves were lost and doubled."""
import random
import sys
import time

from nodes import Cluster, play_through
from online import ATOLL

AT_ONCE = 30  # faults in one cluster; then a new one is used
BLOWS = (Cluster.kill_node, Cluster.kill_node, Cluster.restart_postgres, Cluster.fail_over, Cluster.sleeping_node, Cluster.cut_node)


def main():
    kills = int(sys.argv[2]) if len(sys.argv) > 2 else 300
    rng, begin = random.Random(int(sys.argv[3]) if len(sys.argv) > 3 else 16), time.monotonic()
    done = moves = lost = doubled = 0
    counts = {}
    while done < kills:
        blows = rng.choices(BLOWS, k=min(AT_ONCE, kills - done))
        with Cluster(ATOLL, standby=True) as cluster:
            result = play_through(cluster, blows, rng)
        done += len(blows)
        for blow in blows:
            counts[blow.__name__] = counts.get(blow.__name__, 0) + 1
        moves, lost, doubled = moves + result[0], lost + result[1], doubled + result[2]
        print(f"{done} kills ({', '.join(f'{n} {name}' for name, n in sorted(counts.items()))}), {moves} acknowledged moves, "
              f"{lost} lost, {doubled} doubled, {time.monotonic() - begin:.0f} s", flush=True)
    print(f"lost and doubled moves: {lost} and {doubled}")
    return 1 if lost or doubled or not moves else 0


if __name__ == "__main__":
    sys.exit(main())
