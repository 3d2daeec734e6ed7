// Reef Encounter in words: names of moves, the log, the position for screen readers.

import type { T } from '../../i18n'
import type { Step, View } from '../../view'
import {
  behind,
  COLOURS,
  coralAt,
  counted,
  groups,
  grown,
  inFish,
  parts,
  position,
  sum,
  tileAt,
  unknown,
  type Board,
  type Colour,
  type Coral,
  type Counts,
  type Player,
  type Position,
  type Props,
} from './model'

/** A text of this game. */
export function say(t: T, key: string, holes: Record<string, string | number> = {}): string {
  return t(`reef-encounter.${key}`, holes)
}

export const colourWord = (t: T, c: string): string => say(t, `colour.${c}`)
const tileWord = (t: T, c: string): string => say(t, `tile.${c}`)
const cubeWord = (t: T, c: string): string => say(t, `cube.${c}`)
export const coralWord = (t: T, c: string): string => say(t, `coral.${c}`)
const cylinderWord = (t: T, c: string): string => say(t, `cylinder.${c}`)

/** "orange 2, pink 1": the count of each colour. */
export function countWords(t: T, counts: Counts): string {
  const some = COLOURS.filter(c => counts[c] > 0)
  return some.length ? some.map(c => `${colourWord(t, c)} ${counts[c]}`).join(', ') : say(t, 'nothing')
}

export const upper = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** The words that the texts of a move need; the position is the one before it. */
function holes(move: string, view: Position, t: T): Record<string, string | number> {
  const [kind, a = '', b = '', c = ''] = parts(move)
  switch (kind) {
    case 'eat': {
      const coral = coralAt(view, a)
      return { cell: a, coral: coral ? coralWord(t, coral.colour) : '', n: coral?.size ?? 0 }
    }
    case 'place': {
      const colour = view.turn.placing ?? 'white'
      const prey = tileAt(view, a)
      return { cell: a, tile: tileWord(t, colour), prey: prey ? tileWord(t, prey) : '' }
    }
    case 'shrimp':
    case 'home':
      return { cell: a, coral: coralAt(view, a) ? coralWord(t, coralAt(view, a)!.colour) : '' }
    case 'move':
      return { from: a, cell: b }
    case 'alga':
      return {
        cylinder: cylinderWord(t, a),
        pair: b === 'tile' ? pairWord(t, view, Number(c)) : '',
        paid: tileWord(t, parts(move).at(-1)!),
      }
    case 'take':
      return { cube: cubeWord(t, a), tiles: countWords(t, view.sea[a as Colour]), colour: colourWord(t, a) }
    case 'reveal':
      return { n: a, tile: tileWord(t, b) }
    case 'fish':
      return { tile: a === '?' ? '' : tileWord(t, a) }
    default:
      return {
        cube: COLOURS.includes(a as Colour) ? cubeWord(t, a) : '',
        tile: COLOURS.includes(a as Colour) ? tileWord(t, a) : '',
      }
  }
}

/** The text for a move: placing depends on what is consumed, algae on where they go. */
function variant(move: string, view: Position): string {
  const w = parts(move)
  if (w[0] === 'place') return (tileAt(view, w[1]!) ? 'attack' : 'place') + (w[2] === 'consumed' ? '-consumed' : '')
  if (w[0] === 'alga') return w[2] === 'tile' ? 'alga-tile' : 'alga-space'
  if (w[0] === 'fish' && w[1] === '?') return 'fish-secret'
  return w[0]!
}

function pairWord(t: T, view: Position, id: number): string {
  const tile = view.coral_tiles[id - 1]!
  return say(t, 'pair', { strong: colourWord(t, tile.stronger), weak: colourWord(t, tile.weaker) })
}

export function moveName(move: string, view: View<Board>, t: T): string {
  return upper(say(t, `move.${variant(move, position(view))}`, holes(move, position(view), t)))
}

/** RE-10.1: the last cylinder ends the game at once. A shrimp that is moving over bare rock stays there. */
export function rockWarning({ view: v, me, t }: Pick<Props, 'view' | 'me' | 't'>, move: string): string[] {
  const view = position(v)
  const [kind, , where] = parts(move)
  const last = kind === 'alga' && where === 'tile' && view.coral_tiles.filter(x => !x.cylinder).length === 1
  const onRock = view.reefs.some(r => r.shrimps.some(s => s.seat === me && !tileAt(view, s.cell)))
  return last && onRock ? [say(t, 'warn.rock')] : []
}

/** An attack with what it leaves of the coral: "Pink coral: 6 → 3 + 2". */
export function attackWords(move: string, v: View<Board>, t: T): string {
  const cell = parts(move)[1]!
  const coral = coralAt(position(v), cell)!
  const left = groups(coral.cells.filter(c => c !== cell)).map(g => g.length)
  return `${moveName(move, v, t)}. ${upper(coralWord(t, coral.colour))}: ${coral.size} → ${left.join(' + ') || 0}`
}

