/* Pictures that people choose for themselves: creatures of the sea and things from the shelf, round, 100 units wide. */
import type { ComponentChildren, JSX } from 'preact'
import { At, Pic, Place } from './kit'

const Eye = ({ x, y, r = 6 }: { x: number; y: number; r?: number }) => (
  <>
    <circle cx={x} cy={y} r={r} fill="#fff" stroke="none" />
    <circle cx={x} cy={y} r={r * 0.6} fill="#22303a" stroke="none" />
  </>
)

/* Name, water or wall behind, drawing. Their order is kept and sent: new ones go to the end. */
const DRAWN: readonly [name: string, back: string, drawing: ComponentChildren][] = [
  [
    'fish',
    '#8fdbe6',
    <g stroke="#8f3d0c" stroke-width="4">
      <path d="M66 50q12-8 22-22 4 22 0 44-10-14-22-22Z" fill="#ffb35c" />
      <path d="M10 51q8-28 36-28 22 2 32 27-10 26-32 28-28 0-36-27Z" fill="#f5832e" />
      <path d="M36 25q8 24 0 51h11q8-26 0-52ZM60 30q6 19 0 41l8-6q5-14 0-30Z" fill="#fff3e2" />
      <Eye x={25} y={45} />
    </g>,
  ],
  [
    'turtle',
    '#bfe8c8',
    <g stroke="#1f4f2b" stroke-width="4">
      <path d="M22 33 12 22l18 3M72 28l12-10-2 18M24 66 14 80l20-5M72 70l14 8-6-19" fill="#8ccf6a" />
      <path d="M74 42q20-6 18 9-1 13-18 7Z" fill="#8ccf6a" />
      <ellipse cx="49" cy="50" rx="33" ry="27" fill="#4d9a4f" />
      <path
        d="m49 35 14 8v14l-14 8-14-8V43Zm0 0V24m14 19 13-7M63 57l13 7M49 65v11M35 57l-13 7m13-21-13-7"
        fill="#79bd5b"
      />
      <Eye x={84} y={47} r={4} />
    </g>,
  ],
  [
    'octopus',
    '#d9c8f5',
    <g stroke="#5a1f63" stroke-width="4">
      <path
        d="M24 40q0-26 26-26t26 26v17q10 12 14 6 2 16-14 15-6 11-13 2-6 10-13 0-7 10-13 0-7 9-13-2-16 1-14-15 4 6 14-6Z"
        fill="#c45fc7"
      />
      <path d="M42 58q8 7 16 0M34 24q4-4 9-5" fill="none" />
      <Eye x={39} y={44} r={8} />
      <Eye x={61} y={44} r={8} />
    </g>,
  ],
  [
    'crab',
    '#f7e3b0',
    <g stroke="#7d1a12" stroke-width="4">
      <path d="M25 52 12 44m12 20L9 66m18 7-12 11m60-32 13-8M76 64l15 2M73 73l12 11M40 42V30m20 12V30" fill="none" />
      <path
        d="M13 42Q4 24 20 16q-1 9 4 12 6-4 11-4-1 16-22 18Zm74 0q9-18-7-26 1 9-4 12-6-4-11-4 1 16 22 18Z"
        fill="#f2694f"
      />
      <path d="M22 62q0-22 28-22t28 22q-6 20-28 20T22 62Z" fill="#e8493a" />
      <path d="M42 68q8 6 16 0" fill="none" />
      <Eye x={40} y={29} />
      <Eye x={60} y={29} />
    </g>,
  ],
  [
    'whale',
    '#cdeef6',
    <g stroke="#173f73" stroke-width="4">
      <path d="M34 30V20m0 2q-8-12-14-3m14 3q8-12 14-3" fill="none" stroke="#4aa5d8" />
      <path
        d="M8 58q2-26 28-26 20 0 30 16 6 8 12 4-8-10-4-20 8 4 10 10 4-8 10-8-2 18-12 24-4 24-34 24Q12 82 8 58Z"
        fill="#3f7fc4"
      />
      <path d="M11 66q16 6 40-4-2 17-10 20-26-1-30-16Z" fill="#dff1fb" />
      <Eye x={29} y={53} r={5} />
    </g>,
  ],
  [
    'jellyfish',
    '#1f5f86',
    <g stroke="#ffd9ec" stroke-width="4">
      <path d="M32 54q-8 12 0 20t-2 18M44 56q8 11 0 19t2 18M57 56q-8 11 0 19t-2 18M69 54q8 12 0 20t2 18" fill="none" />
      <path d="M19 55q-2-42 31-42t31 42q-8 6-16 0-8 6-15 0-8 6-15 0-8 6-16 0Z" fill="#f28ac0" />
      <path d="M44 47q6 4 12 0M30 34q3-9 11-12" fill="none" stroke="#8f2b63" />
      <Eye x={38} y={40} />
      <Eye x={62} y={40} />
    </g>,
  ],
  [
    'puffer',
    '#a6e3d7',
    <g stroke="#7a5200" stroke-width="4">
      <path d="M50 17V7m19 16 7-8m6 21 10-4M31 23l-7-8m-6 21L8 32m42 49v11m21-18 6 9M29 74l-6 9" />
      <path d="M80 50q10-10 14-8-4 10 0 20-6 2-14-6" fill="#ffe08a" />
      <circle cx="49" cy="50" r="33" fill="#f9c23c" />
      <path d="M18 58q30 14 62 0-6 25-31 25T18 58Z" fill="#fff6d8" />
      <path d="M26 52q6 6 12 0" fill="none" />
      <Eye x={31} y={42} r={8} />
      <Eye x={58} y={42} r={8} />
    </g>,
  ],
  [
    'starfish',
    '#f3dfae',
    <g stroke="#8f3d0c" stroke-width="4">
      <path
        d="M50 10q7 0 9 12l4 12 14 1q14 1 15 7t-9 13l-9 8 4 14q4 13-1 17t-15-4l-12-8-12 8q-10 8-15 4t-1-17l4-14-9-8Q7 48 8 42t15-7l14-1 4-12q2-12 9-12Z"
        fill="#ff8a5c"
      />
      <path d="M43 62q7 6 14 0M50 22v4m26 17-4 2M66 78l-2-4M34 78l2-4M24 43l4 2" fill="none" />
      <Eye x={42} y={50} />
      <Eye x={58} y={50} />
    </g>,
  ],
  [
    'cat',
    '#f2c9a8',
    <g stroke="#20242c" stroke-width="4">
      <path d="M20 52 23 14l19 14h16l19-14 3 38q0 34-30 34T20 52Z" fill="#4a5160" />
      <path d="m28 23 1 12 9-7ZM72 23l-1 12-9-7Z" fill="#f09a9a" stroke="none" />
      <path
        d="M45 62h10l-5 6Zm5 6v4m-9 1q5 4 9-1 4 5 9 1M22 62H10m13 8-11 4m66-12h12m-13 8 11 4"
        fill="#f09a9a"
        stroke="#e9edf2"
        stroke-width="3"
      />
      <g fill="#ffd95e" stroke="none">
        <circle cx="37" cy="49" r="8" />
        <circle cx="63" cy="49" r="8" />
      </g>
      <path d="M37 44v10m26-10v10" />
    </g>,
  ],
  [
    'cactus',
    '#ffe3b3',
    <g stroke="#14532d" stroke-width="4">
      <path
        d="M40 62V30q0-12 10-12t10 12v32M40 54H30q-8 0-8-8v-8q0-5 5-5t5 5v6h8m20 6h10q8 0 8-8v-8q0-5-5-5t-5 5v8h-8"
        fill="#4caf6a"
      />
      <path d="M50 28v6m0 10v6m0-32q-8-2-6-8 6 0 6 6 0-6 6-6 2 6-6 8Z" fill="#ff7fa8" />
      <path d="M30 60h40l-5 28H35Z" fill="#d9743f" stroke="#6b2d0d" />
      <path d="M45 74q5 4 10 0" fill="none" stroke="#6b2d0d" />
      <Eye x={43} y={68} r={4} />
      <Eye x={57} y={68} r={4} />
    </g>,
  ],
  [
    'teapot',
    '#c3ddf3',
    <g stroke="#7a2140" stroke-width="4">
      <path d="M72 44q18-6 18 10T70 68" fill="none" stroke-width="7" />
      <path d="M28 62Q18 60 8 40l9-4q8 10 14 10" fill="#f78fa7" />
      <path d="M24 54q0-20 26-20t26 20q0 28-18 30H42Q24 82 24 54Z" fill="#ee6c8d" />
      <path d="M34 36q2-12 16-12t16 12q-16 6-32 0Z" fill="#f78fa7" />
      <circle cx="50" cy="20" r="5" fill="#fff" />
      <path d="M44 66q6 5 12 0" fill="none" />
      <Eye x={40} y={56} />
      <Eye x={60} y={56} />
    </g>,
  ],
  [
    'lamp',
    '#4d4a7a',
    <g stroke="#5c3a00" stroke-width="4">
      <path d="M14 92 30 46h40l16 46Z" fill="#ffe9a3" fill-opacity=".35" stroke="none" />
      <path d="M47 52h6v30h-6Z" fill="#b98135" />
      <path d="M32 90q0-10 18-10t18 10Z" fill="#d49a4a" />
      <path d="M36 16h28l14 38H22Z" fill="#ffcf45" />
      <path d="M43 44q7 5 14 0" fill="none" />
      <Eye x={41} y={34} r={5} />
      <Eye x={59} y={34} r={5} />
    </g>,
  ],
]

/* What the pictures are called, for their words. */
export const PEOPLE: readonly string[] = DRAWN.map(([name]) => name)

/* The picture with this number, from 1; for a number that this page does not know yet, one that it knows. */
export function Portrait({ picture, ...place }: Place & { picture: number }): JSX.Element {
  const [, back, drawing] = DRAWN[(picture + DRAWN.length - 1) % DRAWN.length]!
  return (
    <At {...place}>
      <circle cx="50" cy="50" r="49" fill={back} />
      <g stroke-linecap="round" stroke-linejoin="round">
        {drawing}
      </g>
    </At>
  )
}

/* The same picture alone in the page, `size` pixels wide. Decoration: the name stands beside it. */
export function PersonPicture({ picture, size = 40 }: { picture: number; size?: number }): JSX.Element {
  return (
    <Pic size={size} class="portrait">
      <Portrait picture={picture} />
    </Pic>
  )
}
