// A bot's advice: drawn on the board with numbers and arrows, and in words with the reasons.

import { useEffect, useRef, useState } from 'preact/hooks'
import type { BoardProps, GameModule, Teaching } from '../games/game'
import type { T } from '../i18n'
import { during } from '../rest'
import type { Hint, Judged } from '../source'
import type { View } from '../view'
import '../../style/teaching.css?later'
import { useApp } from './context'
import { IconButton } from './icons'
import { bring, Marks, marksOf } from './arrows'
import { choose, nameOf, type ChooseProps } from './movelist'

/** The numbers of moves and reasons that are shown; a reason must weigh at least this part of the best one. */
const MOVES = 5,
  REASONS = 3,
  PART = 0.15

/** A game's teaching, once it is there; null for a game without. */
export function useTeaching(module: GameModule): Teaching | null {
  const [teaching, set] = useState<Teaching | null>(null)
  useEffect(() => {
    let gone = false
    if (module.teaching)
      during(module.teaching()).then(
        found => {
          if (!gone) set(found)
        },
        () => {}, // without a connection: words without pictures
      )
    return () => {
      gone = true
    }
  }, [module])
  return teaching
}

/** The views before each move of a turn, and the one after it; null until they are known. */
function useTurn(turn: string[], board: BoardProps): View[] | null {
  const [views, set] = useState<{ key: string; list: View[] } | null>(null)
  const key = `${board.view.ply} ${turn.join()}`
  useEffect(() => {
    let gone = false
    async function walk() {
      const after = await Promise.all(turn.map((_, i) => board.peek(turn.slice(0, i + 1))))
      if (!gone && after.every(v => v !== null)) set({ key, list: [board.view, ...after] })
    }
    void walk()
    return () => {
      gone = true
    }
  }, [key])
  return views?.key === key ? views.list : null
}

/** The reasons for a turn, the strongest first. */
export function reasonsOf(hint: Hint, views: View[], teaching: Teaching | null, board: BoardProps): string[] {
  const { me, names, t } = board
  const view = views[0]!,
    after = views[views.length - 1]!
  const best = Math.max(0, ...hint.reasons.map(r => r.points))
  const words = (plain: boolean) =>
    hint.reasons
      .filter(r => r.points >= best * PART && (teaching?.plain?.test(r.name) ?? false) === plain)
      .map(reason => teaching?.why({ reason, turn: hint.turn, view, after, me, names, t }) ?? null)
      .filter(said => said !== null)
  const said = [...new Set(words(false))]
  return said.length ? said.slice(0, REASONS) : words(true).slice(0, 1)
}

const list = (t: T, words: string[]): string => new Intl.ListFormat(t.lang, { type: 'conjunction' }).format(words)

function Others({ p, moves }: { p: ChooseProps; moves: Judged[] }) {
  const { t } = useApp()
  const { module, board } = p
  const percent = new Intl.NumberFormat(t.lang, { style: 'percent', maximumFractionDigits: 0 })
  const points = new Intl.NumberFormat(t.lang, { maximumFractionDigits: 1 })
  const me = board.me - 1
  return (
    <ol class="hint-moves">
      {moves.slice(0, MOVES).map(h => (
        <li key={h.move}>
          <button type="button" onClick={() => choose(p, h.move)}>
            <span>{nameOf(module, h.move, board.view, t)}</span>
            <span class="faint">
              {t('hint.reason', { win: percent.format(h.win[me] ?? 0), points: points.format(h.points[me] ?? 0) })}
            </span>
          </button>
        </li>
      ))}
    </ol>
  )
}

/** The turn in words, one move a line if it has several. */
function Turn({ names }: { names: string[] }) {
  if (names.length === 1) return <p class="hint-turn">{names[0]}</p>
  return (
    <ol class="hint-turn" tabIndex={0}>
      {names.map((name, i) => (
        <li key={i}>{name}</li>
      ))}
    </ol>
  )
}

function Found({ p, hint, small }: { p: ChooseProps; hint: Hint; small: boolean }) {
  const { t, announce } = useApp()
  const { module, board, session } = p
  const teaching = useTeaching(module)
  const turn = hint.turn.length ? hint.turn : hint.moves.slice(0, 1).map(h => h.move)
  const views = useTurn(turn, board)
  const names = views ? turn.map((move, i) => nameOf(module, move, views[i]!, t)) : []
  const reasons = views ? reasonsOf(hint, views, teaching, board) : []
  const why = reasons.length ? t('hint.why', { reasons: list(t, reasons) }) : ''
  // It is announced once, when it is complete; the rest of a turn is not announced again.
  const said = useRef(false)
  const whole = views !== null && (teaching !== null || !module.teaching)
  useEffect(() => {
    if (!whole || said.current) return
    said.current = true
    announce([t('hint.title'), ...names, why].join('. '))
  }, [whole])
  const marks =
    views && teaching
      ? marksOf(
          turn.map((m, i) => teaching.where({ move: m, view: views[i]!, seat: board.me, me: board.me })),
          'hint',
        )
      : []
  useEffect(() => void bring(marks[0]), [whole])
  const others = hint.moves
  return (
    <>
      <div class="hint-say">
        <Turn names={names} />
        {why && <p class="hint-why">{why}</p>}
      </div>
      {turn[0] !== undefined && board.live && (
        <button type="button" class="button hint-do" onClick={() => choose(p, turn[0]!)}>
          {t('hint.do')}
        </button>
      )}
      {others.length > 1 &&
        (small ? (
          <details class="hint-others">
            <summary>{t('hint.others')}</summary>
            <Others p={p} moves={others} />
          </details>
        ) : (
          <Others p={p} moves={others} />
        ))}
      {!session.draft && <Marks marks={marks} names={[]} />}
    </>
  )
}

export function Hints(p: ChooseProps & { small: boolean }) {
  const { t } = useApp()
  const { session } = p
  const { hints } = session
  const shown = session.thinkingHint || hints !== null
  if (!shown) return null
  return (
    <section class="hints" aria-label={t('hint.title')}>
      <div class="hints-head">
        <h2>{t('hint.title')}</h2>
        <IconButton icon="close" label={t('hint.close')} onClick={() => session.closeHint()} />
      </div>
      {session.thinkingHint ? (
        <p role="status">{t('hint.thinking')}</p>
      ) : typeof hints === 'string' ? (
        <p role="status">{t('hint.failed')}</p>
      ) : (
        hints && <Found p={p} hint={hints} small={p.small} />
      )}
    </section>
  )
}

/** The names of the spaces, for people who want to see them. */
export function Coordinates({ module, board }: { module: GameModule; board: BoardProps }) {
  const teaching = useTeaching(module)
  return teaching ? <Marks marks={[]} names={teaching.spaces(board.view)} /> : null
}
