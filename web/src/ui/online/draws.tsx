// "Check the draws", for a person: a button, two sentences, and the findings.

import { useState } from 'preact/hooks'
import { checkDraws, type Checked } from '../../online/check'
import type { HostedTable } from '../../online/table'
import { openingError } from '../../i18n'
import { useApp } from '../context'

export function Draws({ table, names }: { table: HostedTable; names: string[] }) {
  const app = useApp()
  const { t } = app
  const [found, setFound] = useState<Checked | 'working' | 'failed' | null>(null)

  async function check() {
    setFound('working')
    const checked = await checkDraws(table).catch(() => 'failed' as const)
    setFound(checked)
    app.announce(checked === 'failed' ? t('draws.failed') : result(checked))
  }

  function result(c: Checked): string {
    if (c.wrong) return t(`draws.wrong.${c.wrong}`)
    return t(c.by === 'untold' ? 'draws.untold' : c.present ? 'draws.good' : 'draws.late', { n: c.moves })
  }

  if (found === null)
    return (
      <button type="button" class="button" onClick={() => void check()}>
        {t('draws.check')}
      </button>
    )
  if (found === 'working') return <p role="status">{t('draws.working')}</p>
  if (found === 'failed') return <p class="refused">{t('draws.failed')}</p>
  return (
    <div class="draws" data-good={found.wrong === null}>
      <h2>{t('draws.title')}</h2>
      <p class={found.wrong ? 'refused' : 'draws-result'}>{result(found)}</p>
      {found.wrong === 'record' && <p>{openingError(t, found.why)}</p>}
      {found.silent.length > 0 && <p>{t('draws.silent', { who: found.silent.map(n => names[n - 1]).join(', ') })}</p>}
      {found.by !== 'untold' && <p class="faint">{t(`draws.how.${found.by}`)}</p>}
    </div>
  )
}
