// Behaviour of a table: keys, the focus, announcements, its side column, sharing and saving.

import { useEffect, useReducer, useRef, useState } from 'preact/hooks'
import type { BoardProps, GameModule } from '../games/game'
import { refusal } from '../i18n'
import { canShare, copy, share as offer } from '../online/copy'
import type { Session } from '../session'
import { dailyLink, link, pack } from '../share'
import { play } from '../sound'
import type { View } from '../view'
import { seatNames, strangersNames, useApp } from './context'
import { travel } from './log'
import { useMedia } from './media'
import { verdict } from './scores'
import type { Extras } from './table'
import { linesOf, news, sentences } from './told'

/** Is there room for a side column? A phone opens it over the board. If there is plenty of room it is open from
 *  the start. */
const WIDE = '(min-width: 900px)'
const PLENTY = '(min-width: 1200px)'

export function useSession(session: Session): void {
  const [, render] = useReducer<number, void>(n => n + 1, 0)
  useEffect(() => session.subscribe(() => render()), [session])
}

/** Single keys for the whole table; a setting switches them off. */
export function useKeys(session: Session, on: boolean, hosted: boolean): void {
  useEffect(() => {
    if (!on) return
    // First hurries what is being shown; then, at this device, a bot that thinks.
    const skip = () => {
      if (!session.skip() && !hosted && session.now.thinking !== null) session.hurry()
    }
    function key(e: KeyboardEvent) {
      const target = e.target as HTMLElement
      // A sheet over the table has its own keys: closing it leaves the choice as it is.
      if (document.querySelector('dialog[open]')) return
      if (e.ctrlKey || e.metaKey || e.altKey || /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName)) return
      const action: Record<string, () => void> = {
        ',': () => travel(session, -1),
        '.': () => travel(session, 1),
        u: () => void session.undo(),
        h: () => {
          if (session.live && session.now.canHint !== false) void session.hint()
        },
        Escape: () => (session.draft ? session.setDraft(null) : session.closeHint()),
        s: skip,
      }
      // The space bar presses the focused element; if there is nothing to press, it hurries too.
      if (e.key === ' ' && !target.closest('button, a, summary, [role], [tabindex="0"]')) skip()
      else action[e.key]?.()
    }
    addEventListener('keydown', key)
    return () => removeEventListener('keydown', key)
  }, [session, on, hosted])
}

/** The focus is never lost: when its element goes away, the action bar gets it. */
export function useKeepFocus(): void {
  const inside = useRef(false)
  useEffect(() => {
    if (document.activeElement === document.body) document.querySelector<HTMLElement>('.bar h1')?.focus()
    const seen = (e: FocusEvent) => {
      inside.current = e.target !== document.body
    }
    addEventListener('focusin', seen)
    return () => removeEventListener('focusin', seen)
  }, [])
  useEffect(() => {
    if (inside.current && document.activeElement === document.body)
      document.querySelector<HTMLElement>('.action-prompt')?.focus({ preventScroll: true })
  })
}

export type Tab = 'scores' | 'log' | 'moves' | 'more'

/** The side column: which tab is open, and whether it is folded. */
export function useSide() {
  const [tab, setTab] = useState<Tab>('scores')
  const wide = useMedia(WIDE)
  const plenty = useMedia(PLENTY)
  const [folded, setFolded] = useState(!plenty)
  useEffect(() => setFolded(!plenty), [plenty])
  const tools = useRef<HTMLDivElement>(null)
  return {
    tab,
    setTab,
    wide,
    plenty,
    folded,
    setFolded,
    tools,
    /** Parts that no move needs are below the scores: the title needs the room. */
    phone: useMedia('(max-width: 599px)'),
    open: (which: Tab) => {
      setTab(which)
      setFolded(false)
    },
    /** On a phone the side column lies over the board: it closes when a move was chosen in it. */
    chosen: () => {
      if (!wide) setFolded(true)
    },
    /** Closes what lies over the board; the button that opens it gets the focus. */
    fold: () => {
      setFolded(true)
      tools.current?.querySelector<HTMLElement>('button:last-child')?.focus()
    },
  }
}

export type Side = ReturnType<typeof useSide>

