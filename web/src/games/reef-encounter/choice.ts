// What can be pointed at now. A turn is many small decisions: most are made at once with one click
// and can be taken back; eating, algae and taking from the sea are shown first and confirmed. The
// legal moves are only ever narrowed down here.
//
// Things have keys: cell:C4, cube:white, prey:white (a consumed tile), tile:white (behind my
// screen), home (my shrimps there), sea:white, pair:3 (a coral tile), alga:blue, space (of the
// cylinder), larva:white (in the supply).

import type { Action } from '../game'
import {
  beside,
  cellPlace,
  COLOURS,
  coralAt,
  position,
  tileAt,
  type AlgaColour,
  type Colour,
  type Props,
} from './model'
import { attackWords, colourWord, moveName, rockWarning, say } from './words'

export type Tool = 'eat' | 'cube' | 'shrimp' | 'move' | 'swap' | 'alga' | 'take'

/** The action that is being chosen. */
export interface Part {
  tool: Tool | 'held' | 'place'
  /** A shrimp that moves, a cube or a consumed tile that was picked up. */
  from?: string
  cube?: Colour
  prey?: Colour
  alga?: AlgaColour
  to?: string
}

/** A lit target: what a click does. attack: a tile would be consumed; soft: nothing is in hand, or the click would
 *  only begin another action, so the mark is a quiet one. */
export interface Lit {
  press(): void
  attack?: boolean
  chosen?: boolean
  soft?: boolean
  /** A tile could go there, and no coral would grow. */
  anywhere?: boolean
}

export interface Choices {
  part: Part | null
  lit(key: string): Lit | undefined
  /** The reefs on which the action in hand can do something. */
  reefs: Set<number>
  /** A click on anything: a lit target acts, everything else says why it cannot. */
  press(key: string): void
}

export const starts = (legal: string[], ...kinds: string[]): string[] =>
  legal.filter(m => kinds.some(k => m === k || m.startsWith(k + ' ')))

export function begin(p: Props, part: Part, moves: string[] = []): void {
  const text = moves[0]
    ? [moveName(moves[0], p.view, p.t), ...rockWarning(p, moves[0])].join('. ')
    : say(p.t, `choose.${part.tool}`)
  p.setDraft({ moves, parts: part, say: text })
}

export function partOf(p: Props): Part | null {
  return p.draft?.parts ? (p.draft.parts as Part) : null
}

/** Picks an action of the palette. */
export function pick(p: Props, tool: Tool): void {
  if (partOf(p)?.tool === tool) {
    p.setDraft(null)
    return
  }
  const part: Part = { tool }
  if (tool === 'eat') {
    const meals = starts(p.legal, 'eat')
    begin(p, part, meals.length === 1 ? meals : [])
  } else if (tool === 'alga') chooseAlga(p, part)
  else if (tool === 'move') {
    const from = new Set(starts(p.legal, 'move', 'home').map(m => m.split(' ')[1]!))
    begin(p, from.size === 1 ? { tool, from: [...from][0]! } : part)
  } else begin(p, part)
}

/** A cylinder needs a colour, a place and a consumed tile as payment, chosen in any order. */
function chooseAlga(p: Props, part: Part): void {
  const left = starts(p.legal, 'alga')
    .map(algaParts)
    .filter(
      m =>
        (!part.alga || m.alga === part.alga) && (!part.to || m.to === part.to) && (!part.prey || m.prey === part.prey),
    )
  const next = { ...part }
  // A part with only one possibility need not be chosen.
  if (new Set(left.map(m => m.prey)).size === 1) next.prey = left[0]!.prey
  if (part.alga && new Set(left.map(m => m.to)).size === 1) next.to = left[0]!.to
  begin(p, next, next.to && next.alga && left.length === 1 ? [left[0]!.move] : [])
}

/** A cylinder's move: its colour, where it goes (as a key), what it costs. */
function algaParts(move: string): { move: string; alga: AlgaColour; to: string; prey: Colour } {
  const w = move.split(' ')
  return { move, alga: w[1] as AlgaColour, to: w[2] === 'space' ? 'space' : `pair:${w[3]}`, prey: w.at(-1) as Colour }
}

type Light = (key: string, press: () => void, more?: Partial<Lit>) => void

