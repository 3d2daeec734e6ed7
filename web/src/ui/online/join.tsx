// Taking a seat at a table from a link or from the lobby.

import { useEffect } from 'preact/hooks'
import { promise } from '../../online/draws'
import type { TableMessage } from '../../online/messages'
import { wire } from '../../online/wire'
import { otherPicture } from '../../people'
import { useApp } from '../context'
import { useAsking } from './who'

/** Takes a free seat. The host must know me. */
export async function sitDown(table: string, secret = ''): Promise<void> {
  await wire().ask({ do: 'sit', table, ...(secret ? { secret } : {}), promise: await promise(table) })
}

export function Join({ table, secret }: { table: TableMessage; secret: string }) {
  const { t, settings, set } = useApp()
  const asking = useAsking()
  const full = table.seats.every(s => s.kind !== 'free')
  // New people without a picture get one that nobody else at this table has.
  useEffect(() => {
    const taken = table.seats.map(s => s.picture ?? 0)
    if (settings.name === '' && taken.includes(settings.picture)) set({ picture: otherPicture(taken) })
  }, [])
  if (table.removed && !table.may_sit) return <p>{t('join.removed')}</p>
  if (!table.may_sit || full) return <p>{t(table.may_sit ? 'join.full' : 'join.watching')}</p>

  function sit(e: Event) {
    e.preventDefault()
    void asking.ask(() => sitDown(table.table, secret))
  }

  return (
    <form class="join" onSubmit={sit}>
      {asking.form}
      <button type="submit" class="button primary big" disabled={asking.busy}>
        {t('join.sit')}
      </button>
      {asking.refused}
    </form>
  )
}
