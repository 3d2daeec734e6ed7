// The table: a game's board in the middle of what all games share.

import type { ComponentChildren } from 'preact'
import { useEffect, useMemo, useReducer, useRef, useState } from 'preact/hooks'
import type { BoardProps, GameModule } from '../games/game'
import { dayOf } from '../daily'
import { moduleOf } from '../games/index'
import { refusal } from '../i18n'
import type { Session } from '../session'
import { canShare, copy, share as offer } from '../online/copy'
import { still } from '../settings'
import { dailyLink, link, pack } from '../share'
import { play } from '../sound'
import { keepAll } from '../update'
import type { View } from '../view'
import { ActionBar, Again } from './action'
import { Coach } from './coach'
import { gameTitle, seatNames, useApp } from './context'
import { Icon, IconButton } from './icons'
import { useMedia } from './media'
import { History, Log, travel } from './log'
import { mark } from './marks'
import { later } from './later'
import { MoveList } from './movelist'
import { useRule } from './rules'
import { Scores, verdict } from './scores'
import { linesOf, news, sentences, usePoints } from './told'

const End = later(() => import('./end').then(m => m.End))
const Hints = later(() => import('./hints').then(m => m.Hints))
const RuleSheet = later(() => import('./rulesheet').then(m => m.RuleSheet))
const Coordinates = later(() => import('./hints').then(m => m.Coordinates))

/** Room for a side column; a phone opens it over the board. Where there is plenty it is open from the start. */
const WIDE = '(min-width: 900px)'
const PLENTY = '(min-width: 1200px)'

type Tab = 'scores' | 'log' | 'moves' | 'more'

/** What a table online has besides (ui/online/table.tsx). */
export interface Extras {
  /** Who sits there; what has to be said above the action bar; buttons below the side column. */
  people: ComponentChildren
  notices: ComponentChildren
  end: ComponentChildren
  /** A further tab of the side column: how much is new there, and the same in words; hears whether it is shown. */
  tab: { label: string; count: number; said: string; body: ComponentChildren; shown: (shown: boolean) => void }
  /** Playing again, in place of a new game. */
  again: ComponentChildren
  /** There is a record of the game. */
  record: boolean
  /** What stands in place of whose turn it is, and of what can be done while a decision is on its way. */
  whose: string | null
  sending: string | null
  /** The fragment of a link to watch; null if nobody may. */
  link: string | null
}

/** The table as a part of another screen: a position of an analysis, a puzzle. */
export interface Look {
  title: string
  /** Where it leads back to, and how that is called. */
  back: { href: string; label: string }
  /** What is said above what can be done; it may draw on the board. */
  panel: (board: BoardProps, module: GameModule) => ComponentChildren
}

function useSession(session: Session): void {
  const [, render] = useReducer<number, void>(n => n + 1, 0)
  useEffect(() => session.subscribe(() => render()), [session])
}

/** Single keys for the whole table; they can be switched off. */
function useKeys(session: Session, on: boolean, hosted: boolean): void {
  useEffect(() => {
    if (!on) return
    // First what is being shown; then, at this device, a bot that thinks.
    const skip = () => {
      if (!session.skip() && !hosted && session.now.thinking !== null) session.hurry()
    }
    function key(e: KeyboardEvent) {
      const target = e.target as HTMLElement
      // What lies over the table has its own keys: closing it leaves what was being chosen.
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
      // The space bar presses what has the focus; where nothing is to be pressed it skips too.
      if (e.key === ' ' && !target.closest('button, a, summary, [role], [tabindex="0"]')) skip()
      else action[e.key]?.()
    }
    addEventListener('keydown', key)
    return () => removeEventListener('keydown', key)
  }, [session, on, hosted])
}

/** The focus is never lost: when what had it goes away, what to do now gets it. */
function useKeepFocus(): void {
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

function Cover({ session, name }: { session: Session; name: string }) {
  const { t } = useApp()
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => button.current?.focus(), [])
  return (
    <div class="cover">
      <h2>{t('cover.title', { who: name })}</h2>
      <p>{t('cover.text')}</p>
      <button ref={button} type="button" class="button primary" onClick={() => void session.uncover()}>
        {t('cover.ready', { who: name })}
      </button>
    </div>
  )
}

