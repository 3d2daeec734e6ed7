/* Reef: cards with their two pieces, the pattern drawn below, and the value. 140 by 200 units. */
import type { JSX } from 'preact'
import { around, At, Chip, Place, Use, useLetter } from './kit'
import { Coral, CoralPiece, PointToken } from './reef'

export const REEF_CARD = { w: 140, h: 200 } as const

/*
 * One cell of a pattern, 100 units square: "R" any height, "R2" exactly 2, "R2+" 2 or more, "*3" any colour at
 * exactly 3. An exact height is a bare number on the chip, a least height has its plus.
 */
export function PatternCell({ spec, ...place }: Place & { spec: string }): JSX.Element | null {
  const letter = useLetter('reef')
  if (spec === '.') return null
  const top = spec[0]!
  const least = Number.parseInt(spec.slice(1), 10) || 1
  const kind = top === '*' ? 'any' : top
  const text = (top === '*' ? '' : letter(top)) + spec.slice(1)
  return (
    <At {...place}>
      {Array.from({ length: least - 1 }, (_, i) => (
        <circle
          key={i}
          cx="50"
          cy={48 + 2 * (least - 1 - i)}
          r={38 + 3.4 * (least - 1 - i)}
          fill="var(--reef-any)"
          stroke="var(--reef-any-d)"
          stroke-width="2"
        />
      ))}
      <Use id={`reef-${kind}`} x={12} y={9} size={76} />
      {text && <Chip x={50} y={82} text={text} size={29} />}
    </At>
  )
}

/* The special cards (RF-5.5): the tallest stack topped with one colour, and its neighbours topped with the other. */
function Tallest({ a, b, ...place }: Place & { a: string; b: string }): JSX.Element {
  const letter = useLetter('reef')
  return (
    <At {...place}>
      {around(8, 39).map(({ x, y, angle }) => (
        <Use key={angle} id={`reef-${b}`} x={x - 11} y={y - 11} size={22} />
      ))}
      {[27, 24, 21].map(r => (
        <circle
          key={r}
          cx="50"
          cy={26 + r}
          r={r}
          fill="var(--reef-any)"
          stroke="var(--reef-any-d)"
          stroke-width="1.5"
        />
      ))}
      <Use id={`reef-${a}`} x={31} y={26} size={38} />
      <path
        d="M67 50V34h-6l11-14 11 14h-6v16Z"
        fill="var(--art-chip)"
        stroke="var(--art-ink)"
        stroke-width="2.5"
        stroke-linejoin="round"
      />
      {letter(a) && <Chip x={50} y={66} text={letter(a)} size={14} />}
      {letter(b) && <Chip x={50} y={95} text={letter(b)} size={14} />}
    </At>
  )
}

/* A whole pattern as the rules spell it ("R . / . R", "tallest P : Y"), centred in a square of 100 units. */
export function Pattern({ pattern, ...place }: Place & { pattern: string }): JSX.Element {
  const special = /^tallest (.) : (.)$/.exec(pattern)
  if (special) return <Tallest {...place} a={special[1]!} b={special[2]!} />
  const rows = pattern.split(' / ').map(row => row.split(' '))
  const cols = Math.max(...rows.map(row => row.length))
  const s = Math.min(rows.length * cols === 1 ? 60 : 48, 100 / Math.max(cols, rows.length))
  const left = 50 - (cols * s) / 2
  const top = 50 - (rows.length * s) / 2
  return (
    <At {...place}>
      {rows.flatMap((row, r) =>
        row.map((spec, c) =>
          spec === '.' ? null : (
            <g key={`${r}${c}`}>
              <rect
                x={left + c * s + 0.8}
                y={top + r * s + 0.8}
                width={s - 1.6}
                height={s - 1.6}
                rx="6"
                fill="var(--art-well)"
                stroke="var(--art-line)"
                stroke-width="1"
              />
              <PatternCell spec={spec} x={left + c * s} y={top + r * s} size={s} />
            </g>
          ),
        ),
      )}
    </At>
  )
}

/* A card: `pieces` two letters, `pattern` and `value` as in the data; `tokens` points lying on it. */
export function ReefCard({
  pieces,
  pattern,
  value,
  tokens = 0,
  ...place
}: Place & { pieces: string; pattern: string; value: number; tokens?: number }): JSX.Element {
  return (
    <At size={REEF_CARD.w} {...place} unit={REEF_CARD.w}>
      <rect y="2" width="140" height="198" rx="14" fill="var(--art-line)" />
      <rect width="140" height="198" rx="14" fill="var(--art-paper)" />
      <path d="M14 0h112a14 14 0 0 1 14 14v50q-17 9-35 0t-35 0-35 0-35 0V14A14 14 0 0 1 14 0Z" fill="var(--art-band)" />
      <path d="M0 64q17 9 35 0t35 0 35 0 35 0" fill="none" stroke="#3b9fb0" stroke-width="3" />
      {[...pieces].map((k, i) => (
        <CoralPiece key={i} kind={k as Coral} letter x={6 + i * 46} y={10} size={44} />
      ))}
      <PointToken value={value} x={98} y={12} size={38} />
      <Pattern pattern={pattern} x={12} y={77} size={116} />
      {tokens > 0 ? <PointToken value={`+${tokens}`} x={2} y={162} size={36} /> : null}
    </At>
  )
}

/* The back of a card: others' hands. */
export function ReefCardBack({ count, ...place }: Place & { count?: number }): JSX.Element {
  return (
    <At size={REEF_CARD.w} {...place} unit={REEF_CARD.w}>
      <rect y="2" width="140" height="198" rx="14" fill="#0b4a5c" />
      <rect width="140" height="198" rx="14" fill="#1b8296" />
      <rect x="8" y="8" width="124" height="182" rx="9" fill="none" stroke="#8fe0e6" stroke-width="2" />
      {[30, 54, 144, 168].map(y => (
        <path
          key={y}
          d={`M16 ${y}q13.5-10 27 0t27 0 27 0 27 0`}
          fill="none"
          stroke="#4fb6c4"
          stroke-width="4"
          stroke-linecap="round"
        />
      ))}
      <circle cx="70" cy="99" r="33" fill="#0f6577" />
      <Use id="at-atoll" x={41} y={70} size={58} />
      {count === undefined ? null : <Chip x={70} y={172} text={count} size={26} />}
    </At>
  )
}
