/* The mark of Atoll: a ring of land around a lagoon, a palm, the sea. The same drawing is atoll.svg, the app's icon. */
import type { JSX } from 'preact'
import { Pic, Use } from './kit'

export function LogoSymbol(): JSX.Element {
  return (
    <symbol id="at-atoll" viewBox="0 0 100 100">
      <circle cx="50" cy="50" r="48" fill="#17829a" />
      <path
        d="M50 12c24-2 40 16 38 38-1 10-6 14-7 20-5 14-18 18-32 17-8 0-12-4-18-8-14-6-19-18-18-31C14 28 28 13 50 12Z"
        fill="#8fe3de"
      />
      <path
        d="M50 18c20-2 34 13 32 32-1 9-5 12-6 18-5 10-14 14-26 13-7 0-11-3-16-7-11-5-16-14-15-26 1-17 13-29 31-30Z"
        fill="#f7dfa0"
      />
      <path d="M51 29c14 0 21 10 20 21-1 7-5 9-6 14-4 6-10 6-16 5-12-1-19-9-19-19 1-12 9-20 21-21Z" fill="#2ba6b8" />
      <path
        d="M38 52q6-5 12 0t12 0M42 60q5-4 10 0t10 0"
        fill="none"
        stroke="#d6fbf6"
        stroke-width="3"
        stroke-linecap="round"
      />
      <path d="M73 66q-6-14-3-32" fill="none" stroke="#8a5426" stroke-width="4.5" stroke-linecap="round" />
      <path
        d="M70 34q-14-8-20 4 10-6 20-4 0-14-13-17 9 6 13 17 6-14 20-8-11 0-20 8 14 0 15 13-5-9-15-13Z"
        fill="#1d8a55"
        stroke="#0d5a36"
        stroke-width="2"
        stroke-linejoin="round"
      />
      <circle cx="30" cy="72" r="5" fill="#ee5a45" />
      <circle cx="38" cy="78" r="3.5" fill="#7a4cc8" />
    </symbol>
  )
}

/* The mark alone, `size` pixels; needs the sprite sheet. */
export function Logo({ size, label }: { size?: number; label?: string }): JSX.Element {
  return (
    <Pic size={size} label={label} class="logo">
      <Use id="at-atoll" />
    </Pic>
  )
}
