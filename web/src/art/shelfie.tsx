/* My Shelfie: the six items as square tiles with a soft edge. */
import type { ComponentChildren, JSX } from 'preact'
import { At, Place, Use, Word, useLetter } from './kit'

export type Item = 'C' | 'B' | 'G' | 'F' | 'T' | 'P'
export const ITEMS: readonly Item[] = ['C', 'B', 'G', 'F', 'T', 'P']

/* Letters are dark on light tiles and light on dark ones: contrast AA on every background. */
const LETTER: Record<Item, string> = { C: '#1d3310', B: '#4a3410', G: '#4a2f00', F: '#fff', T: '#08363a', P: '#fff' }

const DRAWN: Record<Item, ComponentChildren> = {
  C: (
    <g stroke-linecap="round" stroke-linejoin="round">
      <path d="M24 48 27 17 43 29h14L73 17l3 31Q77 78 50 78T24 48Z" fill="#ee8d34" stroke="#7a3a08" stroke-width="3" />
      <path d="m30 25 1 11 7-6ZM70 25l-1 11-7-6Z" fill="#ffc9a0" />
      <path d="M50 31v9M42 32l2 7M58 32l-2 7M28 56h7M72 56h-7" stroke="#a9520f" stroke-width="4" />
      <path d="M50 60q-15-2-14 8 2 9 14 9t14-9q1-10-14-8Z" fill="#fff1de" />
      <circle cx="39" cy="50" r="6.5" fill="#fff" />
      <circle cx="61" cy="50" r="6.5" fill="#fff" />
      <circle cx="39" cy="50.5" r="4.2" fill="#22303a" />
      <circle cx="61" cy="50.5" r="4.2" fill="#22303a" />
      <path d="M46 60h8l-4 5ZM50 65v4m-6 1q6 4 12 0" fill="#b3475a" stroke="#7a3a08" stroke-width="2" />
    </g>
  ),
  B: (
    <g stroke="#3a2413" stroke-width="3" stroke-linejoin="round">
      <path d="M19 20h18v58H19Z" fill="#c23b3b" />
      <path d="M37 29h16v49H37Z" fill="#2c5b93" />
      <path d="m55 31 15-5 16 46-15 6Z" fill="#2f8a72" />
      <path d="M19 30h18M19 66h18M37 38h16M37 68h16m5-28 15-5m-7 34 15-5" stroke="#f7d98b" stroke-width="4" />
      <path d="M16 79h70" stroke="#8d6a35" stroke-width="4" stroke-linecap="round" />
    </g>
  ),
  G: (
    <g stroke="#5a3d06" stroke-width="3" stroke-linejoin="round">
      <path d="m50 14 32 15v35L50 81 18 64V29Z" fill="#fff" />
      <path d="M50 45v36L18 64V29Z" fill="#efe4d2" />
      <path d="M50 45v36l32-17V29Z" fill="#d5c4a8" />
      <g fill="#b3262e" stroke="none">
        <ellipse cx="50" cy="29.5" rx="8" ry="4.5" />
        <ellipse cx="27" cy="42" rx="4" ry="5.5" />
        <ellipse cx="41" cy="67" rx="4" ry="5.5" />
        <ellipse cx="34" cy="54.5" rx="4" ry="5.5" />
        <ellipse cx="59" cy="53" rx="4" ry="5.5" />
        <ellipse cx="74" cy="45" rx="4" ry="5.5" />
        <ellipse cx="59" cy="68" rx="4" ry="5.5" />
        <ellipse cx="74" cy="60" rx="4" ry="5.5" />
      </g>
    </g>
  ),
  F: (
    <g>
      <path d="M17 17h66v60H17Z" fill="#f3c766" stroke="#6e4708" stroke-width="3" stroke-linejoin="round" />
      <path d="M27 27h46v40H27Z" fill="#cdeefb" stroke="#8a5c10" stroke-width="3" />
      <circle cx="61" cy="38" r="6" fill="#ff9d3c" />
      <path d="m28.5 60 13-19 10 13 6-7 14 16v3h-43Z" fill="#3c8d5a" />
      <path d="m41.5 41-5 7.5 5-1.5 4 2.5Z" fill="#fff" />
      <path d="m17 17 10 10m46 0 10-10M27 67 17 77m56-10 10 10" stroke="#a97519" stroke-width="2.5" />
    </g>
  ),
  T: (
    <g stroke="#6b4700" stroke-width="3" stroke-linejoin="round">
      <path d="M33 24H19q0 24 19 26m29-26h14q0 24-19 26" fill="none" stroke-width="9" />
      <path d="M33 24H19q0 24 19 26m29-26h14q0 24-19 26" fill="none" stroke="#f9c43d" stroke-width="4" />
      <path d="M31 15h38v20q0 22-15 25v8h-8v-8q-15-3-15-25Z" fill="#ffcf45" />
      <path d="M38 20v16q0 8 3 13" fill="none" stroke="#fff3c2" stroke-width="5" stroke-linecap="round" />
      <path d="M34 68h32v11H34Z" fill="#8b4a2b" />
      <path d="m55 25 2.7 5.6 6.1.8-4.5 4.3 1.1 6.1-5.4-3-5.4 3 1.1-6.1-4.5-4.3 6.1-.8Z" fill="#b97a00" stroke="none" />
    </g>
  ),
  P: (
    <g stroke="#123f1f" stroke-width="3" stroke-linejoin="round">
      <path d="M50 54Q47 34 50 18" fill="none" stroke-width="4" />
      <path d="M50 30q-3-14 1-18 8 6 4 18Z" fill="#9be07c" />
      <path d="M49 46Q27 46 22 24q22-1 27 22Z" fill="#5fbf5a" />
      <path d="M51 46q22 0 27-22-22-1-27 22Z" fill="#7fd66a" />
      <path d="M49 54q-20 6-30-6 16-10 30 6Zm2 0q20 6 30-6-16-10-30 6Z" fill="#45a350" />
      <path d="M33 54h34l-5 25H38Z" fill="#e28a52" stroke="#5f2a0d" />
      <path d="M30 52h40v9H30Z" fill="#f2a56d" stroke="#5f2a0d" />
    </g>
  ),
}

export function ShelfieSymbols(): JSX.Element {
  return (
    <>
      {ITEMS.map(k => (
        <symbol id={`ms-${k}`} viewBox="0 0 100 100" key={k}>
          <rect x="3" y="4" width="94" height="93" rx="15" fill={`var(--ms-${k}-d)`} />
          <rect x="3" y="3" width="94" height="87" rx="15" fill={`var(--ms-${k})`} />
          <path
            d="M8 18q0-11 11-11h62q11 0 11 11"
            fill="none"
            stroke="#fff"
            stroke-opacity=".5"
            stroke-width="3"
            stroke-linecap="round"
          />
          {DRAWN[k]}
        </symbol>
      ))}
    </>
  )
}

/* One tile, `size` units wide. `letter` adds the kind's letter in the corner. */
export function ItemTile({ kind, letter = false, ...place }: Place & { kind: Item; letter?: boolean }): JSX.Element {
  const text = useLetter('my-shelfie')(kind)
  if (!letter || !text) return <Use id={`ms-${kind}`} {...place} />
  return (
    <At {...place}>
      <Use id={`ms-${kind}`} />
      <circle cx="80" cy="75" r="16" fill={`var(--ms-${kind})`} stroke={`var(--ms-${kind}-d)`} stroke-width="2" />
      <Word x={80} y={75} size={text.length > 1 ? 20 : 25} fill={LETTER[kind]}>
        {text}
      </Word>
    </At>
  )
}
