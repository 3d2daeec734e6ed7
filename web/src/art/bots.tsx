/* The bots, one a level: animals of sea and shore in a square with round corners, 100 units wide (people are round). */
import type { ComponentChildren, JSX } from 'preact'
import { Pic } from './kit'

const Eye = ({ x, y, r = 5 }: { x: number; y: number; r?: number }) => (
  <>
    <circle cx={x} cy={y} r={r} fill="#1b2730" stroke="none" />
    <circle cx={x + r * 0.3} cy={y - r * 0.3} r={r * 0.35} fill="#fff" stroke="none" />
  </>
)

/* Water or sky behind, and who is in front of it. */
const DRAWN: Record<string, readonly [back: string, drawing: ComponentChildren]> = {
  /* a seal pup */
  beginner: [
    '#bfe4f2',
    <g stroke="#53636e" stroke-width="4">
      <path d="M18 92q-2-22 10-34-2-34 22-36 24 2 22 36 12 12 10 34Z" fill="#f6f4ee" />
      <path d="M38 62q12-9 24 0 2 12-12 13-14-1-12-13Z" fill="#fff" />
      <path d="M45 60h10l-5 6Zm5 6v4M36 66l-14-3m14 7-13 3m41-7 14-3m-14 7 13 3" fill="#33424c" stroke-width="3" />
      <Eye x={38} y={48} r={7} />
      <Eye x={62} y={48} r={7} />
    </g>,
  ],
  /* a penguin */
  easy: [
    '#d7e8ff',
    <g stroke="#1d2733" stroke-width="4">
      <path d="M20 96V58q0-42 30-42t30 42v38Z" fill="#2f3e50" />
      <path d="M31 96V66q-6-26 10-28 7 0 9 7 2-7 9-7 16 2 10 28v30Z" fill="#fff" />
      <path d="M40 59q10-6 20 0-4 10-10 12-6-2-10-12Z" fill="#f59b2c" stroke="#8a4b06" />
      <Eye x={40} y={50} />
      <Eye x={60} y={50} />
    </g>,
  ],
  /* a gull */
  casual: [
    '#a9def0',
    <g stroke="#3a4a55" stroke-width="4">
      <path d="M14 96q2-20 16-26-10-36 18-46 26-6 30 20 2 18-10 30 12 8 14 22Z" fill="#fff" />
      <path d="M14 96q4-16 22-18 24 2 46 18Z" fill="#9fb2bf" />
      <path d="M74 44q20 0 20 10-4 8-8 4-8 4-17-2Z" fill="#f7b32b" stroke="#8a5a06" />
      <path d="M70 52q10 2 20 4" fill="none" stroke="#8a5a06" />
      <Eye x={58} y={42} r={6} />
    </g>,
  ],
  /* a dolphin */
  normal: [
    '#8fe0d6',
    <g stroke="#17496b" stroke-width="4">
      <path
        d="M8 70q4-44 46-46 4-10 16-12-4 10 0 16 14 8 14 22l10 5q2 6-6 7l-14 1q-14 12-34 10-20 2-32-3Z"
        fill="#4d9bd0"
      />
      <path d="M84 57q-8 1-14 6-14 12-34 10 14-16 34-20Z" fill="#e7f5fc" />
      <path d="M94 56q-10 3-20 3M40 72q-2 12-14 16 0-10 4-16" fill="#4d9bd0" />
      <Eye x={66} y={46} />
    </g>,
  ],
  /* a ray */
  skilled: [
    '#2f6f9f',
    <g stroke="#16213f" stroke-width="4">
      <path d="M50 74q6 12-2 22" fill="none" stroke="#dfe6ff" />
      <path
        d="M50 16q9 2 12 12 20 2 34 22-18 0-28 14-8 12-18 12t-18-12Q22 50 4 50q14-20 34-22 3-10 12-12Z"
        fill="#6a78c9"
      />
      <path d="M40 26q-4-8-1-12m21 12q4-8 1-12M36 52q6 4 10 12m18-12q-6 4-10 12" fill="none" stroke="#c9d2ff" />
      <path d="M44 42q6 4 12 0" fill="none" />
      <Eye x={39} y={34} />
      <Eye x={61} y={34} />
    </g>,
  ],
  /* a shark */
  hard: [
    '#cfe9ee',
    <g stroke="#1f2d38" stroke-width="4">
      <path d="M50 4q10 10 12 26-12-4-24 0Q40 14 50 4Z" fill="#6b7f8f" />
      <path d="M12 96Q8 30 50 24q42 6 38 72Z" fill="#7d93a4" />
      <path d="M24 96q-2-26 26-28 28 2 26 28Z" fill="#eef4f7" />
      <path d="M28 72q22-14 44 0l-6 8-5-7-6 8-5-8-5 8-6-8-5 7Z" fill="#fff" stroke-width="3" />
      <path d="m26 44 16 6m32-6-16 6" fill="none" />
      <Eye x={34} y={54} />
      <Eye x={66} y={54} />
    </g>,
  ],
  /* a nautilus */
  master: [
    '#3b2b5c',
    <g stroke="#4b1f12" stroke-width="4">
      <path
        d="M60 72q16 2 30-6M60 78q14 8 28 6M56 82q8 12 20 14M50 84q0 8 6 12"
        fill="none"
        stroke="#f4c9a8"
        stroke-width="5"
      />
      <path d="M64 78Q44 92 26 80 6 66 12 42q8-26 36-28 30 0 36 26 2 14-8 20-10 4-16 0 4 8 4 18Z" fill="#fbeedd" />
      <path
        d="M30 21q-4 14 4 26M16 36q10 4 18 13M12 54q14 0 23-2M22 76q8-12 14-18M48 14q-6 14-2 22M68 20q-12 8-14 18"
        fill="none"
        stroke="#d0663a"
        stroke-width="7"
      />
      <path d="M60 60q-20 4-24-8-1-14 12-16 12 0 13 10 0 8-8 8-7-1-6-6" fill="none" />
      <Eye x={69} y={68} r={6} />
    </g>,
  ],
}

/* The bot of this level, `size` pixels wide; a level without one has a plain square. Further bots of a level (`kin`) look the
   other way and have other colours. Decoration: its name stands beside. */
export function BotPicture({ level, size = 40, kin = 0 }: { level: string; size?: number; kin?: number }): JSX.Element {
  const [back, drawing] = DRAWN[level] ?? ['#8aa5ad', null]
  return (
    <Pic size={size} class={kin ? `portrait bot kin-${kin % 3}` : 'portrait bot'}>
      <rect width="100" height="100" fill={back} />
      <g stroke-linecap="round" stroke-linejoin="round">
        {drawing}
      </g>
    </Pic>
  )
}
