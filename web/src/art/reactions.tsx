/* Quick reactions, drawn, 24 by 24. The character with the same meaning is what is sent; not every device can draw
 * those. */
import type { ComponentChildren, JSX } from 'preact'

const Face = ({ children }: { children: ComponentChildren }) => (
  <g stroke="#7a4b00" stroke-width="1.6" fill="none">
    <circle cx="12" cy="12" r="10" fill="#ffd34d" />
    {children}
  </g>
)
const Eyes = ({ y = 9.5 }: { y?: number }) => <path d={`M8.5 ${y}v1.4M15.5 ${y}v1.4`} stroke-width="2" />

const DRAWN: Record<string, ComponentChildren> = {
  good: (
    <g stroke="#7a4b00" stroke-width="1.6" fill="#ffd34d">
      <path d="M3 11h4v10H3Z" fill="#4aa3b5" stroke="#1c5560" />
      <path d="M7 20V11l4-8q3 0 2.5 3.500L13 9.500h6q2.5.5 2 2.500l-1.8 7q-.5 2-2.5 2H10Z" />
    </g>
  ),
  bravo: (
    <path
      d="m12 2 3 6.6 7 .8-5.2 4.9 1.4 7.100L12 17.900l-6.2 3.5 1.4-7.100L2 9.400l7-.8Z"
      fill="#ffc02e"
      stroke="#7a4b00"
      stroke-width="1.6"
    />
  ),
  laugh: (
    <Face>
      <path d="M7 10.500q1.5-2.5 3 0M14 10.500q1.5-2.5 3 0" />
      <path d="M6.5 13.500h11q-.8 5-5.5 5t-5.5-5Z" fill="#fff" />
    </Face>
  ),
  wow: (
    <Face>
      <Eyes y={8} />
      <ellipse cx="12" cy="16" rx="2.6" ry="3.2" fill="#7a4b00" />
    </Face>
  ),
  thinking: (
    <Face>
      <Eyes />
      <path d="M7 7q1.5-1.5 3-.5M9 16.500q3-2 6-.5M5 21q1-4 4-3.500l2 1" />
    </Face>
  ),
  thanks: (
    <path
      d="M12 21Q2.5 14 2.5 8.500T7.5 3q3 0 4.5 3.200Q13.5 3 16.5 3q5 0 5 5.500T12 21Z"
      fill="#f0606a"
      stroke="#8a1f2b"
      stroke-width="1.6"
    />
  ),
}

/** Decoration: the element around it carries the words. */
export function Reaction({ name, size = 24 }: { name: string; size?: number }): JSX.Element {
  return (
    <svg
      class="reaction"
      viewBox="0 0 24 24"
      width={size}
      height={size}
      stroke-linejoin="round"
      stroke-linecap="round"
      aria-hidden="true"
    >
      {DRAWN[name]}
    </svg>
  )
}
