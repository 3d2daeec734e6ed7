#!/usr/bin/env python3
"""cluster.py ATOLL: three equal nodes on PostgreSQL with a synchronous standby, behind HAProxy. Nodes die, sleep and
are cut off, the database dies and moves: no acknowledged move is lost or doubled, and people play on. Speaks TAP."""
import os
import random
import signal
import ssl
import sys
import time

import tap
from engines import HERE, Nginx, until
from nodes import Cluster, Node, named, play_on, play_through
from online import ATOLL, Client, Closed, Play, Refused, begun, play_out, pump, settle, sit_all

PATH = "/games/atoll/"


def turn(client, table):
    """Until it is this client's turn, or the game is over."""
    while not client.turn(table) and client.tables[table]["phase"] in ("gathering", "playing"):
        client.receive()
    return client.turn(table)


def at_nodes(cluster, *names):
    """One at each node, in this order, and around again."""
    return [named(cluster.nodes[i % len(cluster.nodes)].come(), name) for i, name in enumerate(names)]


# --- without faults ---

def people_at_different_nodes_at_one_table(cluster):
    a, b, w = at_nodes(cluster, "Ann", "Ben", "Eve")
    table = sit_all([a, b], "my-shelfie")
    w.ask("open", table=table, secret=a.tables[table]["watch_link"].split("/")[-1])
    begun([a, b], table)
    play_out([a, b], table, random.Random(1), 5, watchers=[w])
    a.ask("chat", table=table, text="Good luck!")
    for c in (b, w):
        assert c.wait(lambda m: m["type"] == "chat")["text"] == "Good luck!"
    b.close()
    a.wait(lambda m: m["type"] == "presence" and not m["seats"][1]["here"])
    b = cluster.nodes[0].client(cookie=b.cookie)
    b.ask("open", table=table)
    play_out([a, b], table, random.Random(2), watchers=[w])
    assert w.tables[table]["phase"] == "finished"
    records = {c.ask("record", table=table)["record"] for c in (a, b, w)}
    assert len(records) == 1


def the_lobby_is_one(cluster):
    a, b, c = at_nodes(cluster, "Ann", "Ben", "Eve")
    table = a.ask("create", game="reef", seats=["me", "person"], open=True, promise=a.promise())["table"]
    for one in (b, c):
        until(lambda one=one: table in [t["table"] for t in one.ask("lobby")["tables"]], "the table is in the lobby")
    b.ask("open", table=table)
    b.ask("sit", table=table, promise=b.promise())
    until(lambda: table not in [t["table"] for t in c.ask("lobby")["tables"]], "it is full")


# --- a node fails ---

def what_a_node_owes_is_taken_over(cluster):
    """The node that took a move has to move for the bot, and another one has to end a turn that takes too long: one
    dies, the other sleeps. Another node does the work instead; the one that wakes up does no harm."""
    one, other, well = cluster.nodes
    a, b = one.client("Ann"), other.client("Ben")
    bots = a.ask("create", game="my-shelfie", seats=["me", "hard"], promise=a.promise())["table"]
    a.ask("open", table=bots)
    c = other.client("Cid")
    clocked = sit_all([b, c], "reef", clock={"kind": "turn", "base": 5000})
    begun([b, c], clocked)
    legal = turn(a, bots)
    here = [well.client(cookie=a.cookie), well.client(cookie=b.cookie)]
    for c, table in zip(here, (bots, clocked)):
        c.ask("open", table=table)
    other.sleep()
    a.move(bots, legal[0])
    one.kill()
    assert turn(here[0], bots), "a bot moves"
    until(lambda: "out-of-time" in [e["event"] for e in log(here[1], clocked).values()], "the time is over")
    other.wake()
    one.start()
    last = max(here[1].tables[clocked]["log"])
    until(lambda: event(other, b.cookie, clocked, last), "the node that slept knows what it missed")
    plies = [e["ply"] for e in log(here[0], bots).values() if e["event"] in ("drew", "decided")]
    assert len(plies) == len(set(plies))


def log(client, table):
    client.ask("events", table=table)
    return client.tables[table]["log"]


def event(node, cookie, table, number):
    """A row of a table, according to this node; None if it does not know it, or does not answer now."""
    try:
        c = node.come(cookie, table)
        found = log(c, table).get(number)
        c.close()
        return found
    except (OSError, Closed, Refused):
        return None


