#!/bin/bash
# cli.sh ATOLL: the command as people and programs use it, good and bad input alike. Speaks TAP.
set -u
export LC_ALL=C.UTF-8
atoll=$(realpath "$1")
check=$(dirname "$(realpath "$0")")/analysis.py
interrupt=$(dirname "$(realpath "$0")")/interrupt.py
list=$(dirname "$(realpath "$0")")/../games.list
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir" || exit 1
tests=0

result() { # STATUS NAME
	tests=$((tests + 1))
	if [ "$1" -eq 0 ]; then
		echo "ok $tests - $2"
	else
		echo "not ok $tests - $2"
		sed 's/^/# stdout: /' out | head -n 20
		sed 's/^/# stderr: /' err | head -n 20
	fi
}

# good NAME PATTERN ARGUMENT...: exits with 0, prints nothing on stderr except progress (on a slow machine), and
# stdout has the pattern
good() {
	local name=$1 pattern=$2 status
	shift 2
	timeout 300 "$atoll" "$@" >out 2>err
	status=$?
	[ $status -eq 0 ] && ! grep -qvE '^[0-9]+ of [0-9]+ (moves|puzzles, [0-9]+ games)$' err && grep -qE -- "$pattern" out
	result $? "$name"
}

# bad NAME CODE PATTERN ARGUMENT...: exits with the code, prints one line on stderr, and nothing else
bad() {
	local name=$1 code=$2 pattern=$3 status
	shift 3
	timeout 60 "$atoll" "$@" >out 2>err
	status=$?
	[ $status -eq "$code" ] && [ ! -s out ] && [ "$(wc -l <err)" -eq 1 ] &&
		grep -qaE -- "$pattern" err
	result $? "$name"
}

cat >start.pos <<'END'
game: template          # a comment, with UTF-8: Größe
players: 2
ply: 5
first: 1
to-move: 1
pile: 10
seat 1: pearls 1 shell 4
seat 2: pearls 1 shell 2
END
cat >whole.record <<'END'
game: template
players: 2
moves:
deal 1 4
deal 2 5
first 1
take 2
take 2
take 2
take 2
take 2
take 2
reveal 1 4
reveal 2 5
END

# --- the command line
good 'help lists the commands' '^  match ' --help
good 'every command explains itself' '^usage: atoll position GAME FILE' position --help
good 'help says where the numbers of rules are explained' 'docs/rules' play --help
good 'the version is a number' '^atoll [0-9]+\.' --version
bad 'an unknown command is refused' 2 "there is no command 'frobnicate'" frobnicate
bad 'an unknown option is refused' 2 "there is no option '--frob'" games --frob
bad 'a word too many is refused' 2 'one word too many' games reef
bad 'a missing word is refused' 2 'FILE is missing' position template
bad 'a flag takes no value' 2 'takes no value' games --json=yes
bad 'an option without its value is refused' 2 '--games needs a value' \
	simulate template --players 2 --seed 1 --games
bad 'an option is no value of another' 2 '--games needs a value' \
	simulate template --players 2 --games --seed 1
bad 'an option given twice is refused' 2 '--seed is given twice' \
	simulate template --players 2 --games 1 --seed 1 --seed 2
bad 'a required option is not guessed' 2 '--seed is missing' simulate template --players 2 --games 1
for number in 0 x 1x '' ' 1' -1 1e3 99999999999999999999999 18446744073709551616; do
	bad "'$number' is no number of games" 2 '--games is a whole number from 1' \
		simulate template --players 2 "--games=$number" --seed 1
done
bad 'a game needs its number of players' 2 'template is for 2 to 4 players, not 1' \
	simulate template --players 1 --games 1 --seed 1
bad 'an unknown game is refused' 2 "there is no game 'chess'" simulate chess --players 2 --games 1 --seed 1
bad 'an unknown game option is refused' 2 "has no option 'huge-pile'" \
	simulate template --players 2 --games 1 --seed 1 --options huge-pile