function lightShrimps(p: Props, light: Light, part: Part | null): void {
  const moves = starts(p.legal, 'move', 'home')
  for (const from of new Set(moves.map(m => m.split(' ')[1]!)))
    light(`cell:${from}`, () => (part?.from === from ? p.setDraft(null) : begin(p, { tool: 'move', from })), {
      chosen: part?.from === from,
      soft: part?.tool !== 'move',
    })
  if (!part?.from) return
  for (const m of starts(p.legal, `move ${part.from}`)) {
    const cell = m.split(' ')[2]!
    light(`cell:${cell}`, () => p.act(m), { soft: tileAt(position(p.view), cell) === null })
  }
  if (p.legal.includes(`home ${part.from}`)) light('home', () => p.act(`home ${part.from}`))
}

function lightPlaces(p: Props, light: Light, part: Part | null): void {
  const view = position(p.view)
  const all = starts(p.legal, 'place')
  const consumed = all.filter(m => m.endsWith(' consumed'))
  const screen = all.filter(m => !m.endsWith(' consumed'))
  const use = part?.tool === 'place' || screen.length === 0 ? consumed : screen
  const colour = view.turn.placing
  for (const m of use) {
    const cell = m.split(' ')[1]!
    if (!tileAt(view, cell))
      light(`cell:${cell}`, () => p.act(m), { anywhere: !beside(cell).some(n => tileAt(view, n) === colour) })
    else {
      // The first press shows what an attack would consume; the second makes the attack.
      const chosen = p.draft?.moves[0] === m
      const show = () => p.setDraft({ moves: [m], parts: part, say: attackWords(m, p.view, p.t) })
      light(`cell:${cell}`, chosen ? () => p.act(m) : show, { attack: true, chosen })
    }
  }
  if (!colour) return
  if (consumed.length) light(`prey:${colour}`, () => begin(p, { tool: 'place' }), { chosen: use === consumed })
  if (screen.length) light(`tile:${colour}`, () => p.setDraft(null), { chosen: use === screen })
}

function lightAlgae(p: Props, light: Light, part: Part): void {
  for (const { alga, to, prey } of starts(p.legal, 'alga').map(algaParts)) {
    light(`prey:${prey}`, () => chooseAlga(p, { ...part, prey }), { chosen: part.prey === prey })
    light(`alga:${alga}`, () => chooseAlga(p, { tool: 'alga', alga, ...(part.prey ? { prey: part.prey } : {}) }), {
      chosen: part.alga === alga,
    })
    if (to !== 'space') light(to, () => chooseAlga(p, { ...part, alga, to }), { chosen: part.to === to })
    else if (part.alga === alga) light('space', () => chooseAlga(p, { ...part, to }), { chosen: part.to === 'space' })
  }
}

function lightCubes(p: Props, light: Light): void {
  for (const c of COLOURS) {
    const play = p.legal.includes(`cube ${c}`),
      swap = p.legal.includes(`swap-tile ${c}`)
    if (play && !swap) light(`cube:${c}`, () => p.act(`cube ${c}`))
    else if (play || swap) light(`cube:${c}`, () => begin(p, { tool: 'held', cube: c }))
  }
}

/** Nothing is being chosen: every target that could begin an action. */
function lightAll(p: Props, strong: Light): void {
  const light: Light = (key, press, more) => strong(key, press, { ...more, soft: true })
  lightShrimps(p, light, null)
  lightCubes(p, light)
  for (const m of starts(p.legal, 'swap-larva')) {
    const c = m.split(' ')[1] as Colour
    light(`prey:${c}`, () => begin(p, { tool: 'held', prey: c }))
  }
  if (starts(p.legal, 'alga').length) {
    lightAlgae(p, light, { tool: 'alga' })
    for (const m of starts(p.legal, 'alga')) {
      const c = m.split(' ').at(-1) as Colour
      light(`prey:${c}`, () => begin(p, { tool: 'held', prey: c }))
    }
  }
  if (starts(p.legal, 'shrimp').length) light('home', () => pick(p, 'shrimp'))
  lightSea(p, light, null)
}

function lightSea(p: Props, light: Light, part: Part | null): void {
  for (const m of starts(p.legal, 'take')) {
    const to = `sea:${m.split(' ')[1]}`
    light(to, () => begin(p, { tool: 'take', to }, [m]), { chosen: part?.to === to })
  }
}

function lightMeals(p: Props, light: Light): void {
  for (const m of starts(p.legal, 'eat')) {
    const cell = m.split(' ')[1]!
    for (const c of coralAt(position(p.view), cell)?.cells ?? [cell])
      light(`cell:${c}`, () => begin(p, { tool: 'eat' }, [m]), { chosen: p.draft?.moves[0] === m })
  }
}