def who_is_at_a_node_that_sleeps_or_is_cut_off_plays_on_elsewhere(cluster):
    play = Play(cluster, 3)
    play_on(play)
    cluster.nodes[0].sleep()
    play_on(play)
    cluster.nodes[0].wake()
    play_on(play)
    cluster.nodes[1].cut_off()
    play_on(play)
    cluster.nodes[1].mend()
    play_on(play)
    play.stop()
    for node in cluster.nodes:
        moves, lost, doubled = play.count(node.come)
        assert moves and not lost and not doubled, (moves, lost, doubled)


def a_node_that_was_cut_off_hears_what_it_missed(cluster):
    a, b = at_nodes(cluster, "Ann", "Ben")
    table = sit_all([a, b], "reef")
    begun([a, b], table)
    far = cluster.nodes[2].come(a.cookie, table)
    cluster.nodes[2].cut_off()
    play_out([a, b], table, random.Random(3), 6)
    cluster.nodes[2].mend()
    try:
        settle([a, b, far], table)
    except Closed:  # it disconnected everybody meanwhile
        settle([a, b, cluster.nodes[2].come(a.cookie, table)], table)


def who_comes_from_another_node_finds_what_they_know(cluster):
    """A node that missed the notice of a move reads the move when a client comes that knows of it."""
    a, = at_nodes(cluster, "Ann")
    table = a.ask("create", game="reef", seats=["me", "easy"], promise=a.promise())["table"]
    a.ask("open", table=table)
    turn(a, table)
    _, members = who_moves([a], table)
    cluster.nodes[2].come(a.cookie, table)
    ears = [int(pid) for pid in cluster.primary.sql(
        "SELECT pid FROM pg_stat_activity WHERE application_name = 'atoll' AND (query LIKE 'LISTEN%' OR query LIKE '%least%')").split()]
    for pid in ears:
        os.kill(pid, signal.SIGSTOP)
    try:
        done, a = insist(cluster.nodes[0], a, "move", **members)
        far = cluster.nodes[2].come(a.cookie, table, last=done["first"])
        assert far.tables[table]["number"] > done["first"], (far.tables[table]["number"], done)
    finally:
        for pid in ears:
            os.kill(pid, signal.SIGCONT)


# --- the database fails ---

def who_moves(people, table):
    """The client that is to move, as soon as there is one, and its command."""
    until(lambda: any(c.turn(table) for c in people) or pump(people) and False, "somebody is to move")
    i = next(i for i, c in enumerate(people) if c.turn(table))
    now = people[i].tables[table]
    return i, dict(id=os.urandom(16).hex(), table=table, ply=now["ply"], backs=now["backs"], moves=[people[i].turn(table)[0]])


def insist(node, client, do, **members):
    """Sends the same command to the same node until it is answered, as the page does; returns the answer, and its
    client."""
    while True:
        try:
            return client.ask(do, **members), client
        except Refused as no:
            assert no.code in ("busy", "store", "stopping"), (no.code, no.why)
            time.sleep(0.1)
        except (OSError, Closed):
            client = node.come(client.cookie, members["table"])


def a_commit_whose_answer_was_lost_is_looked_up(cluster):
    """The move is in the database, but the node did not learn that: the move is not made twice, and its author gets
    the answer."""
    people = at_nodes(cluster, "Ann", "Ben")
    table = sit_all(people, "reef")
    begun(people, table)
    for _ in range(2):
        i, members = who_moves(people, table)
        node, mover, other = cluster.nodes[i], people[i], people[1 - i]
        for cable in node.cables:
            cable.deafen(bytes.fromhex(members["id"]))
        mover.send("move", **members)
        other.wait(lambda m: m["type"] == "events")  # it is in the database
        for cable in node.cables:
            cable.snap()
        done, people[i] = insist(node, mover, "move", **members)
        found = until(lambda: [e["number"] for e in log(other, table).values() if e["event"] == "decided" and e["ply"] == members["ply"]],
                      "the move is known at the other node")
        assert found == [done["first"]], (found, done)
        people[1 - i] = cluster.nodes[1 - i].come(other.cookie, table)
        settle(people, table)


