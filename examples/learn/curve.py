#!/usr/bin/env python3
"""curve.py CURVE.csv > CURVE.svg: games won against greedy, with their 95 % intervals, over the minutes of learning."""
import csv
import sys

WIDTH, HEIGHT, LEFT, TOP, RIGHT, BOTTOM = 560, 260, 48, 16, 16, 40


def main():
    with open(sys.argv[1], encoding="utf-8") as f:
        rows = [[float(value) for value in row] for row in csv.reader(f)]
    last = max(row[0] for row in rows)

    def x(minutes):
        return LEFT + (WIDTH - LEFT - RIGHT) * minutes / last

    def y(won):
        return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * won

    print(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" font-size="12">')
    print(f'<title>Games won against greedy, from 0 to {100 * rows[-1][2]:.0f} % in {last:.1f} minutes</title>')
    print(f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>')
    for percent in 0, 25, 50, 75, 100:
        line, at = "#888" if percent == 50 else "#ddd", y(percent / 100)
        print(f'<path d="M{LEFT} {at:.1f}H{WIDTH - RIGHT}" stroke="{line}"/>')
        print(f'<text x="{LEFT - 6}" y="{at + 4:.1f}" text-anchor="end" fill="#444">{percent} %</text>')
    for minute in range(int(last) + 1):
        print(f'<text x="{x(minute):.1f}" y="{HEIGHT - BOTTOM + 16}" text-anchor="middle" fill="#444">{minute}</text>')
    print(f'<text x="{(LEFT + WIDTH - RIGHT) / 2}" y="{HEIGHT - 6}" text-anchor="middle" fill="#444">minutes</text>')
    for minutes, _, won, margin, *_ in rows:
        print(f'<path d="M{x(minutes):.1f} {y(min(1, won + margin)):.1f}V{y(max(0, won - margin)):.1f}" stroke="#0a6a7a"/>')
    points = " ".join(f"{x(row[0]):.1f},{y(row[2]):.1f}" for row in rows)
    print(f'<polyline points="{points}" fill="none" stroke="#0a6a7a" stroke-width="2"/>\n</svg>')


main()
