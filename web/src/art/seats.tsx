/* The four seats: a colour, a shape and a mark (the seat's number unless the page gives a letter). */
import type { JSX } from 'preact'
import { At, Place, Word } from './kit'

export type Seat = 1 | 2 | 3 | 4

/* Circle, square, diamond, hexagon: told apart without colour. */
const SHAPE: Record<Seat, string> = {
  1: 'M50 6a44 44 0 1 0 .1 0Z',
  2: 'M22 10h56q12 0 12 12v56q0 12-12 12H22q-12 0-12-12V22q0-12 12-12Z',
  3: 'M44 5q6-5 12 0l39 39q5 6 0 12L56 95q-6 5-12 0L5 56q-5-6 0-12Z',
  4: 'M30 10h40q6 0 9 5l17 30q3 5 0 10L79 85q-3 5-9 5H30q-6 0-9-5L4 55q-3-5 0-10l17-30q3-5 9-5Z',
}

/* A player's marker, 100 units square; `edge` is the colour of its outline. */
export function SeatMark({
  seat,
  mark,
  edge,
  ...place
}: Place & { seat: Seat; mark?: string; edge?: string }): JSX.Element {
  return (
    <At {...place}>
      <path d={SHAPE[seat]} fill={`var(--seat-${seat})`} stroke={edge ?? `var(--seat-${seat}-d)`} stroke-width="6" />
      <Word x={50} y={50} size={54} fill={`var(--seat-${seat}-ink)`}>
        {mark ?? seat}
      </Word>
    </At>
  )
}
