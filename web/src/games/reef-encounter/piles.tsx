// Pieces of one kind as they lie on the table: one pile for each colour that is there.

import type { ComponentChildren } from 'preact'
import { Pic } from '../../art/kit'
import { COLOURS, type Colour, type Counts, type Props } from './model'
import { countWords } from './words'

/** A pile of one colour: it is higher if there are more. */
export function Pile({ n, children }: { n: number; children: ComponentChildren }) {
  return (
    <span class="re-pile" data-n={n}>
      <Pic>{children}</Pic>
    </span>
  )
}

/** Piles with a name: to a screen reader one picture with its counts in words. */
export function Piles({
  p,
  label,
  counts,
  draw,
  said = '',
  children,
}: {
  p: Props
  label: string
  counts: Counts
  draw: (c: Colour) => ComponentChildren
  /** Other pieces, in words and as drawings. */
  said?: string
  children?: ComponentChildren
}) {
  return (
    <span
      class="re-row"
      role="img"
      aria-label={`${label}: ${countWords(p.t, counts)}${said && `, ${said}`}`}
      title={label}
    >
      {COLOURS.filter(c => counts[c]).map(c => (
        <Pile key={c} n={counts[c]}>
          {draw(c)}
        </Pile>
      ))}
      {children}
    </span>
  )
}
