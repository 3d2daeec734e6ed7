// The picture of a player: a person's own, or the bot's.

import { useContext } from 'preact/hooks'
import { BotPicture } from '../art/bots'
import { PersonPicture } from '../art/people'
import type { Seat } from '../view'
import { alike, Seats, useApp } from './context'

/** kin: how many bots of the same level sit there already. */
export function Face({ seat, size = 40, kin = 0 }: { seat: Seat; size?: number; kin?: number }) {
  const { settings } = useApp()
  if (seat.kind === 'bot') return <BotPicture level={seat.level} size={size} kin={kin} />
  return <PersonPicture picture={seat.picture ?? (seat.kind === 'me' ? settings.picture : 0)} size={size} />
}

/** The same for a seat of this table, from 1. */
export function SeatFace({ n, size = 24 }: { n: number; size?: number }) {
  const seats = useContext(Seats)
  const seat = seats[n - 1]
  return seat ? <Face seat={seat} size={size} kin={alike(seats, n - 1)} /> : null
}
