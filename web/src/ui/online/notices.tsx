// Notices above the action bar: a request that needs consent, a lost connection, a move that came too late,
// an invitation to play again.

import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import type { HostedTable } from '../../online/table'
import { wire } from '../../online/wire'
import type { T } from '../../i18n'
import { useApp } from '../context'
import { span, useTick } from './clock'
import { CodeOffer } from './code'
import { NextTable } from './mine'
import { useMine } from './parts'

interface Answer {
  label: string
  act: () => void
  primary?: boolean
}

function Notice({ children, answers = [], kind }: { children: ComponentChildren; answers?: Answer[]; kind: string }) {
  return (
    <div class="notice" data-kind={kind}>
      <p>{children}</p>
      {answers.length > 0 && (
        <div class="notice-answers">
          {answers.map(a => (
            <button key={a.label} type="button" class={`button ${a.primary ? 'primary' : ''}`} onClick={a.act}>
              {a.label}
            </button>
          ))}
        </div>
      )}
    </div>
  )
}

/** While the others play here, another table waits for me. */
function NextNotice({ table }: { table: HostedTable }) {
  const { tables } = useMine()
  const here = tables?.find(o => o.table === table.id)
  if (!here || here.your_turn) return null
  return <NextTable but={table.id} />
}

/** Somebody asks to take a move back or to end the game. */
function Question({ table, names }: { table: HostedTable; names: string[] }) {
  const app = useApp()
  const { t } = app
  const { question, you } = table.info!
  const who = question ? (names[question.seat - 1] ?? '') : ''
  const asked = question !== null && you !== null && question.needs.includes(you)
  const own = question !== null && question.seat === you
  const whose = question?.needs.map(n => names[n - 1]).join(', ') ?? ''
  const absent = question?.absent?.map(n => names[n - 1]).join(', ') ?? ''
  const words = question
    ? own
      ? t(`question.${question.ask}.own`, { whose, absent })
      : asked
        ? t(`question.${question.ask}`, { who, absent })
        : t(`question.${question.ask}.others`, { who, whose, absent })
    : ''
  const goes = question?.ask === 'back' ? table.news.goes(question.ply ?? 0) : []
  useEffect(() => {
    if (words) app.announce(words)
  }, [words])
  useTick(question?.lapses_in !== undefined)
  if (!question) return null
  const left = (question.lapses_in ?? 0) - (performance.now() - table.told)
  const answer = (what: string) => () => void table.ask(what).catch(() => {})
  const answers = asked
    ? [
        { label: t('question.agree'), act: answer('agree'), primary: true },
        { label: t('question.decline'), act: answer('decline') },
      ]
    : own
      ? [{ label: t('question.withdraw'), act: answer('decline') }]
      : []
  return (
    <Notice kind="question" answers={answers}>
      {words}
      {goes.length > 0 &&
        ` ${t('question.goes', { n: goes.length, whose: [...new Set(goes)].map(n => names[n - 1]).join(', ') })}`}
      {question.lapses_in !== undefined && ` ${t('question.lapses', { time: span(t.lang, left) })}`}
    </Notice>
  )
}

/** A quiet notice that there is no connection, that there may be none, or that the host itself waits; the end of that is
 *  announced. */
export function Lost() {
  const app = useApp()
  const { t } = app
  const { state, waits, doubts } = wire()
  const lost = state !== 'open' ? t('lost.text') : waits ? t('lost.waiting') : doubts ? t('lost.doubt') : null
  const answers = state !== 'open' || doubts ? [{ label: t('lost.now'), act: () => wire().again() }] : []
  const was = useRef(false)
  useEffect(() => {
    if (lost) app.announce(lost)
    else if (was.current) app.announce(t('lost.back'))
    was.current = lost !== null
  }, [lost])
  return lost ? (
    <Notice kind="lost" answers={answers}>
      {lost}
    </Notice>
  ) : null
}

/** Who else would like to play again; null: nobody yet. */
export function againWords(t: T, { again, info }: HostedTable, names: string[]): string | null {
  const others = again.filter(n => n !== info?.you)
  if (others.length === 0) return null
  return t('again.who', { n: others.length, who: others.map(n => names[n - 1]).join(', ') })
}

export function Notices({ table, names, again }: { table: HostedTable; names: string[]; again: () => void }) {
  const app = useApp()
  const { t } = app
  const info = table.info!
  const me = info.seats.find(s => s.seat === info.you)
  const over = info.phase === 'finished' || info.phase === 'abandoned'
  const wanted = over && table.next !== null && info.you !== null

  useEffect(() => {
    if (table.late) app.announce(t('late.text'))
  }, [table.late])
  const wants = againWords(t, table, names)
  useEffect(() => {
    if (wants) app.announce(wants)
  }, [wants])

  return (
    <section class="notices" aria-label={t('people.notices')}>
      <CodeOffer table={info} />
      <NextNotice table={table} />
      {info.read_only !== null && <Notice kind="stopped">{t('table.read-only')}</Notice>}
      {table.late && (
        <Notice kind="late" answers={[{ label: t('late.seen'), act: () => table.seenLate() }]}>
          {t('late.text')}
        </Notice>
      )}
      {info.paused && <Notice kind="paused">{t('paused.text')}</Notice>}
      {me?.stand_in && info.phase === 'playing' && (
        <Notice
          kind="away"
          answers={
            me.stand_in === 'resigned'
              ? []
              : [{ label: t('leave.return'), act: () => void table.ask('return').catch(() => {}), primary: true }]
          }
        >
          {t(`leave.${me.stand_in}`)}
        </Notice>
      )}
      <Question table={table} names={names} />
      {wanted && (
        <Notice kind="again" answers={[{ label: t('again.join'), act: again, primary: true }]}>
          {wants ?? t('again.wanted')}
        </Notice>
      )}
    </section>
  )
}