def what_cannot_be_looked_up_is_not_refused(cluster):
    """A client that has sat down without an answer asks again, and the node has just lost the connection that would
    tell: it does not report that the seat is taken."""
    a, b = at_nodes(cluster, "Ann", "Ben")
    table = a.ask("create", game="reef", seats=["me", "person"], open=True, promise=a.promise())["table"]
    b.ask("open", table=table)
    members = dict(id=os.urandom(16).hex(), table=table, promise=b.promise())
    first = b.ask("sit", **members)["first"]
    for _ in range(3):
        cluster.primary.sql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'atoll'"
                            " AND query LIKE 'SELECT%' AND query NOT LIKE '%least%'")
        assert insist(cluster.nodes[1], b, "sit", **members)[0]["first"] == first


def an_older_primary_is_refused(cluster):
    """The standby has become the primary; the old primary comes back and still believes to be it. Nodes that have
    seen the new one wait rather than use it."""
    people = at_nodes(cluster, "Ann", "Ben")
    table = sit_all(people, "reef")
    begun(people, table)

    def move():
        i, members = who_moves(people, table)
        made, people[i] = insist(cluster.nodes[i], people[i], "move", **members)
        people[1 - i] = cluster.nodes[1 - i].come(people[1 - i].cookie, table)
        for node in cluster.nodes:  # each has used the new primary
            until(lambda node=node: event(node, people[0].cookie, table, made["first"]), "the move is known everywhere")

    old, new = cluster.primary, cluster.standby
    old.stop("immediate")
    new.promote()
    move()
    move()
    old.settings["synchronous_standby_names"] = ""
    old.start()
    i, members = who_moves(people, table)
    new.stop("immediate")
    people[i].send("move", **members)
    until(lambda: int(old.sql("SELECT sessions FROM pg_stat_database WHERE datname = 'atoll'")) > 9, "the nodes have tried the old one")
    written = "SELECT coalesce(sum(n_tup_ins + n_tup_upd + n_tup_del), 0) FROM pg_stat_user_tables"
    assert (rows := old.sql(written, "atoll")) == "0", rows
    new.start()
    done, people[i] = insist(cluster.nodes[i], people[i], "move", **members)
    people[1 - i] = cluster.nodes[1 - i].come(people[1 - i].cookie, table)
    move()
    for node in cluster.nodes:
        found = until(lambda node=node: event(node, people[0].cookie, table, done["first"]), "the move is known everywhere")
        assert found["ply"] == members["ply"]
    assert old.sql(written, "atoll") == "0"
    old.stop("immediate")
    del old.settings["synchronous_standby_names"]
    cluster.primary, cluster.standby = new, old
    cluster.follow()


def ten_kills(cluster):
    """Kills nodes, PostgreSQL, and finally the primary."""
    blows = [Cluster.kill_node, Cluster.restart_postgres, Cluster.fail_over] * 3 + [Cluster.kill_node]
    moves, lost, doubled = play_through(cluster, blows, random.Random(4))
    print(f"# {len(blows)} kills, {moves} acknowledged moves, {lost} lost, {doubled} doubled")
    assert moves and (lost, doubled) == (0, 0)


# --- another proxy ---

def nginx_with_tls_and_a_path_in_front_of_nodes(cluster):
    """One of two nodes dies in the middle of a game: everybody reconnects to the other, at the same address."""
    with (Node(ATOLL, cluster.databases(), "--base", PATH) as one, Node(ATOLL, cluster.databases(), "--base", PATH) as other,
          Nginx([one.port, other.port], PATH) as nginx):
        tls = ssl.create_default_context(cafile=nginx.folder / "cert.pem")

        def come(name=None, cookie=None):
            return named(Client(HERE, nginx.port, path=PATH + "ws", tls=tls, cookie=cookie), name)

        people = [come("Ann"), come("Ben")]
        assert all("; Secure" in c.cookie_line and f"; Path={PATH}; " in c.cookie_line for c in people)
        table = sit_all(people, "reef")
        begun(people, table)
        play_out(people, table, random.Random(5), 4)
        one.kill()
        people = [come(cookie=c.cookie) for c in people]
        for c in people:
            c.ask("open", table=table)
        play_out(people, table, random.Random(6), 6)
        assert people[0].tables[table]["number"] > 8


if __name__ == "__main__":
    with Cluster(ATOLL, standby=True) as all_of_it:
        sys.exit(tap.run(globals(), ("cluster",), all_of_it.watched))
