// My Shelfie at the table: tiles are pointed at in the living room, line up in a tray in the order
// in which they are placed, and go into a column of my shelf.

import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { ShelfiePicture } from '../art/scenes'
import { Pic } from '../art/kit'
import { EndTile } from '../art/room'
import { sentence } from '../i18n'
import { useApp } from '../ui/context'
import { Panes, type Other } from '../ui/panes'
import './my-shelfie/style.css'
import type { GameModule } from './game'
import {
  bagOf,
  columnOf,
  draftOf,
  NOTHING,
  parseTake,
  ROWS,
  scoringOf,
  takeOf,
  takesOf,
  tileAt,
  type Board,
  type Props,
  type Take,
} from './my-shelfie/choice'
import { grabber } from './my-shelfie/drag'
import { Goals, Personal, rightCells, Trophies } from './my-shelfie/goals'
import { lesson } from './my-shelfie/lesson'
import { flyTake, freshOf, shelfSpot, tilePicture } from './my-shelfie/motion'
import { fly } from '../ui/motion'
import { sentences } from '../ui/told'
import { RoomBoard, type Changes } from './my-shelfie/room'
import { drop, MyShelf, ShelfArt, shelfWords } from './my-shelfie/shelf'
import { gains, places } from './my-shelfie/told'
import { Gains, gainsOf, Tray } from './my-shelfie/tray'
import { describe, moveName, nearEnd, phrase } from './my-shelfie/words'

/** What the others did since my last turn. The tiles of the set-up are not marked: before the first
 *  take nothing has changed. */
function changesOf(p: Props): Changes & { fresh: number[][] } {
  const drawn = new Set<string>(),
    taken = new Map<string, number>()
  const all = p.since.map(s => s.step)
  const begin = p.since[0]?.at === 0 ? all.findIndex(s => s.seat > 0) : 0
  const steps = begin < 0 ? [] : all.slice(begin)
  const moves = steps.filter(s => s.seat > 0).slice(1 - p.view.players)
  for (const { move } of steps.filter(s => s.seat === 0)) {
    const [kind, cell, type] = move.split(' ')
    if (kind === 'draw' && type !== 'none') drawn.add(cell!)
  }
  for (const { seat, move } of moves)
    for (const cell of parseTake(move)?.cells ?? []) if (!tileAt(p.view, cell)) taken.set(cell, seat)
  return { drawn, taken, fresh: freshOf(moves, p.view.players) }
}

/** Others' tiles fly from the room to their shelf, mine from the tray to my column. */
function useMotion(p: Props, take: Take): void {
  const seen = useRef(p.view)
  const column = useRef<number | null>(null)
  useLayoutEffect(() => {
    const next = seen.current === p.before
    seen.current = p.view
    if (!next || p.still || !p.last || !p.before || p.last.seat === 0 || p.last.seat === p.me) return
    flyTake(p.last.move, p.last.seat, p.before, p.view)
  }, [p.view])
  useLayoutEffect(() => {
    if (!p.draft) column.current = null
    if (!p.preview || take.column === null || take.column === column.current) return
    column.current = take.column
    if (p.still) return
    const height = columnOf(p.preview.seats[p.me - 1]!.shelf, take.column - 1).length
    const slots = [...document.querySelectorAll('[data-slot]')]
      .map(el => el.getBoundingClientRect())
      .filter(r => r.width > 0)
    take.cells.forEach((cell, i) => {
      const r = slots[i],
        kind = tileAt(p.view, cell)
      if (r && kind)
        fly(tilePicture(kind), r, shelfSpot(p.me, ROWS - height + take.cells.length - 1 - i, take.column! - 1))
    })
  }, [p.preview, p.draft])
}

/** A screen reader hears what has been chosen and what it brings. */
function useSaying(p: Props): void {
  const { announce } = useApp()
  useEffect(() => {
    if (!p.draft || (p.draft.moves.length && !p.preview)) return
    const gains = gainsOf(p)
    const brings = p.preview && !gains.length ? p.t('action.no-gain') : gains.join(', ')
    announce(sentences([sentence(p.t, p.draft.say), brings]))
  }, [p.draft, p.preview])
}

/** For people who play by keyboard: the focus is in the living room when the next turn begins. */
function useFocus(live: boolean): void {
  useEffect(() => {
    if (live && document.activeElement?.matches('.action-prompt'))
      document.querySelector<HTMLElement>('.ms-cell[tabindex="0"]')?.focus({ preventScroll: true })
  }, [live])
}

/** Digits choose a column, Escape takes back the last step of the choice. */
function keys(p: Props, takes: Take[], take: Take): (e: KeyboardEvent) => void {
  return e => {
    if (!p.live || e.ctrlKey || e.metaKey || e.altKey) return
    if (/^[1-5]$/.test(e.key)) drop(p, takes, take, Number(e.key))
    else if (e.key === 'Escape' && take.cells.length) {
      e.stopPropagation()
      p.setDraft(
        draftOf(
          p,
          takes,
          take.column !== null ? { ...take, column: null } : { cells: take.cells.slice(0, -1), column: null },
        ),
      )
    }
  }
}

