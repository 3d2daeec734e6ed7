#!/bin/sh
# A bot for tests: it plays the first legal move, and from its third move on misbehaves as $1 says. A deaf one answers
# no ping, and every question twice. One that interrupts sends the signal to its parent. As a spy it writes to the
# file $2 the games it begins and the cards that are turned up (Reef). A bot that hangs or is silent makes the file $2
# first, if one is named.
mode=$1
moves=0
first=
never() {
	[ -z "$file" ] || : >"$file"
	sleep 600
}
file=$2
while read -r verb rest; do
	case $verb in
	atoll)
		[ "$mode" = silent ] && never
		echo "id name test $mode"
		echo ready
		;;
	ping) [ "$mode" = deaf ] || echo pong ;;
	new) [ "$mode" = spy ] && echo game >>"$file" ;;
	moved) [ "$mode" = spy ] && [ "${rest%% *}" = turn ] && echo "${rest#turn }" >>"$file" ;;
	view)
		while read -r line && [ "$line" != end ]; do :; done
		;;
	legal)
		read -r first
		while read -r line && [ "$line" != end ]; do :; done
		;;
	go)
		moves=$((moves + 1))
		[ $moves -ge 3 ] && case $mode in
		crash) exit 3 ;;
		killed) kill -9 $$ ;;
		hang) never ;;
		interrupts)
			kill -INT $PPID
			never
			;;
		illegal) first='take 9 9 9' ;;
		nul)
			printf 'best %s\0\n' "$first"
			continue
			;;
		twice)
			printf 'best %s\nbest take 9 9 9\n' "$first"
			continue
			;;
		late)
			echo "best $first"
			sleep 0.05
			echo "best take 9 9 9"
			continue
			;;
		bare)
			echo "$first"
			continue
			;;
		cut)
			printf 'best %s' "$first"
			continue
			;;
		heir)
			sleep 60 &
			exit 3
			;;
		confused)
			echo "error this bot plays my-shelfie"
			continue
			;;
		long) head -c 5000 /dev/zero | tr '\0' x ;;
		esac
		echo "info visits 1 win 0.5 0.5 points 1 1 move $first"
		again=
		[ "$mode" = deaf ] && again="best $first\n"
		printf "best %s\n$again" "$first"
		;;
	quit) exit 0 ;;
	esac
done
