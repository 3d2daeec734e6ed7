// A picture of the final table to send: boards, names and points in one drawing, converted to PNG by the
// browser.

import { render } from 'preact'
import { SeatMark, type Seat } from '../art/seats'
import type { Drawing } from '../games/game'
import type { View } from '../view'
import { gameTitle, type App } from './context'
import { verdict } from './scores'

interface Wanted {
  app: App
  view: View
  names: string[]
  drawings: Drawing[]
}

const WIDE = 1200,
  EDGE = 36,
  HEAD = 118,
  NAME = 56,
  FOOT = 52
/** Pixels a unit: sharp on a phone. */
const SHARP = 1.5

interface Layout {
  columns: number
  w: number
  h: number
  height: number
}

/** Boards side by side, at most two in a row if they are wide; a board that belongs to a player has the name above
 *  it. */
function layOut({ view, drawings }: Wanted): Layout {
  const first: Pick<Drawing, 'w' | 'h' | 'seat'> = drawings[0] ?? { w: 1, h: 1 }
  const columns = Math.max(1, Math.min(drawings.length, first.seat ? view.players : 2))
  const w = Math.min((WIDE - EDGE * (columns + 1)) / columns, 560)
  const h = (w * first.h) / first.w
  const rows = Math.ceil(drawings.length / columns)
  const shared = first.seat ? 0 : NAME
  return { columns, w, h, height: HEAD + shared + rows * (h + (first.seat ? NAME : EDGE / 2)) + FOOT }
}

function Name({ x, y, seat, p }: { x: number; y: number; seat: number; p: Wanted }) {
  const score = p.view.scores[seat - 1]!
  return (
    <g class="art">
      <SeatMark seat={seat as Seat} x={x} y={y} size={34} />
      <text x={x + 44} y={y + 25} font-size="24" fill="var(--ink)">
        {p.names[seat - 1]}: {score.total}
      </text>
    </g>
  )
}

function Photo(p: Wanted) {
  const { app, view, names, drawings } = p
  const { columns, w, h, height } = layOut(p)
  const left = (i: number) => (WIDE - columns * w - (columns - 1) * EDGE) / 2 + (i % columns) * (w + EDGE)
  const shared = drawings[0] && !drawings[0].seat
  const top = (i: number) => HEAD + (shared ? NAME : 0) + Math.floor(i / columns) * (h + (shared ? EDGE / 2 : NAME))
  const said = verdict(app.t, view, names)
  const date = new Intl.DateTimeFormat(app.t.lang, { dateStyle: 'long' }).format(new Date())
  return (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      class="photo art"
      data-theme="light"
      viewBox={`0 0 ${WIDE} ${height}`}
      width={WIDE * SHARP}
      height={height * SHARP}
    >
      <g data-game={view.game}>
        <rect width={WIDE} height={height} fill="var(--water)" />
        <text x={EDGE} y={58} font-size="38" fill="var(--ink)">
          {gameTitle(app, view.game)}
        </text>
        <text x={WIDE - EDGE} y={58} font-size="22" fill="var(--faint)" text-anchor="end">
          {date}
        </text>
        <text x={EDGE} y={96} font-size={Math.min(24, WIDE / (said.length * 0.6))} fill="var(--ink)">
          {said}
        </text>
        {shared &&
          names.map((_, i) => (
            <Name key={i} x={EDGE + (i * (WIDE - 2 * EDGE)) / view.players} y={HEAD} seat={i + 1} p={p} />
          ))}
        {drawings.map((d, i) => (
          <g key={i}>
            {d.seat && <Name x={left(i)} y={top(i)} seat={d.seat} p={p} />}
            <svg
              x={left(i)}
              y={top(i) + (d.seat ? NAME - 12 : 0)}
              width={w}
              height={h}
              viewBox={`0 0 ${d.w} ${d.h}`}
              preserveAspectRatio="xMidYMin"
            >
              {d.drawing}
            </svg>
          </g>
        ))}
        <text x={WIDE - EDGE} y={height - 20} font-size="18" fill="var(--faint)" text-anchor="end">
          Atoll
        </text>
      </g>
    </svg>
  )
}

/** All style of the page as text: the drawing is a separate document. */
function styles(): string {
  const sheets = [...document.styleSheets, ...document.adoptedStyleSheets]
  const rules = sheets.flatMap(sheet => [...sheet.cssRules].map(rule => rule.cssText))
  return `${rules.join('\n')}\n:root { color-scheme: light; }\n* { animation: none !important; transition: none !important; }`
}

/** The text of the drawing's file, with the symbols and the style that it uses. */
function standing(svg: SVGElement): string {
  const own = svg.cloneNode(true) as SVGElement
  const sprites = document.querySelector('.art-sprites')
  if (sprites) own.prepend(sprites.cloneNode(true))
  const style = document.createElementNS('http://www.w3.org/2000/svg', 'style')
  style.textContent = styles()
  own.prepend(style)
  return new XMLSerializer().serializeToString(own)
}

async function png(text: string, width: number, height: number): Promise<Blob> {
  const url = URL.createObjectURL(new Blob([text], { type: 'image/svg+xml' }))
  try {
    const image = new Image()
    image.src = url
    await image.decode()
    const canvas = document.createElement('canvas')
    canvas.width = width
    canvas.height = height
    canvas.getContext('2d')!.drawImage(image, 0, 0, width, height)
    return await new Promise((done, fail) =>
      canvas.toBlob(blob => (blob ? done(blob) : fail(new Error('no picture'))), 'image/png'),
    )
  } finally {
    URL.revokeObjectURL(url)
  }
}

/** Gives the picture to the system's share sheet if that takes files (phones); else saves it as a file. */
export async function send(wanted: Wanted): Promise<void> {
  const box = document.createElement('div')
  render(<Photo {...wanted} />, box)
  const svg = box.querySelector('svg')!
  const { height } = layOut(wanted)
  const blob = await png(standing(svg), WIDE * SHARP, Math.round(height * SHARP))
  render(null, box)
  const file = new File([blob], `${wanted.view.game}.png`, { type: 'image/png' })
  if (matchMedia('(pointer: coarse)').matches && navigator.canShare?.({ files: [file] })) {
    // Closing the sheet without a choice is no error.
    await navigator.share({ files: [file] }).catch(() => {})
    return
  }
  const a = document.createElement('a')
  a.href = URL.createObjectURL(file)
  a.download = file.name
  a.click()
  setTimeout(() => URL.revokeObjectURL(a.href), 1000)
}
