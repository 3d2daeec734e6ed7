"""analysis.py FILE: is the output of `atoll analyse --json` consistent in itself?"""
import json
import sys

with open(sys.argv[1], encoding="utf-8") as file:
    report = json.load(file)
seats = range(1, report["players"] + 1)
lost = {seat: 0.0 for seat in seats}
luck = {seat: 0.0 for seat in seats}
choices = dict.fromkeys(seats, 0)

assert report["over"]
for ply, move in enumerate(report["moves"], 1):
    assert move["ply"] == ply
    if move["by"] == "chance":
        assert abs(sum(move["luck_win"])) < 1e-6, move
        for seat in seats:
            luck[seat] += move["luck_win"][seat - 1]
        continue
    seat, own, best = move["by"], move["played"], move["best"]
    choices[seat] += 1
    lost[seat] += move["loss_win"]
    assert 0 <= move["loss_win"] <= 1 and move["loss_points"] >= 0 <= move["error"], move
    assert (own is None) == (best is None), move
    if own is None:
        assert move["loss_win"] == 0, move
        continue
    assert own["move"] == move["move"] and own["visits"] > 0, move
    assert abs(sum(own["win"]) - 1) < 1e-6 and abs(sum(best["win"]) - 1) < 1e-6, move
    assert move["loss_win"] <= best["win"][seat - 1], move
    if move["loss_win"] > 0:
        assert best["move"] != move["move"], move
for line in report["summary"]:
    seat = line["seat"]
    assert line["decisions"] == choices[seat]
    assert abs(line["loss_win"] - lost[seat]) < 1e-6, line
    if report["moves"][-1]["by"] == "chance":
        assert abs(line["luck_win"] - luck[seat]) < 1e-6, line
    sum_of_all = line["start"] - line["loss_win"] + line["given_win"] + line["luck_win"]
    assert abs(sum_of_all - line["result"]) < 1e-6, line
assert sum(lost.values()) > 0, "nobody lost anything"