/** The position for those who do not see it. */
function InWords({ lines }: { lines: string[] }) {
  const { t } = useApp()
  if (lines.length === 0) return null
  return (
    <section class="hidden" aria-label={t('table.position')}>
      {lines.map((line, i) => (
        <p key={i}>{line}</p>
      ))}
    </section>
  )
}

/** The rule by which the last try was refused. */
const numberOf = ({ refused }: Session) =>
  refused && 'why' in refused ? /^([A-Z]+-\d[\d.]*)/.exec(refused.why)?.[1] : undefined

export function Table(p: { session: Session; borrowed: boolean; extras?: Extras; look?: Look }) {
  const { session, borrowed, extras, look } = p
  const app = useApp()
  const { t } = app
  useSession(session)
  useKeys(session, app.settings.keys, extras !== undefined)
  useKeepFocus()
  const [rule, closeRule] = useRule()
  const [tab, setTab] = useState<Tab>('scores')
  const wide = useMedia(WIDE)
  /** What is not needed for a move stands below the scores: the title needs the room. */
  const phone = useMedia('(max-width: 599px)')
  const plenty = useMedia(PLENTY)
  const [folded, setFolded] = useState(!plenty)
  useEffect(() => setFolded(!plenty), [plenty])
  const tools = useRef<HTMLDivElement>(null)
  const info = session.source!.table
  const module = moduleOf(info.game)
  const names = useMemo(() => seatNames(app, info.seats), [info, app])
  const view = session.view() as View
  const { now } = session
  const turn = view.to_move
  const last = session.steps[session.shown - 1] ?? null
  const board: BoardProps = {
    view,
    before: session.shown > 0 ? session.view(session.shown - 1) : null,
    last,
    since: session.since(),
    me: now.viewer,
    names,
    live: session.live,
    legal: session.live ? now.legal : [],
    draft: session.draft,
    preview: session.preview,
    setDraft: d => session.setDraft(d),
    peek: moves => session.source!.preview(moves),
    act: move => void session.act([move]),
    why: move => void session.why(move),
    say: text => session.say(text),
    // Others' moves that are shown at once do not travel.
    still: still(app.settings) || (app.settings.pace === 'instant' && last?.seat !== now.viewer),
    t,
  }

  usePoints(session, module, board.still)
  // What happens is said aloud, turn by turn, then what I can do. What is played again was said when it was asked for.
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
    if (session.live && app.settings.sound) play('turn')
    if (lines.length) app.announce(sentences(lines))
  }, [session.shown, session.live, session.again])
  const refused =
    session.refused === null
      ? null
      : 'words' in session.refused
        ? session.refused.words
        : refusal(t, info.game, session.refused.why)
  useEffect(() => {
    if (refused) app.announce(refused)
  }, [refused])
  useEffect(() => {
    if (now.failed !== null) app.announce(t('table.failed', { who: names[now.turn - 1] ?? '' }))
  }, [now.failed])
  // The result stays until it is closed. It counts up once, and not where the game was over before.
  const [ended, setEnded] = useState(true)
  const counts = useRef(now.turn !== -1)
  useEffect(() => {
    if (session.history && now.turn === -1) counts.current = false
  }, [session.history])
  // At the end the scores come forward.
  useEffect(() => {
    if (view.over && !session.history) {
      setTab('scores')
      if (plenty) setFolded(false)
    }
  }, [view.over])
  // A game from a link becomes one of mine with my first move.
  useEffect(() => {
    if (!session.acted) return
    keepAll()
    if (borrowed) history.replaceState(null, '', `#play/${info.id}`)
  }, [session.acted])

  /** On a phone the side column lies over the board: a move chosen there is looked at without it. */
  const chosen = () => {
    if (!wide) setFolded(true)
  }

  /** Closes what lies over the board; the button that opens it has the focus then. */
  const fold = () => {
    setFolded(true)
    tools.current?.querySelector<HTMLElement>('button:last-child')?.focus()
  }

  const chat = extras !== undefined && tab === 'more' && !folded
  useEffect(() => extras?.tab.shown(chat), [chat])

  /** The whole game in a link; while a host keeps it to itself, a link to watch it there. */
  async function share() {
    if (extras && !extras.record) {
      await give(`${location.origin}${location.pathname}${extras.link!}`, t('share.watch'))
      return
    }
    const record = await session.source!.record()
    if (info.daily && view.over) {
      await give(await dailyLink(app.settings, record, info.seats, info.daily), t('share.daily'))
      return
    }
    const seats = info.seats
    const step = session.history ? { step: session.shown } : {}
    await give(link(await pack({ record, seats, ...step })), t('share.copied'))
  }
  async function give(url: string, said: string) {
    if (await copy(url)) app.toast(said)
    else if (canShare()) await offer('Atoll', url)
  }

  /** The analysis opens a game of this device's own. */
  async function lookAgain(e?: Event) {
    e?.preventDefault()
    await session.source!.keep()
    app.go(`analysis/${info.id}`)
  }

  async function save() {
    const blob = new Blob([await session.source!.record()], { type: 'text/plain' })
    const a = document.createElement('a')
    a.href = URL.createObjectURL(blob)
    a.download = `${info.game}-${info.id}.txt`
    a.click()
    setTimeout(() => URL.revokeObjectURL(a.href), 1000)
  }

  const failed = now.failed !== null && !session.history
  const whose = extras?.whose
    ? extras.whose
    : view.over
      ? t('end.over')
      : turn === 'chance' || turn === null
        ? t('table.drawing')
        : failed
          ? t('table.failed', { who: names[turn - 1] ?? '' })
          : now.thinking !== null && !session.history
            ? t(now.before ? 'table.late' : 'table.thinking', {
                who: names[now.thinking - 1] ?? '',
                n: now.before ?? 0,
              })
            : turn === now.viewer
              ? t('table.your-turn')
              : t('table.turn', { who: names[turn - 1] ?? '' })
  const tabButton = (which: Tab, label: string) => (
    <button type="button" aria-pressed={tab === which} onClick={() => setTab(which)}>
      {label}
    </button>
  )
  const covered = now.cover !== null
  const over = view.over && !session.history && !covered && !look
  // A table online may be over before its game is: its people agreed to end it.
  const again = extras ? extras.again : over ? <Again view={view} seats={info.seats} /> : null
  const shares = !extras || extras.record || extras.link !== null
  const giveLabel = t(extras?.record === false ? 'table.share.watch' : 'table.share')
  const day = info.daily ? dayOf(info.daily).toLocaleDateString(t.lang, { day: 'numeric', month: 'short' }) : ''
  const dayWords = phone ? day : `${t('daily.title')}, ${day}`
  const back = look?.back ?? { href: '#', label: t('table.back') }
  const hints = !covered && (session.thinkingHint || session.hints !== null) && (
    <Hints session={session} module={module} board={board} chosen={chosen} small={!wide || folded} />
  )
  return (
    <div class={`table ${extras ? 'hosted' : ''} ${folded ? 'folded' : ''}`} data-game={info.game}>
      <header class="bar">
        <a class="icon-button" href={back.href} aria-label={back.label} title={back.label}>
          <Icon name="back" />
        </a>
        <h1 tabIndex={-1}>
          {look?.title ?? gameTitle(app, info.game)}
          {info.daily && !look && <small> · {dayWords}</small>}
        </h1>
        <p class="whose" data-mine={session.live}>
          {whose}
          {!view.over && module.nearEnd && <small> · {module.nearEnd(view, t)}</small>}
        </p>
        <div class="bar-tools" ref={tools}>
          {!look && (
            <IconButton
              icon="undo"
              label={t('table.undo')}
              disabled={!now.canUndo}
              onClick={() => void session.undo()}
            />
          )}
          {now.canHint !== false && !look && (
            <IconButton
              icon="hint"
              label={t('table.hint')}
              disabled={!session.live}
              onClick={() => void session.hint()}
            />
          )}
          {!phone && shares && !look && (
            <IconButton icon="share" label={giveLabel} disabled={covered} onClick={() => void share()} />
          )}
          {!phone && <IconButton icon="settings" label={t('settings.title')} onClick={app.openSettings} />}
          <IconButton
            icon="scores"
            label={extras?.tab.said ? `${t('table.side')}. ${extras.tab.said}` : t('table.side')}
            pressed={!folded}
            count={extras?.tab.count}
            onClick={() => setFolded(!folded)}
          />
        </div>
      </header>
      {extras?.people}
      <main class="felt">
        <h2 class="hidden">{t('table.board')}</h2>
        {covered ? <Cover session={session} name={names[now.cover! - 1] ?? ''} /> : <module.Board {...board} />}
        {!covered && <InWords lines={module.describe(view, names, t)} />}
        {!covered && app.settings.coordinates && <Coordinates module={module} board={board} />}
      </main>
      {over && ended && (
        <End
          session={session}
          module={module}
          view={view}
          names={names}
          still={still(app.settings) || !counts.current}
          again={again}
          analyse={() => void lookAgain()}
          share={shares ? () => void share() : null}
          close={() => {
            counts.current = false
            setEnded(false)
          }}
        />
      )}
      {extras?.notices}
      <ActionBar
        end={
          !(over && ended) && (
            <>
              {over && (
                <button type="button" class="button" onClick={() => setEnded(true)}>
                  {t('end.open')}
                </button>
              )}
              {again}
            </>
          )
        }
        extras={extras}
        session={session}
        module={module}
        board={board}
        refused={refused}
        names={names}
        covered={covered}
        quiet={look !== undefined}
        openLog={() => {
          setTab('log')
          setFolded(false)
        }}
        coach={
          <>
            {look?.panel(board, module)}
            {info.lesson && (!wide || folded) && <Coach session={session} module={module} board={board} />}
            {(!wide || folded) && hints}
          </>
        }
      />
      <nav class="history-bar" aria-label={t('history.title')}>
        {!covered && <History session={session} />}
      </nav>
      {!wide && !folded && <div class="side-shade" onClick={fold} />}
      <aside
        class="side"
        aria-label={t('table.side')}
        hidden={folded}
        onKeyDown={e => {
          if (e.key !== 'Escape' || wide) return
          e.stopPropagation()
          fold()
        }}
      >
        <div class="tabs">
          {tabButton('scores', t('scores.title'))}
          {tabButton('log', t('log.title'))}
          {tabButton('moves', t('moves.title'))}
          {extras && (
            <button
              type="button"
              aria-pressed={tab === 'more'}
              aria-label={extras.tab.said || extras.tab.label}
              title={extras.tab.label}
              onClick={() => setTab('more')}
            >
              <Icon name="chat" />
              {extras.tab.count > 0 && <span class="count">{extras.tab.count}</span>}
            </button>
          )}
          {!wide && <IconButton icon="close" label={t('side.close')} onClick={fold} />}
        </div>
        {wide && !folded && hints}
        <div class="side-body">
          {info.lesson && wide && !folded && <Coach session={session} module={module} board={board} />}
          {tab === 'scores' && <Scores view={view} names={names} />}
          {tab === 'log' && (
            <Log session={session} module={module} names={names} mark={steps => mark(session, module, steps)} />
          )}
          {tab === 'more' && extras?.tab.body}
          {tab === 'moves' && !covered && <MoveList session={session} module={module} board={board} chosen={chosen} />}
        </div>
        <div class="side-end">
          {extras?.end}
          {phone && shares && !look && (
            <button type="button" class="button quiet" disabled={covered} onClick={() => void share()}>
              <Icon name="share" />
              {giveLabel}
            </button>
          )}
          {phone && (
            <button type="button" class="button quiet" onClick={app.openSettings}>
              <Icon name="settings" />
              {t('settings.title')}
            </button>
          )}
          {extras?.record !== false && !look && (
            <button type="button" class="button quiet" disabled={covered} onClick={() => void save()}>
              {t('table.export')}
            </button>
          )}
          {module.guide && (
            <a class="button quiet" href={`#guide/${info.game}`}>
              {t('start.guide')}
            </a>
          )}
          {view.over && !look && (
            <a class="button" href={`#analysis/${info.id}`} onClick={e => void lookAgain(e)}>
              {t('analysis.title')}
            </a>
          )}
        </div>
      </aside>
      {rule !== null && module.guide && (
        <RuleSheet module={module} rule={rule} refused={numberOf(session)} close={closeRule} />
      )}
    </div>
  )
}
