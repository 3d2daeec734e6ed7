// Ways out of a running game: a bot takes over, one resigns, everybody is asked, or the game is ended
// because somebody does not come back. Irreversible steps ask once.

import { useState } from 'preact/hooks'
import { levelsHere } from '../../online/choices'
import type { HostedTable } from '../../online/table'
import { botChoice, useApp } from '../context'

const DAYS_MS = 6 * 3600_000

/** Seats whose absence allows the others to end the game now. */
function gone({ info, told }: HostedTable): number[] {
  const days = info!.clock.kind !== 'none' && info!.clock.base >= DAYS_MS
  return info!.seats
    .filter(s => s.kind === 'person' && s.seat !== info!.you)
    .filter(s =>
      days
        ? s.stand_in === 'late'
        : s.here === false && s.absent_in !== undefined && s.absent_in <= performance.now() - told,
    )
    .map(s => s.seat)
}

function Sure(p: {
  text: string
  go: string
  act: () => void
  stay: () => void
  level?: boolean
  set: (l: string) => void
}) {
  const { t } = useApp()
  return (
    <div class="leaving" role="group" aria-label={p.text}>
      <p>{p.text}</p>
      {p.level && (
        <label class="inline-field">
          <span>{t('leave.level')}</span>
          <select onChange={e => p.set(e.currentTarget.value)}>
            {levelsHere().map(l => (
              <option key={l} value={l} selected={l === 'normal'}>
                {botChoice(t, l)}
              </option>
            ))}
          </select>
        </label>
      )}
      <button type="button" class="button primary" onClick={p.act}>
        {p.go}
      </button>
      <button type="button" class="button" onClick={p.stay}>
        {t('leave.stay')}
      </button>
    </div>
  )
}

export function Leaving({ table, names }: { table: HostedTable; names: string[] }) {
  const app = useApp()
  const { t } = app
  const info = table.info!
  const [asks, ask] = useState<'' | 'leave' | 'resign'>('')
  const here = levelsHere()
  const [level, setLevel] = useState(here.includes('normal') ? 'normal' : here[0]!)
  const me = info.seats.find(s => s.seat === info.you)
  if (info.phase !== 'playing' || !me || me.stand_in === 'resigned') return null
  const say = (what: string, more = {}) => table.ask(what, more).catch(() => app.toast(t('refused.not-now')))
  const stay = () => ask('')
  const absent = info.apart ? gone(table) : []
  const mayAsk = info.question === null && !info.asked?.includes(me.seat)
  if (asks)
    return (
      <Sure
        text={t(asks === 'leave' ? 'leave.sure' : info.players > 2 ? 'resign.sure.more' : 'resign.sure')}
        go={t(asks === 'leave' ? 'leave.go' : 'resign.go')}
        level={asks === 'leave' || info.players > 2}
        set={setLevel}
        stay={stay}
        act={() => {
          stay()
          void say(asks, { level }).then(() => {
            if (asks === 'leave') app.go('')
          })
        }}
      />
    )
  return (
    <>
      {!me.stand_in && (
        <button type="button" class="button quiet" onClick={() => ask('leave')}>
          {t('leave.leave')}
        </button>
      )}
      {info.apart && (
        <button type="button" class="button quiet" onClick={() => ask('resign')}>
          {t('resign.resign')}
        </button>
      )}
      {mayAsk && (
        <button type="button" class="button quiet" onClick={() => void say('end')}>
          {t('leave.end')}
        </button>
      )}
      {mayAsk && absent.length > 0 && (
        <button type="button" class="button quiet" onClick={() => void say('end-absent')}>
          {t('leave.absent', { whose: absent.map(s => names[s - 1]).join(', ') })}
        </button>
      )}
    </>
  )
}
