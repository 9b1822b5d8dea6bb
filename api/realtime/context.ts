// What the handlers of messages share: the registers of channels, and what decides about them.
import type { Database } from '../database/database.ts'
import type { Logger } from '../log.ts'
import type { AddressBudget } from './address-budget.ts'
import { type Authorize, Refusal } from './authorize.ts'
import type { Broadcasts } from './broadcast.ts'
import type { Channel } from './channel.ts'
import type { Incoming } from './frames.ts'
import type { Presences } from './presence.ts'
import type { Published } from './published.ts'
import type { Socket } from './socket.ts'
import type { Rooms, Subscribers } from './subscribers.ts'

export type RealtimeContext = {
  db: Database
  log: Logger
  authorize: Authorize
  subscribers: Subscribers<Channel>
  rooms: Rooms<Channel>
  presences: Presences
  broadcasts: Broadcasts
  published: Published
  /** Null: not limited. */
  budget: AddressBudget | null
  /** Takes a channel out of every register. */
  forget: (channel: Channel) => void
  /** Closes a channel and sends the client the reason. */
  end: (channel: Channel, message: string) => void
  limited: boolean
}

/** A message of a client, on the channel that it names. */
export type ChannelMessage = { socket: Socket<Channel>; message: Incoming; channel: Channel }

/** Takes memory of the address's budget until the channel ends. @throws Refusal when none is left */
export function hold({ budget }: Pick<RealtimeContext, 'budget'>, channel: Channel, bytes: number): void {
  if (budget?.take(channel.socket.address, bytes) === false) {
    throw new Refusal('ChannelRateLimitReached: Too many subscriptions from this address')
  }
  channel.heldBytes += bytes
}
