// The parts of a table around its board: the bar above it, the side column beside it.

import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import type { BoardProps, GameModule } from '../games/game'
import { dayOf } from '../daily'
import type { T } from '../i18n'
import type { Session } from '../session'
import type { View } from '../view'
import { Coach } from './coach'
import { gameTitle, useApp } from './context'
import { Icon, IconButton } from './icons'
import { Log } from './log'
import { mark } from './marks'
import { MoveList } from './movelist'
import { Scores } from './scores'
import type { Extras, Look } from './table'
import type { Side, Tab, WaysOut } from './tablehooks'

/** Values that the parts of a table share. */
export interface Shown {
  session: Session
  module: GameModule
  board: BoardProps
  view: View
  names: string[]
  /** The board is covered while the device goes to another person. */
  covered: boolean
  side: Side
  out: WaysOut
  extras: Extras | undefined
  look: Look | undefined
}

export function Cover({ session, name }: { session: Session; name: string }) {
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

/** The position for screen readers. */
export function InWords({ lines }: { lines: string[] }) {
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

/** Whose turn it is, or what is happening instead. */
function whose(p: Shown, t: T): string {
  const { session, view, names } = p
  const { now } = session
  const turn = view.to_move
  if (p.extras?.whose) return p.extras.whose
  if (view.over) return t('end.over')
  if (turn === 'chance' || turn === null) return t('table.drawing')
  if (now.failed !== null && !session.history) return t('table.failed', { who: names[turn - 1] ?? '' })
  if (now.thinking !== null && !session.history) {
    const who = names[now.thinking - 1] ?? ''
    return t(now.before ? 'table.late' : 'table.thinking', { who, n: now.before ?? 0 })
  }
  return turn === now.viewer ? t('table.your-turn') : t('table.turn', { who: names[turn - 1] ?? '' })
}

function Tools(p: Shown) {
  const { session, side, out, extras, look } = p
  const { t, openSettings } = useApp()
  const { now } = session
  return (
    <div class="bar-tools" ref={side.tools}>
      {!look && (
        <IconButton icon="undo" label={t('table.undo')} disabled={!now.canUndo} onClick={() => void session.undo()} />
      )}
      {now.canHint !== false && !look && (
        <IconButton icon="hint" label={t('table.hint')} disabled={!session.live} onClick={() => void session.hint()} />
      )}
      {!side.phone && out.shares && !look && (
        <IconButton icon="share" label={out.shareLabel} disabled={p.covered} onClick={() => void out.share()} />
      )}
      {!side.phone && <IconButton icon="settings" label={t('settings.title')} onClick={openSettings} />}
      <IconButton
        icon="scores"
        label={extras?.tab.said ? `${t('table.side')}. ${extras.tab.said}` : t('table.side')}
        pressed={!side.folded}
        count={extras?.tab.count}
        onClick={() => side.setFolded(!side.folded)}
      />
    </div>
  )
}

export function Bar(p: Shown) {
  const { session, module, view, look } = p
  const app = useApp()
  const { t } = app
  const info = session.source!.table
  const day = info.daily ? dayOf(info.daily).toLocaleDateString(t.lang, { day: 'numeric', month: 'short' }) : ''
  const back = look?.back ?? { href: '#', label: t('table.back') }
  return (
    <header class="bar">
      <a class="icon-button" href={back.href} aria-label={back.label} title={back.label}>
        <Icon name="back" />
      </a>
      <h1 tabIndex={-1}>
        {look?.title ?? gameTitle(app, info.game)}
        {info.daily && !look && <small> · {p.side.phone ? day : `${t('daily.title')}, ${day}`}</small>}
      </h1>
      <p class="whose" data-mine={session.live}>
        {whose(p, t)}
        {!view.over && module.nearEnd && <small> · {module.nearEnd(view, t)}</small>}
      </p>
      <Tools {...p} />
    </header>
  )
}

function Tabs({ side, extras }: Shown) {
  const { t } = useApp()
  const button = (which: Tab, label: string) => (
    <button type="button" aria-pressed={side.tab === which} onClick={() => side.setTab(which)}>
      {label}
    </button>
  )
  return (
    <div class="tabs">
      {button('scores', t('scores.title'))}
      {button('log', t('log.title'))}
      {button('moves', t('moves.title'))}
      {extras && (
        <button
          type="button"
          aria-pressed={side.tab === 'more'}
          aria-label={extras.tab.said || extras.tab.label}
          title={extras.tab.label}
          onClick={() => side.setTab('more')}
        >
          <Icon name="chat" />
          {extras.tab.count > 0 && <span class="count">{extras.tab.count}</span>}
        </button>
      )}
      {!side.wide && <IconButton icon="close" label={t('side.close')} onClick={side.fold} />}
    </div>
  )
}

function SideEnd({ session, module, view, side, out, extras, look, covered }: Shown) {
  const { t, openSettings } = useApp()
  const info = session.source!.table
  return (
    <div class="side-end">
      {extras?.end}
      {side.phone && out.shares && !look && (
        <button type="button" class="button quiet" disabled={covered} onClick={() => void out.share()}>
          <Icon name="share" />
          {out.shareLabel}
        </button>
      )}
      {side.phone && (
        <button type="button" class="button quiet" onClick={openSettings}>
          <Icon name="settings" />
          {t('settings.title')}
        </button>
      )}
      {extras?.record !== false && !look && (
        <button type="button" class="button quiet" disabled={covered} onClick={() => void out.save()}>
          {t('table.export')}
        </button>
      )}
      {module.guide && (
        <a class="button quiet" href={`#guide/${info.game}`}>
          {t('start.guide')}
        </a>
      )}
      {view.over && !look && (
        <a class="button" href={`#analysis/${info.id}`} onClick={e => void out.analyse(e)}>
          {t('analysis.title')}
        </a>
      )}
    </div>
  )
}

export function SideColumn(p: Shown & { hints: ComponentChildren }) {
  const { session, module, board, view, names, side } = p
  const { t } = useApp()
  return (
    <aside
      class="side"
      aria-label={t('table.side')}
      hidden={side.folded}
      onKeyDown={e => {
        if (e.key !== 'Escape' || side.wide) return
        e.stopPropagation()
        side.fold()
      }}
    >
      <Tabs {...p} />
      {side.wide && !side.folded && p.hints}
      {session.source!.table.lesson && !p.look && side.wide && !side.folded && (
        <Coach session={session} module={module} board={board} />
      )}
      <div class="side-body" data-tab={side.tab}>
        {side.tab === 'scores' && <Scores view={view} names={names} />}
        {side.tab === 'log' && (
          <Log session={session} module={module} names={names} mark={steps => mark(session, module, steps)} />
        )}
        {side.tab === 'more' && p.extras?.tab.body}
        {side.tab === 'moves' && !p.covered && (
          <MoveList session={session} module={module} board={board} chosen={side.chosen} />
        )}
      </div>
      <SideEnd {...p} />
    </aside>
  )
}