function lightTool(p: Props, light: Light, part: Part): void {
  switch (part.tool) {
    case 'eat':
      return lightMeals(p, light)
    case 'cube':
      return starts(p.legal, 'cube').forEach(m => light(`cube:${m.slice(5)}`, () => p.act(m)))
    case 'shrimp':
      return starts(p.legal, 'shrimp').forEach(m => light(`cell:${m.slice(7)}`, () => p.act(m)))
    case 'move':
      return lightShrimps(p, light, part)
    case 'swap':
      starts(p.legal, 'swap-larva').forEach(m => light(`prey:${m.slice(11)}`, () => p.act(m)))
      return starts(p.legal, 'swap-tile').forEach(m => light(`cube:${m.slice(10)}`, () => p.act(m)))
    case 'alga':
      return lightAlgae(p, light, part)
    case 'take':
      return lightSea(p, light, part)
    case 'held':
      lightAll(p, light)
      return light(part.cube ? `cube:${part.cube}` : `prey:${part.prey}`, () => p.setDraft(null), { chosen: true })
    case 'place':
      return
  }
}

/** The move that a click on an unlit target would have meant. */
function meant(p: Props, key: string, part: Part | null): string {
  const [what, name] = key.split(':')
  switch (what) {
    case 'cell':
      if (part?.tool === 'shrimp') return `shrimp ${name}`
      if (part?.tool === 'eat') return `eat ${name}`
      if (part?.tool === 'move') return part.from ? `move ${part.from} ${name}` : `home ${name}`
      return `place ${name}${part?.tool === 'place' ? ' consumed' : ''}`
    case 'cube':
      return part?.tool === 'swap' ? `swap-tile ${name}` : `cube ${name}`
    case 'prey':
      return `swap-larva ${name}`
    case 'sea':
      return `take ${name}`
    case 'pair': {
      const tile = position(p.view).coral_tiles[Number(name) - 1]!
      return `alga ${tile.large_alga} tile ${name} for ${part?.prey ?? 'white'}`
    }
    case 'alga':
      return `alga ${name} space for ${part?.prey ?? 'white'}`
    case 'space':
      return `alga ${part?.alga ?? 'blue'} space for ${part?.prey ?? 'white'}`
    case 'home':
      return 'shrimp A1'
    case 'tile':
      return `fish ${name}`
    default:
      return `${what} ${name}`
  }
}

export function choices(p: Props): Choices {
  const lit = new Map<string, Lit>()
  const light: Light = (key, press, more = {}) => lit.set(key, { press, ...more })
  const view = position(p.view)
  const part = partOf(p)
  if (p.live) {
    if (view.phase === 'fish')
      starts(p.legal, 'fish').forEach(m =>
        light(`tile:${m.slice(5)}`, () => p.setDraft({ moves: [m], parts: null, say: moveName(m, p.view, p.t) }), {
          chosen: p.draft?.moves[0] === m,
        }),
      )
    else if (view.phase === 'larva') starts(p.legal, 'larva').forEach(m => light(`larva:${m.slice(6)}`, () => p.act(m)))
    else if (view.phase === 'extra') lightMeals(p, light)
    else if (view.turn.placing) {
      if (part?.tool !== 'move') lightPlaces(p, light, part)
      lightShrimps(p, light, part)
    } else if (part) lightTool(p, light, part)
    else lightAll(p, light)
  }
  return {
    part,
    lit: key => lit.get(key),
    reefs: new Set(
      [...lit].flatMap(([key, l]) =>
        key.startsWith('cell:') && !l.soft && !l.anywhere ? [cellPlace(key.slice(5)).board] : [],
      ),
    ),
    press(key) {
      if (!p.live) return
      const found = lit.get(key)
      if (found) found.press()
      else if (key.startsWith('tile:') && view.phase !== 'fish') p.say('RE-4.1')
      else p.why(meant(p, key, part))
    },
  }
}

/** The move that an unusable button of the palette would have meant, for the reason. */
const SAMPLE: Record<Tool, string> = {
  eat: 'eat A1',
  cube: 'cube white',
  shrimp: 'shrimp A1',
  move: 'home A1',
  swap: 'swap-larva white',
  alga: 'alga blue space for white',
  take: 'take white',
}
const KINDS: Record<Tool, string[]> = {
  eat: ['eat'],
  cube: ['cube'],
  shrimp: ['shrimp'],
  move: ['move', 'home'],
  swap: ['swap-larva', 'swap-tile'],
  alga: ['alga'],
  take: ['take'],
}
export const TOOLS: Tool[] = ['eat', 'cube', 'shrimp', 'move', 'swap', 'alga', 'take']

