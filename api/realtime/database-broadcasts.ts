// Broadcasts sent from SQL: realtime.send() and its variants deliver each message to every node by NOTIFY,
// independently of the transport between nodes.
import { z } from 'zod'
import type { ListeningDatabase } from '../database/database.ts'
import { tryParseJson } from '../http/untrusted-json.ts'
import type { Logger } from '../log.ts'
import type { Broadcasts } from './broadcast.ts'
import { createAssembler } from './pubsub-notify.ts'

const CHANNEL = 'realtime_broadcasts'

const message = z.object({
  room: z.string().regex(/^(?:public|private):./s),
  event: z.string(),
  json: z.string().optional(),
  base64: z.string().optional(),
})

/** Delivers the database's broadcasts to this node's channels. @returns stops listening */
export async function listenToDatabase(
  db: ListeningDatabase,
  log: Logger,
  deliver: Broadcasts['deliver'],
): Promise<() => Promise<void>> {
  const take = createAssembler((text) => {
    // Any role may send NOTIFY, so the payload is untrusted.
    const { success, data } = message.safeParse(tryParseJson(text))
    if (!success) return log.warn('realtime.database_broadcast_invalid')
    const { room, event, json, base64 } = data
    if (json !== undefined) deliver(room, { event, encoding: 'json', body: Buffer.from(json) })
    else deliver(room, { event, encoding: 'binary', body: Buffer.from(base64 ?? '', 'base64') })
  })
  const { unlisten } = await db.listener.listen(CHANNEL, take)
  return unlisten
}
