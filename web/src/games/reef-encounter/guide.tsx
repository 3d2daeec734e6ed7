// How to play Reef Encounter, in pictures.

import type { ComponentChildren } from 'preact'
import {
  AlgaLeaf,
  Consumed,
  Cylinder,
  Larva,
  PolypTile,
  ReefCell,
  Shrimp,
  type Joins,
  type Polyp,
} from '../../art/encounter'
import { Pic, Use, Word } from '../../art/kit'
import { CoralTile, Parrotfish, Screen, SeaSpace } from '../../art/sea'
import type { GuidePage } from '../game'

/** A piece of reef: letters are tiles, dots rock, x sand, * the starfish. */
function Patch({ rows, size, x = 0, y = 0 }: { rows: string[]; size: number; x?: number; y?: number }) {
  const at = (r: number, c: number) => rows[r]?.[c] ?? ' '
  return (
    <g transform={`translate(${x} ${y})`}>
      {rows.flatMap((row, r) =>
        [...row].map((k, c) => {
          const px = c * size,
            py = r * size
          const same: Joins = {
            n: at(r - 1, c) === k,
            e: at(r, c + 1) === k,
            s: at(r + 1, c) === k,
            w: at(r, c - 1) === k,
          }
          return (
            <g key={`${r} ${c}`}>
              <ReefCell kind={k === 'x' ? 'sand' : k === '*' ? 'star' : 'rock'} x={px} y={py} size={size} />
              {/[WYOPG]/.test(k) && <PolypTile kind={k as Polyp} joins={same} letter x={px} y={py} size={size} />}
            </g>
          )
        }),
      )}
    </g>
  )
}

function Picture({ children }: { children: ComponentChildren }) {
  return (
    <Pic w={240} h={160}>
      <rect width={240} height={160} rx={16} fill="var(--re-water)" />
      {children}
    </Pic>
  )
}

const arrow = (x: number, y: number) => <path class="re-arrow" d={`M${x} ${y}h26m-12-12 14 12-14 12`} />

const Goal = () => (
  <Picture>
    <Patch rows={['YY.', 'YYY', '.Y.']} size={40} x={10} y={20} />
    <Shrimp seat={1} x={50} y={60} size={40} />
    {arrow(138, 82)}
    <Parrotfish seat={1} x={168} y={46} size={68} count={2} />
  </Picture>
)
const Cube = () => (
  <Picture>
    <Larva kind="O" x={12} y={52} size={54} />
    {arrow(72, 80)}
    <Patch rows={['.OO', 'xOO', '..Y']} size={42} x={106} y={17} />
  </Picture>
)
const Growth = () => (
  <Picture>
    <Patch rows={['.G.', 'GG*', '...']} size={42} x={8} y={17} />
    <Use id="re-star" x={136} y={62} size={36} />
    <PolypTile kind="G" letter x={178} y={56} size={48} />
  </Picture>
)
const Attack = () => (
  <Picture>
    <Patch rows={['YY.', '.PP']} size={46} x={10} y={34} />
    <path class="re-bite" d="M66 90l28 28m0-28-28 28" />
    {arrow(158, 80)}
    <Consumed kind="P" x={188} y={56} size={46} />
  </Picture>
)
const Shrimps = () => (
  <Picture>
    <Patch rows={['.WW.', 'WWWW', '.W.W']} size={46} x={28} y={11} />
    <path class="re-held" data-seat="2" d="M74 11h92v46h46v92h-46v-46h-46v46h-46v-46h-46v-46h46Z" />
    <Shrimp seat={2} x={74} y={57} size={44} />
  </Picture>
)
const Strong = () => (
  <Picture>
    <CoralTile stronger="W" weaker="Y" large="G" small="B" star x={14} y={10} size={96} />
    <CoralTile stronger="Y" weaker="W" large="B" small="G" x={130} y={74} size={96} />
    <AlgaLeaf kind="G" x={34} y={98} size={44} />
    {arrow(88, 120)}
  </Picture>
)
const Algae = () => (
  <Picture>
    <Consumed kind="P" x={10} y={56} size={44} />
    {arrow(58, 80)}
    <Cylinder kind="B" x={94} y={52} size={50} />
    <CoralTile stronger="Y" weaker="O" large="B" small="R" cylinder="B" x={150} y={50} size={84} />
  </Picture>
)
const Eat = () => (
  <Picture>
    <Patch rows={['PPP', 'PPP']} size={42} x={8} y={38} />
    <Shrimp seat={3} x={50} y={38} size={40} />
    {arrow(140, 52)}
    {arrow(140, 108)}
    <Word x={202} y={28} size={15}>
      4
    </Word>
    <PolypTile kind="P" letter x={180} y={32} size={40} />
    <Parrotfish seat={3} x={172} y={88} size={62} count={2} />
  </Picture>
)
const Take = () => (
  <Picture>
    <circle cx={76} cy={80} r={68} fill="var(--re-O)" />
    <circle cx={76} cy={80} r={62} fill="var(--re-sand)" />
    <SeaSpace kind="O" tiles={['W', 'G', 'P']} x={11} y={15} size={130} />
    {arrow(150, 80)}
    <Screen seat={1} x={178} y={62} size={60} />
  </Picture>
)
const End = () => (
  <Picture>
    {(['W', 'Y', 'O', 'P', 'G'] as const).map((k, i) => (
      <g key={k}>
        <PolypTile kind={k} letter x={14 + i * 44} y={36} size={38} />
        <Word x={33 + i * 44} y={94} size={26}>
          {[3, 5, 2, 4, 1][i]}
        </Word>
      </g>
    ))}
    <Parrotfish seat={4} x={92} y={112} size={58} />
  </Picture>
)

export const guide: GuidePage[] = [
  { key: 'goal', rules: ['RE-9.2', 'RE-12.1', 'RE-14.1'], Picture: Goal },
  { key: 'cube', rules: ['RE-3.1', 'RE-4.1', 'RE-4.2'], Picture: Cube },
  { key: 'growth', rules: ['RE-4.4', 'RE-4.3'], Picture: Growth },
  { key: 'strong', rules: ['RE-1.3', 'RE-12.1'], Picture: Strong },
  { key: 'attack', rules: ['RE-5.1', 'RE-5.2', 'RE-5.4'], Picture: Attack },
  { key: 'shrimps', rules: ['RE-6.1', 'RE-6.2', 'RE-6.3', 'RE-6.4'], Picture: Shrimps },
  { key: 'eat', rules: ['RE-9.1', 'RE-9.2', 'RE-9.3'], Picture: Eat },
  { key: 'swap', rules: ['RE-7.1', 'RE-7.3', 'RE-8.1', 'RE-8.2'], Picture: Algae },
  { key: 'take', rules: ['RE-11.1', 'RE-11.2'], Picture: Take },
  { key: 'end', rules: ['RE-10.1', 'RE-10.2', 'RE-12.2'], Picture: End },
]
