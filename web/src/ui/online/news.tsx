// Events at the table besides moves: in a list, on the screen and as announcements.

import { useEffect } from 'preact/hooks'
import type { T } from '../../i18n'
import type { Item } from '../../online/news'
import type { HostedTable } from '../../online/table'
import { levelName, useApp } from '../context'

function words(t: T, { what, seat, others, n, level, name: now }: Item, names: string[]): string {
  const name = (s: number) => names[s - 1] ?? ''
  const key = what === 'came-back' && n === 0 ? 'news.came-back.soon' : `news.${what}`
  return t(key, { seat, who: now ?? name(seat), whose: others.map(name).join(', '), n, level: levelName(t, level) })
}

/** Announces what others do, and shows it shortly on the screen; own actions are only announced. */
export function useNews(table: HostedTable | null, names: string[]): void {
  const app = useApp()
  const last = table?.news.items.at(-1)?.number
  useEffect(() => {
    if (!table) return
    const { items, fresh } = table.news
    for (const item of fresh ? items.slice(-fresh) : []) {
      const text = words(app.t, item, names)
      if (item.seat === table.info?.you || item.what.startsWith('asked')) app.announce(text)
      else app.toast(text)
    }
  }, [last])
}

export function NewsList({ table, names }: { table: HostedTable; names: string[] }) {
  const { t } = useApp()
  const { items } = table.news
  if (items.length === 0) return null
  return (
    <section class="news" aria-labelledby="news-title">
      <h3 id="news-title">{t('news.title')}</h3>
      <ol>
        {items.map((item, i) => (
          <li key={i} data-what={item.what}>
            {words(t, item, names)}
          </li>
        ))}
      </ol>
    </section>
  )
}

/** Why a game ended before it was over. */
export function endingWords(t: T, table: HostedTable, names: string[]): string {
  const ending = table.info?.ending
  if (!ending || ending.how === 'agreed') return t('table.ended')
  return t(`ending.${ending.how}`, { whose: ending.seats.map(s => names[s - 1]).join(', ') })
}
