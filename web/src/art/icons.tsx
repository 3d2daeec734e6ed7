/* Small line icons of the interface, 24 by 24, in the colour of the text around them. */
import type { JSX } from 'preact'

const LINES = {
  rule: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM9.4 9.2a2.7 2.7 0 1 1 3.9 2.5c-.9.5-1.3 1-1.3 2M12 16.9v.2',
  undo: 'M9 6 4 11l5 5M4 11h10a5 5 0 0 1 0 10h-3',
  redo: 'm15 6 5 5-5 5M20 11H10a5 5 0 0 0 0 10h3',
  again: 'M20 4v5h-5M20 9a8.5 8.5 0 1 0 .3 6',
  hint: 'M9 18h6M10 21.5h4M12 2.5a6.5 6.5 0 0 0-4 11.6c.8.7 1 1.4 1 2.4h6c0-1 .2-1.7 1-2.4a6.5 6.5 0 0 0-4-11.6Z',
  log: 'M8 6h13M8 12h13M8 18h13M3.5 6h.1M3.5 12h.1M3.5 18h.1',
  scores: 'M5 21V11M12 21V4M19 21v-7M3 21h18',
  settings: 'M4 7h10M18 7h2M4 17h2M10 17h10M16 4.5a2.5 2.5 0 1 0 .1 0ZM8 14.5a2.5 2.5 0 1 0 .1 0Z',
  language: 'M12 3a9 9 0 1 0 .1 0ZM3.5 9h17M3.5 15h17M12 3q-4 4-4 9t4 9q4-4 4-9t-4-9Z',
  share: 'M18 3a2.5 2.5 0 1 0 .1 0ZM6 9.5a2.5 2.5 0 1 0 .1 0ZM18 16a2.5 2.5 0 1 0 .1 0ZM8.3 10.7l7.4-4M8.3 13.3l7.4 4',
  save: 'M5 3h11l5 5v11a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2ZM7 3v5h8V3M7 21v-7h10v7',
  import: 'M12 3v12M7 10l5 5 5-5M4 16v3a2 2 0 0 0 2 2h12a2 2 0 0 0 2-2v-3',
  export: 'M12 15V3M7 8l5-5 5 5M4 16v3a2 2 0 0 0 2 2h12a2 2 0 0 0 2-2v-3',
  play: 'M7 4v16l13-8Z',
  stop: 'M7 5v14M17 5v14',
  pause: 'M8 5v14M16 5v14',
  hurry: 'M4 5v14l8-7ZM12 5v14l8-7Z',
  back: 'M20 12H4M10 6l-6 6 6 6',
  close: 'M6 6l12 12M18 6 6 18',
  check: 'm4 13 5 5L20 6',
  help: 'M12 3a9 9 0 1 0 .1 0ZM9.5 9.5a2.5 2.5 0 1 1 3.6 2.3q-1.1.6-1.1 2.2M12 17.3h.1',
  eye: 'M2 12q4-7 10-7t10 7q-4 7-10 7T2 12ZM12 9a3 3 0 1 0 .1 0Z',
  cover: 'M2 12q4-7 10-7t10 7q-4 7-10 7T2 12ZM4 20 20 4',
  sun: 'M12 8a4 4 0 1 0 .1 0ZM12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.4 1.4M17.6 17.6 19 19M5 19l1.4-1.4M17.6 6.4 19 5',
  moon: 'M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5Z',
  sound: 'M4 9v6h4l5 4V5L8 9ZM16.5 9q2 3 0 6M19 6.5q4 5.5 0 11',
  mute: 'M4 9v6h4l5 4V5L8 9ZM16.5 9.5l5 5M21.5 9.5l-5 5',
  first: 'M6 5v14M19 5l-8 7 8 7',
  prev: 'm15 5-8 7 8 7',
  next: 'm9 5 8 7-8 7',
  last: 'M18 5v14M5 5l8 7-8 7',
  menu: 'M4 6h16M4 12h16M4 18h16',
  plus: 'M12 5v14M5 12h14',
  chat: 'M4 5h16v11H10l-5 4v-4H4Z',
  trash: 'M4 7h16M9 7V4h6v3M6 7l1 14h10l1-14M10 11v6M14 11v6',
  bot: 'M5 9h14v10H5ZM12 9V5M12 3.5h.1M9 13.5h.1M15 13.5h.1M9.5 16.5h5M2.5 12v4M21.5 12v4',
  person: 'M12 4a4 4 0 1 0 .1 0ZM4 21q0-7 8-7t8 7',
  chart: 'M3 3v18h18M6 16l5-6 4 3 6-8',
  calendar: 'M4 6h16v14H4ZM4 10.5h16M8 3.5V8M16 3.5V8M8.5 15.5l2.5 2 4.5-4',
  crown: 'M4 18 3 7l5 4 4-7 4 7 5-4-1 11Z',
} as const

export type IconName = keyof typeof LINES

/* `size` in pixels. Decoration: the button around it carries the words. */
export function Icon({ name, size = 20 }: { name: IconName; size?: number }): JSX.Element {
  return (
    <svg
      class="icon"
      viewBox="0 0 24 24"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      stroke-width="2"
      stroke-linecap="round"
      stroke-linejoin="round"
      aria-hidden="true"
    >
      <path d={LINES[name]} />
    </svg>
  )
}
