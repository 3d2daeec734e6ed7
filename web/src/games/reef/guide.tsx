// How to play Reef, in pictures.

import { Pic } from '../../art/kit'
import { PointToken, REEF_BOARD, ReefBoard, reefCell, Stack, Supply } from '../../art/reef'
import { PatternCell, ReefCard } from '../../art/reefcard'
import type { GuidePage } from '../game'
import { Marks } from './parts'

/** A reef of the guide: stacks by space, from a1 on. */
function Example({
  stacks,
  groups = [],
  value = 0,
}: {
  stacks: Record<number, string>
  groups?: number[][]
  value?: number
}) {
  return (
    <Pic w={REEF_BOARD.side} h={REEF_BOARD.side}>
      <ReefBoard />
      {Object.entries(stacks).map(([i, pieces]) => {
        const { x, y } = reefCell(Number(i) >> 2, Number(i) % 4)
        return <Stack key={i} pieces={pieces} chip="" x={x} y={y} />
      })}
      <Marks reef={Array.from({ length: 16 }, (_, i) => stacks[i] ?? '')} shown={{ groups, value }} size={28} />
    </Pic>
  )
}

const GOAL = { 1: 'G', 5: 'RY', 6: 'P', 9: 'GPR', 10: 'YG', 11: 'P', 14: 'RRYP', 4: 'Y' }

function Take() {
  return (
    <Pic w={460} h={460}>
      <ReefCard pieces="GG" pattern="P Y" value={3} x={4} y={0} />
      <ReefCard pieces="RR" pattern="G" value={1} tokens={1} x={160} y={0} />
      <ReefCard pieces="PY" pattern="R R R" value={4} x={316} y={0} />
      <ReefCard pieces="YY" pattern="R . / R R" value={4} x={82} y={240} />
      <path
        d="M240 340q60-10 70-90"
        fill="none"
        stroke="currentColor"
        stroke-width="5"
        stroke-dasharray="2 12"
        stroke-linecap="round"
      />
      <PointToken value={1} x={262} y={212} size={70} />
    </Pic>
  )
}

function Play() {
  return (
    <Pic w={460} h={460}>
      <ReefCard pieces="RY" pattern="G G G" value={4} x={0} y={100} size={180} />
      <path
        d="M190 150q40-60 76-20M190 190q60 40 110 70"
        fill="none"
        stroke="currentColor"
        stroke-width="5"
        stroke-dasharray="2 12"
        stroke-linecap="round"
      />
      <Stack pieces="GR" x={260} y={100} size={150} />
      <Stack pieces="Y" x={300} y={250} size={150} />
    </Pic>
  )
}

function Heights() {
  return (
    <Pic w={460} h={460}>
      {['R', 'Y2', 'G2+', '*3'].map((spec, i) => (
        <g key={spec}>
          <PatternCell spec={spec} x={10} y={6 + i * 114} size={106} />
          <path
            d={`M130 ${60 + i * 114}h40m-14-12 14 12-14 12`}
            fill="none"
            stroke="currentColor"
            stroke-width="5"
            stroke-linecap="round"
          />
          {[
            ['R', 'GYR', 'PPGR'],
            ['RY', 'GY', 'YY'],
            ['PG', 'RYG', 'YRPG'],
            ['RGP', 'GGY', 'YPR'],
          ][i]!.map((pieces, k) => (
            <Stack key={pieces} pieces={pieces} x={182 + k * 92} y={10 + i * 114} size={92} />
          ))}
        </g>
      ))}
    </Pic>
  )
}

function End() {
  return (
    <Pic w={460} h={300}>
      <Supply kind="R" count={3} x={10} y={20} size={200} />
      <Supply kind="G" count={0} x={250} y={20} size={200} />
      <PointToken value={58} x={180} y={190} size={110} />
    </Pic>
  )
}

export const guide: GuidePage[] = [
  { key: 'goal', rules: ['RF-2.4', 'RF-6.4'], Picture: () => <Example stacks={GOAL} /> },
  { key: 'take', rules: ['RF-3.1', 'RF-3.2', 'RF-3.3'], Picture: Take },
  { key: 'play', rules: ['RF-3.4', 'RF-4.1', 'RF-4.2'], Picture: Play },
  {
    key: 'pattern',
    rules: ['RF-5.2', 'RF-5.4'],
    Picture: () => (
      <Example
        stacks={{ 0: 'R', 1: 'YR', 2: 'G', 5: 'R', 6: 'P', 9: 'PR', 10: 'GR', 14: 'R', 15: 'Y' }}
        groups={[
          [0, 1, 5],
          [9, 10, 14],
        ]}
        value={4}
      />
    ),
  },
  { key: 'height', rules: ['RF-5.1', 'RF-5.3'], Picture: Heights },
  {
    key: 'tallest',
    rules: ['RF-5.5'],
    Picture: () => (
      <Example
        stacks={{ 1: 'G', 5: 'YRP', 4: 'G', 6: 'Y', 10: 'RG', 13: 'P', 12: 'G', 15: 'Y' }}
        groups={[
          [5, 1],
          [5, 4],
          [5, 10],
        ]}
        value={2}
      />
    ),
  },
  { key: 'end', rules: ['RF-6.1', 'RF-6.2', 'RF-6.3'], Picture: End },
]