/** Events are announced turn by turn, then what I can do. Replayed steps were announced when they were asked for. */
export function useTold(session: Session, module: GameModule, board: BoardProps): void {
  const app = useApp()
  const { t } = app
  const { view, names } = board
  const { now } = session
  const told = useRef(session.shown)
  useEffect(() => {
    if (session.again) return
    const forward = session.shown > told.current
    let lines: string[] = []
    if (!forward || session.history) {
      lines = linesOf(session, module, names, told.current, session.shown, t).map(line => line.phrase)
      told.current = session.shown
    } else [told.current, lines] = news(session, module, names, told.current, t)
    if (view.over && forward) lines.push(verdict(t, view, names))
    else if (session.live) lines.push(t('table.your-turn'), module.prompt(board))
    if (app.settings.sound && (session.live || (view.over && forward))) play(session.live ? 'turn' : 'end')
    if (lines.length) app.announce(sentences(lines))
  }, [session.shown, session.live, session.again])
  useEffect(() => {
    if (now.failed !== null) app.announce(t('table.failed', { who: names[now.turn - 1] ?? '' }))
  }, [now.failed])
}

/** Why the last move was refused, which is also announced; null: it was not. */
export function useRefused(session: Session): string | null {
  const app = useApp()
  const { refused } = session
  const words =
    refused === null
      ? null
      : 'words' in refused
        ? refused.words
        : refusal(app.t, session.source!.table.game, refused.why)
  useEffect(() => {
    if (words) app.announce(words)
  }, [words])
  return words
}

/** The result stays until it is closed. It counts up once, but not if the game was over when it was opened. */
export function useResult(session: Session, view: View, side: Side) {
  const { now } = session
  const [open, setOpen] = useState(true)
  const counts = useRef(now.turn !== -1)
  useEffect(() => {
    if (session.history && now.turn === -1) counts.current = false
  }, [session.history])
  // At the end the scores are brought to the front.
  useEffect(() => {
    if (view.over && !session.history) {
      side.setTab('scores')
    }
  }, [view.over])
  const close = () => {
    counts.current = false
    setOpen(false)
  }
  return { open, counts: counts.current, show: () => setOpen(true), close }
}

/** A game from a link becomes one of mine with my first move. */
export function useMine(session: Session, borrowed: boolean): void {
  useEffect(() => {
    if (!session.acted) return
    if (borrowed) history.replaceState(null, '', `#play/${session.source!.table.id}`)
  }, [session.acted])
}

/** Ways out of the table: a link, a file, the analysis. */
export function useWaysOut(session: Session, view: View, extras?: Extras) {
  const app = useApp()
  const { t } = app
  const info = session.source!.table
  async function give(url: string, said: string) {
    if (await copy(url)) app.toast(said)
    else if (canShare()) await offer('Atoll', url)
  }
  return {
    shares: !extras || extras.record || extras.link !== null,
    shareLabel: t(extras?.record === false ? 'table.share.watch' : 'table.share'),
    /** The whole game in a link; while the host keeps the record secret, a link to watch the game there. */
    async share() {
      if (extras && !extras.record) {
        await give(`${location.origin}${location.pathname}${extras.link!}`, t('share.watch'))
        return
      }
      const record = await session.source!.record()
      if (info.daily && view.over) {
        await give(await dailyLink(app.settings, record, info.seats, info.daily), t('share.daily'))
        return
      }
      const step = session.history ? { step: session.shown } : {}
      const me = info.seats.findIndex(s => s.kind === 'me')
      const from = view.over && me >= 0 ? { from: strangersNames(app, seatNames(app, info.seats))[me]! } : {}
      const seats = info.seats.map(s => (s.kind === 'me' ? { picture: app.settings.picture, ...s } : s))
      await give(link(await pack({ record, seats, ...from, ...step })), t('share.copied'))
    },
    /** The analysis opens a game of this device. */
    async analyse(e?: Event) {
      e?.preventDefault()
      await session.source!.keep()
      app.go(`analysis/${info.id}`)
    },
    async save() {
      const blob = new Blob([await session.source!.record()], { type: 'text/plain' })
      const a = document.createElement('a')
      a.href = URL.createObjectURL(blob)
      a.download = `${info.game}-${info.id}.atoll`
      a.click()
      setTimeout(() => URL.revokeObjectURL(a.href), 1000)
    },
  }
}

export type WaysOut = ReturnType<typeof useWaysOut>