bad 'an unknown value of an option is refused' 2 "has no value 'maybe'" \
	simulate template --players 2 --games 1 --seed 1 --options big-pile=maybe
bad 'an unknown bot is refused' 2 "'deep-blue'" \
	simulate template --players 2 --games 1 --seed 1 --bots random,deep-blue
bad 'as many bots as seats' 2 'names 3 players for 2 seats' \
	simulate template --players 2 --games 1 --seed 1 --bots random,random,random
bad 'control characters are not echoed' 2 "'a\?b'" $'a\nb'

# --- positions
good 'a position shows its legal moves' '1\) take 1 +2\) take 2' position template start.pos
good 'a position shows its scores' '^#   total +5 +3$' position template start.pos
good 'moves are applied in order' '"ply": 7' \
	position template start.pos --apply 'take 2' --apply 'take 1' --json
good 'a view hides what others hold' 'seat 1: pearls 1 shell \?' position template start.pos --view 2
good 'points that are secret are shown as such' '^#   shell +\? +2$' position template start.pos --view 2
good 'a spectator sees no secret' 'seat 2: pearls 1 shell \?' position template start.pos --view public
"$atoll" position template start.pos --apply 'take 1' >printed.pos
good 'what position prints is a position' '^ply: 7$' position template printed.pos --apply 'take 2'
good 'a position comes from standard input' 'to-move: 1' position template - <start.pos
bad 'a refused move names its number and the rule' 1 "^move 2 'take 2': PE-2: " position template \
	- --apply 'take 2' --apply 'take 2' < <(sed 's/pile: 10/pile: 3/; s/pearls 1/pearls 8/;
		s/seat 2: pearls 8/seat 2: pearls 1/' start.pos)
bad 'nonsense is no move' 1 "^move 1 'fly': there is no move 'fly'" position template start.pos --apply fly
bad 'an empty move is refused' 1 "^move 1 '': expected a move" position template start.pos --apply ''
bad 'two moves in one are refused' 1 'not several lines' \
	position template start.pos --apply $'take 1\ntake 1'
bad 'a view needs a seat' 2 '--view is a seat from 1 to 2, or public' \
	position template start.pos --view 3
sed 's/^pile: 10/pile: ten/' start.pos >lines.pos
bad 'an error names the file and the line' 1 '^lines.pos:6: ' position template lines.pos
sed 's/^pile: 10/pile: 11/' start.pos >sum.pos
bad 'an impossible position names the rule' 1 'PE-1: 13 pearls instead of 12' position template sum.pos

# --- files that are none
bad 'a missing file' 1 '^nowhere: No such file' position template nowhere
bad 'a folder' 1 'this is a folder' position template .
: >empty
bad 'an empty position' 1 '^empty:.*empty' position template empty
bad 'an empty record' 1 '^empty:.*empty' replay empty
{ printf '\377\376' && head -c 65536 /dev/urandom; } >binary
bad 'a binary position' 1 '^binary:1: ' position template binary
bad 'a binary record' 1 '^binary:1: ' replay binary
printf 'game: template\nplayers: 2 # \xff\xfe\n' >latin
bad 'a comment that is not UTF-8' 1 '^latin:2: .*UTF-8' position template latin
printf 'game: template\0\nplayers: 2\n' >nul
bad 'a zero byte' 1 '^nul:1: ' position template nul
for lines in 1 2 3 4 5 6 7; do
	head -n $lines start.pos >cut.pos
	bad "a position cut after line $lines" 1 '^cut.pos:' position template cut.pos
done
truncate -s 100M huge
bad 'a position of 100 MB' 1 '^huge: larger than 1 MiB' position template huge
bad 'a record of 100 MB' 1 '^huge: larger than 16 MiB' replay huge
bad 'an endless position' 1 'larger than 1 MiB' position template /dev/zero
bad 'endless standard input' 1 '^standard input: larger than 16 MiB' replay - < <(yes)
yes '# a comment' | head -c 1000000 >long.pos
bad 'a file of comments only' 1 '^long.pos:.*empty' position template long.pos
head -c 1000000 /dev/zero | tr '\0' x >wide.pos
bad 'a line of a million letters' 1 '^wide.pos:1: ' position template wide.pos
chmod 000 empty
[ -r empty ] || bad 'an unreadable file' 1 '^empty: Permission denied' position template empty

# --- records
good 'a record is checked to its end' '11 moves checked, draws taken as they stand; the game is over' \
	replay whole.record
good 'a record is shown at any ply' 'to-move: 2' replay whole.record --to 4
good 'a record cut short is unfinished' 'the game is unfinished' replay - < <(head -n 9 whole.record)
"$atoll" replay whole.record --to 4 >printed.pos
good 'what replay prints is a position' '^pile: 10$' position template printed.pos
good 'a hint for what replay prints' '^seat 2 to move' hint template printed.pos --bot search:nodes=50
good 'a hint for what replay pipes' '^seat 2 to move' hint template - --bot search:nodes=50 \
	< <("$atoll" replay whole.record --to 4)
bad 'a ply that the record does not have' 1 'has 11 moves, not 12' replay whole.record --to 12
bad 'a wrong move names its line' 1 '^standard input:7: PE-2|^standard input:7: ' \
	replay - < <(sed '7s/take 2/take 3/' whole.record)
bad 'no move follows the end' 1 '^standard input:15: the game is over' \
	replay - < <(cat whole.record; echo 'take 1')
bad 'a record cut inside a word' 1 '^standard input:' replay - < <(head -c 46 whole.record)
good 'simulated games become records' 'signature' \
	simulate template --players 3 --games 5 --seed 7 --records records
good 'a folder of records may be there already' 'signature' \
	simulate template --players 3 --games 5 --seed 7 --records records
good 'folders above it are made, too' 'signature' \
	simulate template --players 3 --games 1 --seed 7 --records deep/down/here/
good 'a record far down verifies' 'draws verified' replay deep/down/here/1.record
for i in 1 2 3 4 5; do
	good "record $i verifies" 'draws verified; the game is over' replay "records/$i.record"
done
sed '/^seed/s/[0-7]$/8/; /^seed/s/[9a-f]$/0/' records/1.record >forged.record
bad 'a draw that the seed does not give' 1 "^forged.record:[0-9]+: the seed draws '" \
	replay forged.record
bad 'a file is no folder for records' 1 '^start.pos: Not a directory' \
	simulate template --players 2 --games 1 --seed 1 --records start.pos
bad 'a file is no folder above one' 1 '^start.pos/x: Not a directory' \
	simulate template --players 2 --games 1 --seed 1 --records start.pos/x

# --- simulate, perft, bench
signature() { "$atoll" lab simulate template --players 4 --games 1000 --seed 9 "$@" --json |
	grep -o '"signature": "[0-9a-f]*"'; }
[ -n "$(signature)" ] && [ "$(signature)" = "$(signature --threads 2)" ]
result $? 'the signature does not depend on the threads'
[ "$(signature)" != "$(signature --options big-pile)" ]
result $? 'the signature depends on the options'
# one thread's processor time is at most the elapsed time
"$atoll" lab simulate reef --players 2 --games 3000 --seed 1 --json >out 2>err
python3 -c 'import json, sys
r = json.load(open(sys.argv[1]))
assert 0 < r["processor_seconds"] <= r["seconds"] * 1.01 + 0.01, r
rate = r["decisions"] / r["processor_seconds"]
assert abs(r["decisions_per_processor_second"] / rate - 1) < 1e-3, r' out
result $? 'simulate gives the rate by processor time'
good 'simulate prints the rate by processor time' '[1-9][0-9]* decisions/s a processor' \
	simulate template --players 2 --games 100 --seed 1
good 'lab lists the commands for development' '^  perft ' lab --help
"$atoll" lab >out 2>err
[ $? -eq 2 ] && [ ! -s out ] && grep -q '^usage: atoll lab' err
result $? 'lab alone says how it is used'
bad 'lab has no command for players' 2 "no command 'lab play'" lab play
good 'a command of lab, by its whole name' '^16$' lab perft template --players 2 --depth 4 --seed 1
good 'perft counts the template' '^16$' perft template --players 2 --depth 4 --seed 1
good 'perft counts from a position' '^4$' perft template --depth 2 --position start.pos
bad 'a seed is a number or 64 digits' 2 '--seed is a whole number or 64' \
	perft template --players 2 --depth 1 --seed abc
bad 'a seed of 64 digits is hexadecimal' 2 '--seed: ' perft template --players 2 --depth 1 \
	--seed "$(printf 'z%.0s' {1..64})"
good 'bench prints signatures' . bench --signature --json

# --- tune
for more in '' '--forecast' '--trust' '--steps 100000'; do
	# shellcheck disable=SC2086 # a list of words
	"$interrupt" TERM '[1-9][0-9]* of 10000000 games' "$atoll" lab tune template --games 10000000 $more >out 2>err
	[ $? -eq 143 ] && grep -qE '^/\* [1-9][0-9]* games.*seed 1' out && grep -qE 'spread|lead|sure' out &&
		grep -qE '^interrupted after [1-9][0-9]* of 10000000 games' err
	result $? "tune $more tells what it has when it is interrupted"
done
"$interrupt" INT '[1-9][0-9]* of 100000 steps' "$atoll" lab tune template --games 2 --steps 100000 >out 2>err
[ $? -eq 130 ] && grep -qE '2 players, seed 1, [1-9][0-9]* steps by matches' out &&
	grep -qE '^interrupted after 2 of 2 games and [1-9][0-9]* of 100000 steps' err
result $? 'tune tells what its steps have led to when it is interrupted'

# --- puzzles
"$atoll" lab puzzles my-shelfie --count 4 --nodes 1500 --show --threads 3 >out 2>err &&
	"$atoll" lab puzzles my-shelfie --count 4 --nodes 1500 --show | cmp -s - out
result $? 'the same puzzles on one thread and on three'
grep -cE '^[0-9]+ [0-9]+ [0-9]+  take .* to [1-5], not take .* to [1-5]: [0-9]+ %$' out | grep -qx 4
result $? 'a puzzle is a seed, a ply and an answer'
good 'half of them may be alike' '^[0-9]+ [0-9]+ [0-9]+$' puzzles reef --count 2 --nodes 800 --alike 50
bad 'how many puzzles' 2 '--count' puzzles reef

# --- calibration
good 'forecasts are compared with what came' '^Brier score 0\.[0-9]+; ' \
	calibration template --games 12 --bot search:nodes=20
"$atoll" lab calibration template --games 12 --bot search:nodes=20 --threads 3 --rows >out 2>err &&
	"$atoll" lab calibration template --games 12 --bot search:nodes=20 --rows | cmp -s - out
result $? 'forecasts are the same on several threads'
"$atoll" lab simulate template --players 2 --games 2 --seed 1 --records two >out
for i in 1 2; do
	echo "=== $i"
	cat two/$i.record
done >two.records
"$atoll" lab simulate reef-encounter --players 3 --games 1 --seed 1 --records three >out 2>err &&
	head -n 72 three/1.record >begun.record && "$atoll" analyse begun.record --all >out 2>err &&
	"$atoll" analyse begun.record --all --bot search:nodes=7000:many=14 2>err | cmp -s - out
result $? 'with three players who judges has as many nodes as hard'
good 'forecasts of recorded games' ': 2 games, ' calibration template --records two.records
bad 'games are played or read' 2 'either --games or --records' calibration template
bad 'only a search bot foretells' 2 'only a search bot' calibration template --games 2 --bot greedy

# --- play
good 'without a terminal bots play to the end' '^Winner: seat' play template </dev/null
good 'the seed of the draws is published' '^Seed of all draws: [0-9a-f]{64}$' play template </dev/null
good 'a game ends with a person in it' '^Winner: seat' play template --seats human,random --seed 1 \
	< <(yes 1 | head -n 20)
good 'moves are typed, refused, taken back' 'Saved 4 moves to saved.record' \
	play template --seats human,human --seed 4 < <(printf '%s\n' '' 'take 9' 'take 1' '' 'take 2' \
		'' undo '' 'take 1' '' moves hint score '?' 'save saved.record' quit)
good 'who begins can be chosen' 'Saved 3 moves to chosen.record' \
	play template --seats human,human --seed 4 --first 2 < <(printf '%s\n' '' '' 'save chosen.record' quit)
grep -qx 'first: 2' chosen.record && grep -qx 'first 2' chosen.record
result $? 'and the record says so'
good 'a chosen first player verifies' '3 moves checked, draws verified' replay chosen.record
sed 's/^first 2$/first 1/' chosen.record >forged.record
bad 'nobody else begins then' 1 "^forged.record:[0-9]+: 'first:' says that seat 2 was chosen to begin" replay forged.record
bad 'who begins is a seat' 2 'there is no seat 3 to be first' play template --seats human,human --first 3
good 'a saved game verifies' '4 moves checked, draws verified; the game is unfinished' replay saved.record
good 'a saved game goes on' 'seat 2 .random.: take' play template --load saved.record --seats human,random < <(echo quit)
# One deal, loaded twice: bots whose numbers came from the seed of the draws would play the same.
"$atoll" lab simulate my-shelfie --players 2 --games 1 --seed 3 --records dealt >out 2>err
sed '/^take/,$d' dealt/1.record >dealt.record
for i in 1 2; do
	timeout 60 "$atoll" play my-shelfie --load dealt.record --seats random,random </dev/null >"dealt.$i" 2>err
	grep '(random): take' "dealt.$i" >"out.$i"
done
[ -s out.1 ] && ! cmp -s out.1 out.2
result $? 'what bots draw does not come from the seed of the draws'
for i in 1 2; do
	timeout 60 "$atoll" play my-shelfie --seed 3 --seats random,random </dev/null >"dealt.$i" 2>err
done
cmp -s dealt.1 dealt.2
result $? 'whoever fixes the draws gets the same bots again'
good 'hidden scores stay hidden' '^  total +3 +\?$' \
	play reef --seats human,random --seed 3 --options hidden-scores < <(printf 'score\nquit\n')
good 'nor does the terminal draw what others have behind their screens' '^   screen and fish hidden   in front -$' \
	play reef-encounter --seats human,random --seed 3 --options hidden-scores < <(printf 'score\nquit\n')
grep -qE '^  total +0 +\?$' out && ! grep -qE 'unknown|and first' out
result $? 'and it shows their points nowhere'
cat >stuck.pos <<'END'
game: my-shelfie
players: 2
first: 1
to-move: 1
goals: 1 2
room:
  .........
  .........
  .........
  .........
  .........
  .........
  .........
  .........
  .........
shelf 1: personal 1 taken - -
  .....
  .....
  .....
  .....
  .....
  .....
shelf 2: personal 2 taken - -
  .....
  .....
  .....
  .....
  .....
  .....
END
bad 'no hint where there is no move' 1 '^stuck.pos: seat 1 has no legal move' hint my-shelfie stuck.pos
printf '1\nsave nowhere/x\nsave saved.record\nload empty\nload saved.record\nquit\n' >typed
timeout 60 "$atoll" play template --seats human,random --seed 5 <typed >out 2>err
[ $? -eq 0 ] && grep -q 'saved.record is there already' out && grep -q 'nowhere/x: No such' out
result $? 'a failed save or load changes nothing'
"$atoll" lab simulate my-shelfie --players 2 --games 1 --seed 1 --records drawn >out
good 'a record is drawn where it ends' 'personal [0-9]+ \([0-6]/6\)' replay drawn/1.record --draw
good 'and at any move' 'COMMON GOALS' replay drawn/1.record --draw --to 40
# in this position seat 2 could see such a swap, so that its view follows it
mkdir seen && "$atoll" lab simulate reef-encounter --players 2 --games 1 --seed 1 --records seen >out
head -n 1100 seen/1.record >seen/part.record
good 'what others see of a move is no move' "^seat 2> RE-14.2: 'gone' is for what was seen" \
	play reef-encounter --load seen/part.record --seats random,human \
	< <(printf '%s\n' 'swap-tile yellow gone yellow' 'swap-tile yellow' 'save seen/on.record' quit)
good 'the game that went on verifies' '1096 moves checked, draws verified' replay seen/on.record
"$atoll" replay seen/part.record | sed '/^$/,$d' >seen/part.pos
"$atoll" position reef-encounter seen/part.pos --view 1 | sed '/^$/,$d' >seen/1.pos
good 'a view follows what its seat saw' '^counted: Y' \
	position reef-encounter seen/1.pos --apply 'swap-tile yellow gone yellow'
bad 'a view follows only what can happen' 1 "RE-14.2: this cannot be the bag's last tile" \
	position reef-encounter seen/1.pos --apply 'swap-tile yellow gone white'
bad 'a seat is a person or a bot' 2 "there is no bot 'dog'.*or human" play template --seats human,dog
bad 'colour is always or never' 2 '--colour is always or never' play template --colour maybe
bad 'a record of another number of players' 1 'this game has 3 players, not 2' \
	play template --load records/1.record --players 2

# --- the games, whatever they are: as many seats and moves as each needs
"$atoll" games --json | python3 -c 'import json, sys
for game in json.load(sys.stdin)["games"]:
    print(game["name"], game["players_min"], game["players_max"])' >listed
[ "$(wc -l <listed)" -eq "$(grep -c . "$list")" ]
result $? 'as many games as games.list has'
while read -r game least most; do
	bots=$(printf ',random%.0s' $(seq "$most")) others=$(printf ',random%.0s' $(seq 2 "$least"))
	good "$game is listed" "^$game " games
	good "bots play $game to the end" '^Winner: ' play "$game" --seats "${bots#,}" </dev/null
	good "$game becomes records" 'signature' \
		simulate "$game" --players "$least" --games 2 --seed 1 --records "$game"
	good "a record of $game verifies" 'draws verified; the game is over' replay "$game/2.record"
	plies=$(sed '1,/^moves:/d' "$game/1.record" | wc -l)
	middle=$((plies / 2 < 40 ? plies / 2 : 40))
	"$atoll" replay "$game/1.record" --to $middle >"$game/middle.pos"
	good "a position of $game is read again" "\"ply\": $middle" position "$game" "$game/middle.pos" --json
	good "a spectator looks at $game" '^viewer: public' position "$game" "$game/middle.pos" --view public
	for ((ply = middle; ply < plies; ply++)); do
		"$atoll" replay "$game/1.record" --to $ply >"$game/hint.pos"
		grep -q '^to-move: [0-9]' "$game/hint.pos" && break
	done
	good "a hint for $game" '^ +[0-9.]+ +-?[0-9]+.*: *-?[0-9.]+ +[0-9]+  [a-z]' \
		hint "$game" "$game/hint.pos" --bot search:nodes=500
	good "$game is analysed" '^over after [0-9]+ moves' analyse "$game/1.record" --bot search:nodes=50
	"$atoll" analyse "$game/1.record" --bot search:nodes=50 --json >out 2>err && python3 "$check" out
	result $? "the analysis of $game adds up"
	good "a person looks at $game" 'legal moves' play "$game" --seats "human$others" --colour always \
		< <(printf 'moves\nscore\nshow\nquit\n')
done <listed

echo "1..$tests"
