// The chat of a table: lines as plain text, quick reactions, and a switch to have none of it.

import { useEffect, useRef, useState } from 'preact/hooks'
import { Reaction } from '../../art/reactions'
import { REACTIONS } from '../../online/chat'
import type { Said } from '../../online/messages'
import type { HostedTable } from '../../online/table'
import { useApp } from '../context'
import { IconButton } from '../icons'

const LONGEST = 300

function Line({ table, line, seat, mayRemove }: { table: HostedTable; line: Said; seat: number; mayRemove: boolean }) {
  const { t } = useApp()
  const who = line.name ?? t('chat.nobody')
  const reaction = REACTIONS[line.text ?? '']
  return (
    <li class="said" data-seat={seat || undefined}>
      <span class="said-who">{who}</span>{' '}
      {line.text === null ? (
        <em class="faint">{t('chat.removed')}</em>
      ) : reaction ? (
        <span class="said-big" role="img" aria-label={t(`chat.${reaction}`)}>
          <Reaction name={reaction} />
        </span>
      ) : (
        <span class="said-text">{line.text}</span>
      )}
      {mayRemove && line.text !== null && (
        <IconButton
          icon="close"
          label={t('chat.remove', { text: reaction ? t(`chat.${reaction}`) : line.text })}
          onClick={() => void table.chat.unsay(line.number).catch(() => {})}
        />
      )}
    </li>
  )
}

/** Reactions, and a line of my own. */
function Saying({ chat }: { chat: HostedTable['chat'] }) {
  const app = useApp()
  const { t } = app
  const [text, setText] = useState('')

  function say(words: string) {
    if (!words.trim()) return
    chat.say(words.trim()).then(
      () => {
        if (words === text) setText('')
      },
      () => app.toast(t('chat.failed')),
    )
  }

  return (
    <>
      <div class="reactions" role="group" aria-label={t('chat.reactions')}>
        {Object.entries(REACTIONS).map(([mark, name]) => (
          <button
            key={mark}
            type="button"
            aria-label={t(`chat.${name}`)}
            title={t(`chat.${name}`)}
            onClick={() => say(mark)}
          >
            <Reaction name={name} />
          </button>
        ))}
      </div>
      <form
        class="chat-form"
        onSubmit={e => {
          e.preventDefault()
          say(text)
        }}
      >
        <input
          type="text"
          value={text}
          maxLength={LONGEST}
          aria-label={t('chat.say')}
          placeholder={t('chat.say')}
          autocomplete="off"
          enterkeyhint="send"
          onInput={e => setText(e.currentTarget.value)}
        />
        <button type="submit" class="button primary" disabled={!text.trim()}>
          {t('chat.send')}
        </button>
      </form>
    </>
  )
}

export function ChatTab({ table, person }: { table: HostedTable; person: number }) {
  const { t } = useApp()
  const { chat, info } = table
  const list = useRef<HTMLDivElement>(null)
  const speaks = info!.you !== null || info!.creator === person
  const seatOf = (who: number) => info!.seats.find(s => s.kind === 'person' && s.person === who)?.seat ?? 0

  useEffect(() => {
    if (!chat.off)
      void chat.load().then(
        () => chat.seen(),
        () => {},
      )
  }, [chat.lines.length, chat.unread, chat.off])
  useEffect(() => {
    if (list.current) list.current.scrollTop = list.current.scrollHeight
  }, [chat.lines.length])

  return (
    <div class="chat">
      {!chat.off && (
        <div class="chat-lines" role="log" aria-label={t('chat.title')} tabIndex={0} ref={list}>
          {chat.lines.length === 0 && <p class="faint">{t('chat.empty')}</p>}
          <ol>
            {chat.lines.map(line => (
              <Line
                key={line.number}
                table={table}
                line={line}
                seat={seatOf(line.person)}
                mayRemove={person > 0 && (line.person === person || info!.creator === person)}
              />
            ))}
          </ol>
        </div>
      )}
      {!chat.off && speaks && <Saying chat={chat} />}
      <label class="chat-off">
        <input type="checkbox" checked={chat.off} onChange={e => chat.hide(e.currentTarget.checked)} /> {t('chat.hide')}
      </label>
    </div>
  )
}
