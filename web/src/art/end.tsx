/* Drawings for the end of a game: bunting over the result, a medal for each place. */
import type { JSX } from 'preact'
import { Word } from './kit'

const FLAGS = 18

/* Flags on a line, in the colours of the seats; 720 by 42. */
export function Bunting(): JSX.Element {
  const hang = (x: number) => 4 + 12 * Math.sin((Math.PI * x) / 240) ** 2
  return (
    <svg class="art end-bunting" viewBox="0 0 720 42" aria-hidden="true" preserveAspectRatio="xMidYMin slice">
      <path d="M0 4q120 24 240 0q120 24 240 0q120 24 240 0" fill="none" stroke="var(--line)" stroke-width="3" />
      {Array.from({ length: FLAGS }, (_, i) => {
        const x = (i + 0.5) * (720 / FLAGS)
        const y = hang(x)
        return <path key={i} d={`M${x - 11} ${y}h22l-11 22Z`} fill={`var(--seat-${(i % 4) + 1})`} />
      })}
    </svg>
  )
}

const METAL = ['#ffcf4d', '#cfd8dc', '#e0a070', '#b7c9bd']
const EDGE = ['#8a5a00', '#5c6b72', '#7a4218', '#4f6457']

/* A medal on its ribbon with the place's number; the first has rays. */
export function Medal({ place }: { place: number }): JSX.Element {
  const i = Math.min(place, 4) - 1
  return (
    <svg class="art end-medal" viewBox="0 0 100 110" aria-hidden="true">
      {place === 1 && (
        <g stroke={METAL[0]} stroke-width="6" stroke-linecap="round">
          {[0, 45, 90, 135, 180, 225, 270, 315].map(a => (
            <path key={a} d="M50 22v-9" transform={`rotate(${a} 50 66)`} />
          ))}
        </g>
      )}
      <path d="M32 6h36l-9 36H41Z" fill="var(--accent)" />
      <circle cx="50" cy="66" r="33" fill={METAL[i]} stroke={EDGE[i]} stroke-width="5" />
      <circle cx="50" cy="66" r="24" fill="none" stroke={EDGE[i]} stroke-width="2" stroke-dasharray="3 5" />
      <Word x={50} y={66} size={34} fill="#2b2005">
        {place}
      </Word>
    </svg>
  )
}
