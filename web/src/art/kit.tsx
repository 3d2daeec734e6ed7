/* What all drawings share: placing a symbol, standing alone as a picture, badges with text. */
import { createContext, type ComponentChildren, type JSX } from 'preact'
import { useContext } from 'preact/hooks'

/* Where a drawing goes in the user units of the svg around it. `size` is its width. */
export interface Place {
  x?: number
  y?: number
  size?: number
  class?: string
}

/* A symbol of the sprite sheet; `ratio` is height over width. */
export function Use({
  id,
  x = 0,
  y = 0,
  size = 100,
  ratio = 1,
  class: name,
}: Place & { id: string; ratio?: number }): JSX.Element {
  return <use href={`#${id}`} x={x} y={y} width={size} height={size * ratio} class={name} />
}

/* A group whose inside is drawn `unit` wide and appears `size` wide at x, y. */
export function At({
  x = 0,
  y = 0,
  size = 100,
  unit = 100,
  class: name,
  children,
}: Place & { unit?: number; children: ComponentChildren }): JSX.Element {
  const scale = size / unit
  const move = x || y ? `translate(${x} ${y})` : ''
  return (
    <g class={name} transform={scale === 1 ? move || undefined : `${move}scale(${scale})`}>
      {children}
    </g>
  )
}

/*
 * A drawing that stands alone in the page: an svg of w by h units. `size` is the width in pixels; without it
 * the style sheet decides. With a label it is an image to a screen reader, without one it is decoration.
 */
export function Pic({
  size,
  w = 100,
  h = 100,
  label,
  class: name,
  children,
}: {
  size?: number
  w?: number
  h?: number
  label?: string
  class?: string
  children: ComponentChildren
}): JSX.Element {
  return (
    <svg
      class={name ? `art ${name}` : 'art'}
      viewBox={`0 0 ${w} ${h}`}
      width={size}
      height={size === undefined ? undefined : (size * h) / w}
      role={label ? 'img' : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : 'true'}
    >
      {children}
    </svg>
  )
}

/* Text centred on x, y. */
export function Word({
  x,
  y,
  size,
  fill = 'var(--art-ink)',
  children,
}: {
  x: number
  y: number
  size: number
  fill?: string
  children: ComponentChildren
}): JSX.Element {
  return (
    <text x={x} y={y} dy=".36em" font-size={size} fill={fill} text-anchor="middle">
      {children}
    </text>
  )
}

/* The letter on a piece: that of its kind's word, or nothing if letters are switched off. */
export const Letters = createContext<(game: string, kind: string) => string>((_, kind) => kind)
export const useLetter = (game: string): ((kind: string) => string) => {
  const letter = useContext(Letters)
  return kind => letter(game, kind)
}

/* A pill with a few characters, centred on x, y: heights, counts, letters. */
export function Chip({
  x,
  y,
  text,
  size = 30,
}: {
  x: number
  y: number
  text: string | number
  size?: number
}): JSX.Element {
  const wide = Math.max(size * 1.1, size * (0.5 + 0.62 * String(text).length))
  return (
    <g>
      <rect
        x={x - wide / 2}
        y={y - size * 0.55}
        width={wide}
        height={size * 1.1}
        rx={size * 0.55}
        fill="var(--art-chip)"
        stroke="var(--art-ink)"
        stroke-opacity=".35"
        stroke-width={size * 0.06}
      />
      <Word x={x} y={y} size={size * 0.82}>
        {text}
      </Word>
    </g>
  )
}

/* Points on a circle, from the top, clockwise. */
export function around(
  n: number,
  radius: number,
  cx = 50,
  cy = 50,
  turn = 0,
): { x: number; y: number; angle: number }[] {
  return Array.from({ length: n }, (_, i) => {
    const angle = (360 * i) / n + turn
    const a = ((angle - 90) * Math.PI) / 180
    return { x: round(cx + radius * Math.cos(a)), y: round(cy + radius * Math.sin(a)), angle }
  })
}

export function round(v: number): number {
  return Math.round(v * 10) / 10
}
