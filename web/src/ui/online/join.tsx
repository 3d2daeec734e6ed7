// Taking a seat at a table from a link or from the lobby.

import { useEffect, useState } from 'preact/hooks'
import { promise } from '../../online/draws'
import type { TableMessage } from '../../online/messages'
import { wire } from '../../online/wire'
import { otherPicture } from '../../people'
import { useApp } from '../context'
import { useMe } from './who'
import { refusalWords } from './words'

/** Takes a free seat. The host must know me. */
export async function sitDown(table: string, secret = ''): Promise<void> {
  await wire().ask({ do: 'sit', table, ...(secret ? { secret } : {}), promise: await promise(table) })
}

export function Join({ table, secret }: { table: TableMessage; secret: string }) {
  const { t, settings, set } = useApp()
  const me = useMe()
  const [error, setError] = useState('')
  const [busy, setBusy] = useState(false)
  const full = table.seats.every(s => s.kind !== 'free')
  // New people without a picture get one that nobody else at this table has.
  useEffect(() => {
    const taken = table.seats.map(s => s.picture ?? 0)
    if (settings.name === '' && taken.includes(settings.picture)) set({ picture: otherPicture(taken) })
  }, [])
  if (!table.may_sit || full) return <p>{t(table.may_sit ? 'join.full' : 'join.watching')}</p>

  async function sit(e: Event) {
    e.preventDefault()
    if (busy) return
    setBusy(true)
    setError('')
    try {
      if (await me.ready()) await sitDown(table.table, secret)
    } catch (err) {
      setError(refusalWords(t, err))
    } finally {
      setBusy(false)
    }
  }

  return (
    <form class="join" onSubmit={e => void sit(e)}>
      {me.form}
      <button type="submit" class="button primary big" disabled={busy}>
        {t('join.sit')}
      </button>
      {error && (
        <p class="refused" role="alert">
          {error}
        </p>
      )}
    </form>
  )
}
