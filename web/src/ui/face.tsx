// The picture of a player: a person's own, or the bot's.

import { useContext } from 'preact/hooks'
import { BotPicture } from '../art/bots'
import { PersonPicture } from '../art/people'
import type { Seat } from '../view'
import { Seats, useApp } from './context'

export function Face({ seat, size = 40 }: { seat: Seat; size?: number }) {
  const { settings } = useApp()
  if (seat.kind === 'bot') return <BotPicture level={seat.level} size={size} />
  return <PersonPicture picture={seat.picture ?? (seat.kind === 'me' ? settings.picture : 0)} size={size} />
}

/** The same for a seat of this table, from 1. */
export function SeatFace({ n, size = 24 }: { n: number; size?: number }) {
  const seat = useContext(Seats)[n - 1]
  return seat ? <Face seat={seat} size={size} /> : null
}