function others(p: Props, seats: number[], fresh: number[][]): Other[] {
  const { view, t, names } = p
  return seats.map(seat => {
    const s = view.seats[seat - 1]!
    const name = names[seat - 1] ?? ''
    return {
      seat,
      name,
      summary: (
        <>
          <Trophies p={p} seat={seat} /> {t('my-shelfie.points', { n: view.scores[seat - 1]!.total ?? 0 })}
        </>
      ),
      board: (
        <div class="ms-other">
          <ShelfArt
            seat={seat}
            shelf={s.shelf}
            scoring={scoringOf(view, seat)}
            fresh={fresh[seat]}
            wanted={s.open ? s.wanted : undefined}
            label={`${t('my-shelfie.shelf-of', { who: name })}: ${shelfWords(s.shelf, t)}`}
          />
          <Personal
            s={s}
            label={
              s.wanted
                ? t('my-shelfie.personal.of', { who: name, n: rightCells(s) })
                : t('my-shelfie.personal.secret', { who: name })
            }
          />
        </div>
      ),
    }
  })
}

/** shown: the position, or the one after the move being built. */
function Mine({
  p,
  takes,
  take,
  seat,
  shown,
  fresh,
  planned,
}: {
  p: Props
  takes: Take[]
  take: Take
  seat: number
  shown: Board
  fresh: number[]
  planned: number[]
}) {
  const { view, t, names } = p
  const own = shown.seats[seat - 1]!
  const line = (p.preview ?? view).scores[seat - 1]?.lines.find(l => l.label === 'personal goal')
  return (
    <div class="ms-mine-pane">
      <p class="ms-name" data-seat={seat}>
        <b data-who={seat}>{names[seat - 1]}</b> {t('my-shelfie.points', { n: view.scores[seat - 1]!.total ?? 0 })}{' '}
        <Trophies p={p} seat={seat} />
      </p>
      {p.me > 0 && !view.over && (
        <div class="ms-hand">
          <Tray p={p} takes={takes} take={take} grab={grabber(p, takes, take)} />
          <Gains p={p} />
        </div>
      )}
      <MyShelf
        p={p}
        takes={takes}
        take={take}
        seat={seat}
        shelf={own.shelf}
        scoring={scoringOf(shown, seat)}
        fresh={fresh}
        planned={planned}
        wanted={own.wanted}
      />
      <div class="ms-personal" data-rule="personal">
        <Personal s={own} label={t('my-shelfie.personal')} />
        <div>
          <h2>
            <button
              type="button"
              class="rule"
              aria-label={t('my-shelfie.goal.rule', { goal: t('my-shelfie.personal') })}
            >
              {t('my-shelfie.personal')}
            </button>
          </h2>
          {line && <p>{t('my-shelfie.personal.now', { n: rightCells(own), points: line.points })}</p>}
          {own.wanted && !own.open && <p class="faint">{t('my-shelfie.personal.yours')}</p>}
        </div>
      </div>
    </div>
  )
}

function BoardView(p: Props) {
  const { view, t, names, live } = p
  const takes = takesOf(p.legal)
  const take = live ? takeOf(p.draft) : NOTHING
  const near = p.me || 1
  const { fresh, ...changes } = changesOf(p)
  const planning = live && take.column !== null ? p.preview : null
  const shown = planning ?? view
  const planned = [1, 2, 3, 4, 5].map(c => (planning && c === take.column ? take.cells.length : 0))
  const seats = Array.from({ length: view.players - 1 }, (_, i) => ((near + i) % view.players) + 1)
  const grab = grabber(p, takes, take)
  useMotion(p, take)
  useSaying(p)
  useFocus(live)
  return (
    <div class="ms" data-players={view.players} onKeyDown={keys(p, takes, take)}>
      <Panes
        commonFirst
        mineLabel={t('my-shelfie.shelf-of', { who: names[near - 1] ?? '' })}
        commonLabel={t('my-shelfie.room')}
        mine={<Mine p={p} takes={takes} take={take} seat={near} shown={shown} fresh={fresh[near]!} planned={planned} />}
        common={
          <div class="ms-common">
            <RoomBoard p={p} takes={takes} take={take} changes={changes} grab={grab} />
            <Goals p={p} />
            <p class="ms-supply">
              <Pic>
                <EndTile />
              </Pic>
              <span>
                {view.end_tile === null
                  ? t('my-shelfie.end-tile.there')
                  : t('my-shelfie.end-tile.by', { who: names[view.end_tile - 1] ?? '' })}
                {' · '}
                {t('my-shelfie.bag', { n: bagOf(view) })}
              </span>
            </p>
          </div>
        }
        others={others(p, seats, fresh)}
      />
    </div>
  )
}

const module: GameModule<Board> = {
  name: 'my-shelfie',
  Picture: ShelfiePicture,
  Board: BoardView,
  rule: p => (takeOf(p.draft).cells.length ? 'place' : 'take'),
  prompt: ({ legal, t }) => t('my-shelfie.prompt', { n: Math.max(0, ...takesOf(legal).map(x => x.cells.length)) }),
  phrase,
  says: true,
  places,
  gains,
  ending: () => import('./my-shelfie/ending').then(m => m.ending),
  moveName,
  describe,
  nearEnd,
  guide: () => import('./my-shelfie/guide').then(m => m.guide),
  teaching: () => import('./my-shelfie/teaching').then(m => m.teaching),
  lesson,
  letters: Object.fromEntries([...'CBGFTP'].map(k => [k, `my-shelfie.item.${k}`])),
}

export default module
