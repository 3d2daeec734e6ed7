// The table: a game's board in the middle of the parts that all games share.

import type { ComponentChildren } from 'preact'
import { useEffect, useMemo } from 'preact/hooks'
import type { BoardProps, GameModule } from '../games/game'
import { moduleOf } from '../games/index'
import type { Session } from '../session'
import { still } from '../settings'
import type { View } from '../view'
import { ActionBar, Again } from './action'
import { Coach } from './coach'
import { forStrangers, seatNames, useApp } from './context'
import { History } from './log'
import { later } from './later'
import { useRule } from './rules'
import {
  useKeepFocus,
  useKeys,
  useMine,
  useRefused,
  useResult,
  useSession,
  useSide,
  useTold,
  useWaysOut,
} from './tablehooks'
import { Bar, Cover, InWords, SideColumn, type Shown } from './tableparts'
import { usePoints } from './told'

const End = later(() => import('./end').then(m => m.End))
const Hints = later(() => import('./hints').then(m => m.Hints))
const RuleSheet = later(() => import('./rulesheet').then(m => m.RuleSheet))
const Coordinates = later(() => import('./hints').then(m => m.Coordinates))

/** Additions of a table online (ui/online/table.tsx). */
export interface Extras {
  /** The people; notices above the action bar; buttons below the side column. */
  people: ComponentChildren
  notices: ComponentChildren
  end: ComponentChildren
  /** A further tab of the side column: the number of new items, and the same in words; it is told whether it is
   *  shown. */
  tab: { label: string; count: number; said: string; body: ComponentChildren; shown: (shown: boolean) => void }
  /** Playing again, in place of a new game. */
  again: ComponentChildren
  /** There is a record of the game. */
  record: boolean
  /** Shown in place of whose turn it is, and of the possible actions while a decision is being sent. */
  whose: string | null
  sending: string | null
  /** The fragment of a link to watch; null if watching is not allowed. */
  link: string | null
}

/** The table as a part of another screen: a position of an analysis, a puzzle. */
export interface Look {
  title: string
  /** Where the way back leads, and its name. */
  back: { href: string; label: string }
  /** Text above the action bar; it may draw on the board. */
  panel: (board: BoardProps, module: GameModule) => ComponentChildren
}

/** The rule that refused the last attempt. */
const numberOf = ({ refused }: Session) =>
  refused && 'why' in refused ? /^([A-Z]+-\d[\d.]*)/.exec(refused.why)?.[1] : undefined

/** What a game's module draws and asks for. */
function useBoard(session: Session, stranger: boolean): BoardProps {
  const app = useApp()
  const { now } = session
  const info = session.source!.table
  const last = session.steps[session.shown - 1] ?? null
  const shown = session.view() as View
  return {
    view: useMemo(() => (stranger ? forStrangers(shown) : shown), [shown, stranger]),
    before: session.shown > 0 ? session.view(session.shown - 1) : null,
    last,
    since: session.since(),
    me: stranger ? 0 : now.viewer,
    names: useMemo(() => seatNames(app, info.seats), [info, app]),
    live: session.live,
    legal: session.live ? now.legal : [],
    draft: session.draft,
    preview: session.preview,
    setDraft: d => session.setDraft(d),
    peek: moves => session.source!.preview(moves),
    act: move => void session.act([move]),
    why: move => void session.why(move),
    say: text => session.say(text),
    // Others' moves that are shown at once are not animated.
    still: still(app.settings) || (app.settings.pace === 'instant' && last?.seat !== now.viewer),
    t: app.t,
  }
}

function Felt({ session, module, board, view, names, covered }: Shown) {
  const { t, settings } = useApp()
  return (
    <main class="felt">
      <h2 class="hidden">{t('table.board')}</h2>
      {covered ? <Cover session={session} name={names[session.now.cover! - 1] ?? ''} /> : <module.Board {...board} />}
      {!covered && <InWords lines={module.describe(view, names, t)} />}
      {!covered && settings.coordinates && <Coordinates module={module} board={board} />}
    </main>
  )
}

