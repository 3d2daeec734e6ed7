// At a table that waits for others: the link to send, buttons that fill seats with bots, the way out.

import { useEffect, useRef, useState } from 'preact/hooks'
import { levelsHere } from '../../online/choices'
import { linkTo } from '../../online/copy'
import type { TableMessage } from '../../online/messages'
import { wire } from '../../online/wire'
import { botChoice, gameTitle, useApp } from '../context'
import { USUAL } from '../play'
import { NoticeButton } from './mine'
import { LinkBox } from './parts'
import { refusalWords } from './words'

/** Tables that I have just left myself. */
export const leaving = new Set<string>()

/** After this long without anybody coming, the page suggests bots in words. */
const PATIENCE = 20_000

function useAWhile(restart: unknown): boolean {
  const [over, setOver] = useState(false)
  useEffect(() => {
    setOver(false)
    const timer = setTimeout(() => setOver(true), PATIENCE)
    return () => clearTimeout(timer)
  }, [restart])
  return over
}

function Bots({ table, free }: { table: TableMessage; free: number }) {
  const app = useApp()
  const { t } = app
  const [level, setLevel] = useState(() => (levelsHere().includes(USUAL) ? USUAL : levelsHere().at(-1)!))
  const late = useAWhile(free)
  return (
    <section class="panel" aria-labelledby="bots-title" data-late={late}>
      <h2 id="bots-title">{t(late ? 'invite.nobody' : 'invite.bots')}</h2>
      {late && <p role="status">{t('invite.nobody.text')}</p>}
      <div class="form-end">
        <label class="inline-field">
          <span class="hidden">{t('invite.level')}</span>
          <select value={level} onChange={e => setLevel(e.currentTarget.value)}>
            {levelsHere().map(l => (
              <option key={l} value={l}>
                {botChoice(t, l)}
              </option>
            ))}
          </select>
        </label>
        <button
          type="button"
          class={late ? 'button primary' : 'button'}
          onClick={() =>
            void wire()
              .ask({ do: 'fill', table: table.table, level })
              .catch(err => app.toast(refusalWords(t, err)))
          }
        >
          {t('invite.fill', { n: free })}
        </button>
      </div>
    </section>
  )
}

export function Invite({ table, free }: { table: TableMessage; free: number }) {
  const app = useApp()
  const { t } = app

  async function leave() {
    leaving.add(table.table)
    try {
      await wire().ask({ do: 'leave', table: table.table })
      app.go('lobby')
    } catch (err) {
      app.toast(refusalWords(t, err))
    } finally {
      leaving.delete(table.table)
    }
  }

  const game = gameTitle(app, table.game)
  const first = useRef(table.play_link)
  const bots = free > 0 && table.creator === wire().hello?.person && <Bots key="bots" table={table} free={free} />
  const link = free > 0 && table.play_link && (
    <section key="link" class="panel" aria-labelledby="invite-title">
      <h2 id="invite-title">{t('invite.title')}</h2>
      {first.current !== table.play_link && <p role="status">{t('gather.new-link')}</p>}
      <LinkBox url={linkTo(table.play_link)} title={t('invite.message', { game })} code={t('invite.code')} />
    </section>
  )
  // At a table that anybody can join, playing with bots is more likely than sending a link.
  return (
    <>
      {table.open ? [bots, link] : [link, bots]}
      <div class="form-end">
        <NoticeButton />
        {table.you !== null && (
          <button type="button" class="button quiet" onClick={() => void leave()}>
            {t('invite.leave')}
          </button>
        )}
      </div>
    </>
  )
}