const LOGGED = new Set([
  'fish',
  'larva',
  'eat',
  'cube',
  'place',
  'shrimp',
  'move',
  'home',
  'swap-larva',
  'swap-tile',
  'alga',
  'take',
  'pass',
])

/** The tile that the starfish adds to a placed one. */
export const starWords = (t: T, cell: string): string => say(t, 'told.starfish', { cell })

/** A decision as the log says it, without its player; null if it is not worth a line. */
export function lineOf(move: string, view: Position, t: T): string | null {
  return LOGGED.has(parts(move)[0]!) ? say(t, `log.${variant(move, view)}`, holes(move, view, t)) : null
}

export function phrase(p: { step: Step; view: View<Board>; after: View<Board>; name: string; t: T }): string | null {
  const { step, name, t } = p
  const view = position(p.view)
  if (parts(step.move)[0] === 'reveal') return say(t, 'log.reveal', holes(step.move, view, t))
  const line = lineOf(step.move, view, t)
  if (!line) return null
  const star = grown(step.move, view, position(p.after))
  return say(t, 'log.line', { who: name, what: star ? `${line}, ${starWords(t, star)}` : line })
}

function coralLine(t: T, c: Coral, names: string[]): string {
  const what = say(t, 'say.coral', { coral: upper(coralWord(t, c.colour)), n: c.size, cells: c.cells.join(' ') })
  return c.shrimp ? `${what}, ${say(t, 'say.held', { who: names[c.shrimp - 1] ?? '' })}` : what
}

function known(p: Player): { screen: Counts; fish: Counts } {
  return { screen: counted(c => behind(p, c)), fish: counted(c => inFish(p, c)) }
}

export function playerLine(t: T, p: Player, name: string): string {
  const { screen, fish } = known(p)
  const hidden = unknown(p)
  if (p.hidden)
    return say(t, 'say.player.hidden', {
      who: name,
      consumed: countWords(t, p.consumed),
      boards: p.shrimps.boards,
      sea: p.shrimps.sea,
    })
  return say(t, 'say.player', {
    who: name,
    tiles: countWords(t, screen) + (hidden ? `, ${say(t, 'unknown', { n: hidden })}` : ''),
    cubes: countWords(t, p.cubes),
    consumed: countWords(t, p.consumed),
    fish:
      countWords(t, fish) + (p.fish_size > sum(fish) ? `, ${say(t, 'unknown', { n: p.fish_size - sum(fish) })}` : ''),
    home: p.shrimps.home,
    boards: p.shrimps.boards,
    eaten: p.shrimps.sea + p.shrimps.fish,
  })
}

export function describe(v: View<Board>, names: string[], t: T): string[] {
  const view = position(v)
  const reefs = view.reefs.map((reef, i) =>
    say(t, 'say.reef', {
      n: i + 1,
      corals: view.corals
        .filter(c => c.board === reef.id)
        .map(c => coralLine(t, c, names))
        .join('; '),
    }),
  )
  const beats = COLOURS.map(c =>
    say(t, 'say.strength', {
      colour: colourWord(t, c),
      value: view.values[c],
      weaker:
        view.coral_tiles
          .filter(x => x.stronger === c)
          .map(x => colourWord(t, x.weaker))
          .join(', ') || say(t, 'nothing'),
    }),
  )
  const sea = COLOURS.map(c => `${colourWord(t, c)}: ${countWords(t, view.sea[c])}`).join('; ')
  return [
    ...reefs,
    ...beats,
    say(t, 'say.sea', { spaces: sea }),
    ...view.seats.map((p, i) => playerLine(t, p, names[i] ?? '')),
    say(t, 'say.rest', { bag: view.bag_size, fixed: view.coral_tiles.filter(x => x.cylinder).length }),
  ]
}

/** What I can do now. */
export function prompt(p: Props): string {
  const { t, legal } = p
  const view = position(p.view)
  switch (view.phase) {
    case 'fish':
      return say(t, 'prompt.fish')
    case 'larva':
      return say(t, 'prompt.larva')
    case 'extra':
      return say(t, legal.length > 1 ? 'prompt.extra' : 'prompt.extra-none')
  }
  const { placing } = view.turn
  if (placing) {
    const some = legal.some(m => m.startsWith('place '))
    const mine = view.seats[p.me - 1]
    const n = Math.min(view.turn.screen_left, mine ? behind(mine, placing) : 0)
    return upper(say(t, some ? 'prompt.place' : 'prompt.placed', { tile: tileWord(t, placing), n }))
  }
  if (!legal.some(m => m.startsWith('take '))) return say(t, 'prompt.rock')
  return say(t, legal.some(m => m.startsWith('eat ')) ? 'prompt.eat' : 'prompt.turn')
}

export function nearEnd(v: View<Board>, t: T): string {
  const view = position(v)
  return say(t, view.seats.some(s => s.hidden) ? 'near.hidden' : 'near', {
    bag: view.bag_size,
    fixed: view.coral_tiles.filter(x => x.cylinder).length,
    eaten: Math.max(...view.seats.map(s => s.shrimps.sea + s.shrimps.fish)),
  })
}
