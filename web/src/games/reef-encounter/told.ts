// What happened in Reef Encounter: a turn of many decisions in up to three sentences, and where it was.

import type { T } from '../../i18n'
import { spotAt, type Spot } from '../../ui/motion'
import type { Step, View } from '../../view'
import { COLOURS, grown, parts, position, tileAt, touched, type Board, type Counts } from './model'
import { countWords, lineOf, say, starWords, upper } from './words'

interface Decision {
  step: Step
  view: View<Board>
  after: View<Board>
}

/** What one cube made grow: the cells, what was consumed there, what the starfish added. */
interface Growth {
  colour: string
  cells: string[]
  prey: Counts
  star: string[]
}

function growthWords(g: Growth, t: T): string {
  const coral = say(t, `coral.${g.colour}`)
  if (g.cells.length === 0) return say(t, 'log.cube', { cube: say(t, `cube.${g.colour}`) })
  const words = [say(t, 'told.grows', { coral, cells: g.cells.join(' ') })]
  if (COLOURS.some(c => g.prey[c] > 0)) words.push(say(t, 'told.consumes', { prey: countWords(t, g.prey) }))
  words.push(...g.star.map(cell => starWords(t, cell)))
  return words.join(', ')
}

/** Where a shrimp was before the turn (null: at home) and where it is after it. */
interface Journey {
  from: string | null
  to: string | null
}

/** A shrimp that goes from cell to cell makes one journey. */
function travelled(journeys: Journey[], from: string | null, to: string | null): void {
  const known = from && journeys.find(j => j.to === from)
  if (known) known.to = to
  else journeys.push({ from, to })
}

function journeyWords({ from, to }: Journey, t: T): string[] {
  if (from === to) return []
  if (to === null) return [say(t, 'log.home', { cell: from! })]
  return [from === null ? say(t, 'told.shrimp', { cell: to }) : say(t, 'log.move', { from, cell: to })]
}

const none = (): Counts => Object.fromEntries(COLOURS.map(c => [c, 0])) as Counts

/** First growing, then shrimps, exchanges and algae, then tiles that were taken: one sentence each. */
export function tell({ decisions, name, t }: { decisions: Decision[]; name: string; t: T }): string {
  const told: [string[], string[], string[]] = [[], [], []]
  const journeys: Journey[] = []
  let growth: Growth | null = null
  const settle = () => {
    if (growth) told[0].push(growthWords(growth, t))
    growth = null
  }
  for (const { step, view, after } of decisions) {
    const before = position(view)
    const [kind, a = '', b = ''] = parts(step.move)
    if (kind === 'shrimp') travelled(journeys, null, a)
    else if (kind === 'move') travelled(journeys, a, b)
    else if (kind === 'home') travelled(journeys, a, null)
    else if (kind === 'cube') {
      settle()
      growth = { colour: a, cells: [], prey: none(), star: [] }
    } else if (kind === 'place' && before.turn.placing) {
      // A turn whose beginning is not among these steps: its cube was played before.
      const g: Growth = (growth ??= { colour: before.turn.placing, cells: [], prey: none(), star: [] })
      const prey = tileAt(before, a)
      const star = grown(step.move, before, position(after))
      g.cells.push(a)
      if (prey) g.prey[prey]++
      if (star) g.star.push(star)
    } else {
      const line = lineOf(step.move, before, t)
      if (!line) continue
      const eats = kind === 'eat' || kind === 'fish' || kind === 'larva'
      told[eats ? 0 : kind === 'take' || kind === 'pass' ? 2 : 1].push(line)
    }
  }
  settle()
  told[1].unshift(...journeys.flatMap(j => journeyWords(j, t)))
  const list = told.filter(some => some.length > 0).map(some => some.join('; '))
  const [first = '', ...rest] = list
  return [say(t, 'log.line', { who: name, what: first }), ...rest.map(upper)].map(text => `${text}.`).join(' ')
}

/** Where on the screen a decision changed something. */
export function places({ step, view, after }: Decision): Spot[] {
  const before = position(view)
  const [kind, a, b, c] = parts(step.move)
  const cells = touched(before, step.move)
  const star = grown(step.move, before, position(after))
  if (star) cells.push(star)
  const selectors = cells.map(cell => `[data-name="${cell}"]`)
  if (kind === 'take') selectors.push(`[data-spot="sea:${a}"]`)
  if (kind === 'alga' && b === 'tile') selectors.push(`[data-pair="${c}"]`)
  return selectors.map(s => spotAt(s)).filter((s): s is Spot => s !== null)
}

/** The tiles of a coral that the parrotfish keeps. */
export function gains({ step, view, after }: Decision) {
  const [kind, cell] = parts(step.move)
  if (kind !== 'eat') return []
  const size = (v: View<Board>) => position(v).seats[step.seat - 1]?.fish_size ?? 0
  const points = size(after) - size(view)
  return points > 0 ? [{ points, from: spotAt(`[data-name="${cell}"]`) }] : []
}