type Result = ReturnType<typeof useResult>

/** The result over the board. */
function Ended(p: Shown & { result: Result; again: ComponentChildren }) {
  const { settings } = useApp()
  const { session, module, view, names, out, result } = p
  return (
    <End
      session={session}
      module={module}
      view={view}
      names={names}
      still={still(settings) || !result.counts}
      again={p.again}
      analyse={() => void out.analyse()}
      share={out.shares ? () => void out.share() : null}
      close={result.close}
    />
  )
}

/** The possible actions, with the notices above them. */
function Doing(p: Shown & { over: boolean; result: Result; again: ComponentChildren; hints: ComponentChildren }) {
  const { t } = useApp()
  const { session, module, board, side, look } = p
  const below = !side.wide || side.folded
  const end = (
    <>
      {p.over && (
        <button type="button" class="button" onClick={p.result.show}>
          {t('end.open')}
        </button>
      )}
      {p.again}
    </>
  )
  return (
    <ActionBar
      end={!(p.over && p.result.open) && end}
      extras={p.extras}
      session={session}
      module={module}
      board={board}
      refused={useRefused(session)}
      names={p.names}
      covered={p.covered}
      quiet={look !== undefined}
      openLog={() => side.open('log')}
      coach={
        <>
          {look?.panel(board, module)}
          {session.source!.table.lesson && !look && below && <Coach session={session} module={module} board={board} />}
          {below && p.hints}
        </>
      }
    />
  )
}

export function Table(p: {
  session: Session
  borrowed: boolean
  /** Somebody else's game, which is over: nobody here is "you". */
  stranger?: boolean
  extras?: Extras
  look?: Look
}) {
  const { session, extras, look } = p
  const { t, settings } = useApp()
  useSession(session)
  useKeys(session, settings.keys, extras !== undefined)
  useKeepFocus()
  const [rule, closeRule] = useRule()
  const side = useSide()
  const info = session.source!.table
  const module = moduleOf(info.game)
  const board = useBoard(session, p.stranger ?? false)
  const { view, names } = board
  usePoints(session, module, board.still)
  useTold(session, module, board)
  const result = useResult(session, view, side)
  useMine(session, p.borrowed)
  const out = useWaysOut(session, view, extras)
  const chat = extras !== undefined && side.tab === 'more' && !side.folded
  useEffect(() => extras?.tab.shown(chat), [chat])

  const covered = session.now.cover !== null
  const shown: Shown = { session, module, board, view, names, covered, side, out, extras, look }
  const over = view.over && !session.history && !covered && !look
  // A table online may be over before its game is: its people agreed to end it.
  const again = extras ? extras.again : over ? <Again view={view} seats={info.seats} /> : null
  const hints = !covered && (session.thinkingHint || session.hints !== null) && (
    <Hints
      session={session}
      module={module}
      board={board}
      chosen={side.chosen}
      small={!side.wide || side.folded || info.lesson === true}
    />
  )
  return (
    <div
      class={`table ${extras ? 'hosted' : ''} ${look ? 'looked' : ''} ${side.folded ? 'folded' : ''}`}
      data-game={info.game}
    >
      <Bar {...shown} />
      {extras?.people}
      <Felt {...shown} />
      {over && result.open && <Ended {...shown} result={result} again={again} />}
      {extras?.notices}
      <Doing {...shown} over={over} result={result} again={again} hints={hints} />
      <nav class="history-bar" aria-label={t('history.title')}>
        {!covered && <History session={session} />}
      </nav>
      {!side.wide && !side.folded && <div class="side-shade" onClick={side.fold} />}
      <SideColumn {...shown} hints={hints} />
      {rule !== null && module.guide && (
        <RuleSheet module={module} rule={rule} refused={numberOf(session)} close={closeRule} />
      )}
    </div>
  )
}
