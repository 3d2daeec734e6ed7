/* The sheet of symbols that all drawings use: rendered once a page, before the first drawing. */
import type { JSX } from 'preact'
import { EncounterSymbols } from './encounter'
import { LogoSymbol } from './logo'
import { ReefSymbols } from './reef'
import { ShelfieSymbols } from './shelfie'

export function Sprites(): JSX.Element {
  return (
    <svg class="art-sprites" width="0" height="0" aria-hidden="true">
      <LogoSymbol />
      <ShelfieSymbols />
      <ReefSymbols />
      <EncounterSymbols />
    </svg>
  )
}
