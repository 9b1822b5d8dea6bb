// NOTIFY, in pieces, because PostgreSQL's limit is 8,000 bytes: publish/subscribe between nodes without Redis, and
// broadcasts that SQL sends to every node.
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { randomToken } from '../crypto.ts'
import type { ListeningDatabase } from '../database/database.ts'
import { asService } from '../database/scope.ts'
import { tryParseJson } from '../http/untrusted-json.ts'
import type { Logger } from '../log.ts'
import type { Broadcasts } from './broadcast.ts'
import type { OpenPubSub, PubSub } from './bus.ts'

const CHANNEL = 'realtime'
const BROADCASTS = 'realtime_broadcasts'
/** Size of a piece before base64; encoded and labelled it stays under 8,000 bytes. */
const PIECE_BYTES = 5_700
/** Maximum number of incomplete messages; the one without a new piece for the longest time is dropped. */
const INCOMPLETE = 1_000

export function notifyPubSub(db: ListeningDatabase): OpenPubSub {
  return async (receive, interrupted): Promise<PubSub> => {
    const complete = createAssembler(receive)
    const { unlisten } = await db.listener.listen(CHANNEL, complete, (missedSince) => {
      if (missedSince !== null) interrupted()
    })
    let waiting: string[] = []
    let sending: Promise<void> | null = null
    const flush = async () => {
      while (waiting.length > 0) {
        const pieces = waiting
        waiting = []
        await asService(
          db,
          (sql) => sql`
            select pg_notify(${CHANNEL}, piece)
            from jsonb_array_elements_text(${JSON.stringify(pieces)}::text::jsonb) as piece`,
        )
      }
    }
    return {
      publish: (text) => {
        waiting.push(...piecesOf(text))
        sending ??= flush().finally(() => {
          sending = null
        })
        return sending
      },
      close: unlisten,
    }
  }
}

/** `id index count data`, one line a piece. */
function piecesOf(text: string): string[] {
  const bytes = Buffer.from(text)
  const id = randomToken(6)
  const count = Math.max(1, Math.ceil(bytes.length / PIECE_BYTES))
  return Array.from({ length: count }, (_, index) => {
    const piece = bytes.subarray(index * PIECE_BYTES, (index + 1) * PIECE_BYTES)
    return `${id} ${index} ${count} ${piece.toString('base64')}`
  })
}

/** Calls `receive` with each message whose pieces are all there. */
function createAssembler(receive: (text: string) => void): (piece: string) => void {
  const incomplete = new LRUCache<string, string[]>({ max: INCOMPLETE })
  return (line) => {
    const [id = '', index = '', count = '', data = ''] = line.split(' ')
    if (count === '1') {
      receive(Buffer.from(data, 'base64').toString())
      return
    }
    const pieces = incomplete.get(id) ?? []
    pieces[Number(index)] = data
    incomplete.set(id, pieces)
    if (Object.keys(pieces).length < Number(count)) return
    incomplete.delete(id)
    receive(Buffer.concat(pieces.map((piece) => Buffer.from(piece, 'base64'))).toString())
  }
}

const message = z.object({
  room: z.string().regex(/^(?:public|private):./s),
  event: z.string(),
  json: z.string().optional(),
  base64: z.string().optional(),
})

/**
 * Delivers the broadcasts of realtime.send() and its variants to this node's channels, independently of the transport between
 * nodes.
 * @returns stops listening
 */
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
  const { unlisten } = await db.listener.listen(BROADCASTS, take)
  return unlisten
}