/** Buttons that finish the action in hand. */
function heldActions(p: Props, part: Part): Action[] {
  const moves = part.cube
    ? [`cube ${part.cube}`, `swap-tile ${part.cube}`]
    : part.prey
      ? [`swap-larva ${part.prey}`]
      : part.from
        ? [`home ${part.from}`]
        : []
  const out = moves
    .filter(m => p.legal.includes(m))
    .map((m): Action => ({ label: moveName(m, p.view, p.t), act: () => p.act(m) }))
  if (part.from && p.legal.includes(`eat ${part.from}`)) {
    const m = `eat ${part.from}`
    out.unshift({ label: moveName(m, p.view, p.t), act: () => begin(p, { tool: 'eat' }, [m]) })
  }
  if (part.prey && starts(p.legal, 'alga').some(m => m.endsWith(` for ${part.prey}`)))
    out.push({ label: say(p.t, 'tool.alga'), act: () => chooseAlga(p, { tool: 'alga', prey: part.prey! }) })
  return out
}

export function palette(p: Props, icon: (tool: Tool | 'stop' | 'pass', colour?: Colour) => Action['icon']): Action[] {
  const view = position(p.view)
  const part = partOf(p)
  if (view.phase === 'larva')
    return starts(p.legal, 'larva').map((m): Action => {
      const colour = m.slice(6) as Colour
      const label = colourWord(p.t, colour)
      return { label, name: `larva:${colour}`, act: () => p.act(m), icon: icon('cube', colour), tool: true }
    })
  if (view.phase === 'fish') return []
  const held = part && (part.tool === 'held' || part.from) ? heldActions(p, part) : []
  if (held.length) return held
  const tools = view.phase === 'extra' ? ['eat' as const] : view.turn.placing ? ['move' as const] : TOOLS
  const out = tools.map((tool): Action => {
    const off = starts(p.legal, ...KINDS[tool]).length === 0
    return {
      label: say(p.t, `tool.${tool}`),
      name: tool,
      icon: icon(tool),
      tool: true,
      pressed: part?.tool === tool,
      off,
      act: () => (off ? p.why(sample(p, tool)) : pick(p, tool)),
    }
  })
  for (const m of ['stop', 'pass'] as const)
    if (p.legal.includes(m))
      out.push({ label: moveName(m, p.view, p.t), name: m, icon: icon(m), act: () => p.act(m), primary: !p.draft })
  return out
}

/** The refusal should be about a piece that exists: an own shrimp rather than cell A1. */
function sample(p: Props, tool: Tool): string {
  const own = position(p.view)
    .reefs.flatMap(r => r.shrimps)
    .find(s => s.seat === p.me)
  return tool === 'eat' && own ? `eat ${own.cell}` : SAMPLE[tool]
}

/** The page of the guide for each section of the rules that a refusal can name. */
const PAGES: Record<string, string> = {
  4: 'cube',
  5: 'attack',
  6: 'shrimps',
  7: 'swap',
  8: 'swap',
  9: 'eat',
  10: 'end',
  11: 'take',
}
const ABOUT: Record<Part['tool'], string> = {
  eat: 'eat',
  cube: 'cube',
  place: 'cube',
  shrimp: 'shrimps',
  move: 'shrimps',
  swap: 'swap',
  alga: 'swap',
  held: 'swap',
  take: 'take',
}

/** The page of the guide about the current action. */
export function ruleOf(p: Props, refused: string | null): string {
  const view = position(p.view)
  const page = PAGES[/^RE-(\d+)/.exec(refused ?? '')?.[1] ?? '']
  if (page) return page
  const part = partOf(p)
  if (part && part.tool !== 'place') return ABOUT[part.tool]
  if (view.phase === 'fish') return 'goal'
  if (view.phase === 'larva') return 'cube'
  const aim = /^place (\S+)/.exec(p.draft?.moves[0] ?? '')?.[1]
  if (view.turn.placing) return aim && tileAt(view, aim) ? 'attack' : 'cube'
  return starts(p.legal, 'eat').length ? 'eat' : 'take'
}
