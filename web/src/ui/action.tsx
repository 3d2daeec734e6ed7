// The bar below the board: what I can do, what I have chosen and what it brings, why something is not
// possible.

import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import type { BoardProps, GameModule } from '../games/game'
import { sentence, type T } from '../i18n'
import type { Session } from '../session'
import type { Seat, View } from '../view'
import { useApp } from './context'
import { Icon } from './icons'
import { again } from './play'
import { verdict } from './scores'
import type { Extras } from './table'
import { sentences, Told } from './told'

/** The points that the move being built brings, in words; empty if there is nothing to say. */
function gainOf({ t, preview, view, me }: BoardProps, module: GameModule): string {
  const before = view.scores[me - 1]?.total,
    after = preview?.scores[me - 1]?.total
  if (before == null || after == null) return ''
  const n = Math.abs(after - before)
  if (n === 0 && module.pointsAtEnd) return ''
  const points = `${after < before ? '−' : '+'}${n}`
  return n ? t('action.gain', { n, points, total: after }) : t('action.no-gain')
}

/** Another game like this one, with the same people and bots in the same seats. */
export function Again({ view, seats }: { view: View; seats: Seat[] }) {
  const { t, begin } = useApp()
  return (
    <button type="button" class="button primary" onClick={() => begin({ kind: 'new', opening: again(view, seats) })}>
      {t('end.again')}
    </button>
  )
}

interface Props {
  session: Session
  module: GameModule
  board: BoardProps
  refused: string | null
  names: string[]
  covered: boolean
  extras?: Extras | undefined
  /** On a phone: the tip of the guided game, and a hint. */
  coach: ComponentChildren
  /** When the game is over and its result is closed: a button that opens it, and playing again. */
  end: ComponentChildren
  /** Opens the log. */
  openLog: () => void
  /** While other boards are shown: the latest event is no news there, and there is no present to return to. */
  quiet: boolean
}

/** What the bar says: why something is refused, what I have chosen or can do, whom we wait for. */
function wordsOf(p: Props, t: T): string {
  const { session, module, board, extras } = p
  const { draft, live, view } = board
  const { failed, sending, watching } = session.now
  if (p.refused !== null) return p.refused
  if (p.covered) return t('cover.short')
  if (session.history) return t(session.again ? 'told.replayed' : 'history.looking')
  if (live) return draft?.say || module.prompt(board)
  if (sending) return [draft?.say, extras?.sending].filter(Boolean).join(' · ')
  if (view.over) return verdict(t, view, p.names)
  if (extras?.whose) return extras.whose
  if (watching) return t('watch.tab')
  return t(failed ? 'action.failed' : 'table.wait')
}

function Buttons(p: Props) {
  const { t } = useApp()
  const { session, board } = p
  const { draft, live, view } = board
  const { failed, watching } = session.now
  const waiting = !live && !view.over && !p.covered
  // At a table online others cannot be hurried: only the display of their moves can.
  const hurries = (!p.extras && !watching) || session.shown < session.steps.length
  return (
    <div class="action-buttons">
      {live &&
        p.module.actions?.(board).map(a => (
          <button
            key={a.label}
            type="button"
            class={`button ${a.primary ? 'primary' : ''} ${a.tool ? 'tool' : ''} ${a.extra ? 'extra' : ''}`}
            data-action={a.name}
            title={a.tool ? a.label : undefined}
            aria-pressed={a.pressed}
            aria-disabled={a.off}
            onClick={a.act}
          >
            {a.icon}
            <span>{a.label}</span>
          </button>
        ))}
      {live && draft && (
        <button type="button" class="button" onClick={() => session.setDraft(null)}>
          {t('action.back')}
        </button>
      )}
      {live && draft && (
        <button
          type="button"
          class="button primary confirm"
          disabled={draft.moves.length === 0}
          onClick={() => session.confirm()}
        >
          {t('action.confirm')}
        </button>
      )}
      {session.history && !p.quiet && (
        <button
          type="button"
          class="button primary"
          onClick={() => session.skip() || session.goTo(session.steps.length)}
        >
          {t(session.again ? 'told.skip' : 'history.last')}
        </button>
      )}
      {waiting && !session.history && hurries && (
        <button type="button" class="button hurry" onClick={() => session.hurry()}>
          {t(failed ? 'action.again' : 'action.hurry')}
        </button>
      )}
      {watching && !view.over && !session.history && (
        <button type="button" class="button primary" onClick={() => void session.source?.playHere?.()}>
          {t('watch.take')}
        </button>
      )}
      {p.end}
    </div>
  )
}

export function ActionBar(p: Props) {
  const { session, module, board, refused } = p
  const why = session.refused
  const app = useApp()
  const { t } = app
  const { draft, live } = board
  const complete = (draft?.moves.length ?? 0) > 0
  const words = wordsOf(p, t)
  const past = p.quiet && session.history
  const gain = live && complete ? gainOf(board, module) : ''
  // A screen reader hears what has been chosen and what it brings.
  useEffect(() => {
    if (live && complete && board.preview && !module.says) app.announce(sentences([sentence(t, words), gain]))
  }, [board.preview])
  return (
    <footer class="action" data-live={live}>
      <div class="action-say">
        {p.coach}
        {!p.quiet && <Told session={session} module={module} names={p.names} open={p.openLog} />}
        <div class="action-line">
          <p class={`action-prompt ${refused ? 'refused' : ''} ${past ? 'hidden' : ''}`} tabIndex={-1}>
            {sentence(t, words)} {gain && <span class="gain">{gain}</span>}
          </p>
          {live && module.rule && (
            <button
              type="button"
              class="icon-button action-rule"
              data-rule={module.rule(board, why && 'why' in why ? why.why : null)}
              aria-label={t('action.rule')}
              title={t('action.rule')}
            >
              <Icon name="rule" />
            </button>
          )}
        </div>
      </div>
      <Buttons {...p} />
    </footer>
  )
}
