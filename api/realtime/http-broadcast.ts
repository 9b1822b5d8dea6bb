// Broadcasts over HTTP, for clients without a socket: /realtime/v1/api/broadcast takes a batch as JSON, and
// …/broadcast/{topic}/events/{event} a single message, whose body is passed on unchanged.
import { z } from 'zod'
import type { Auth } from '../auth/auth.ts'
import { CredentialError, credentialsOf, refusalOfCredential } from '../auth/authenticate.ts'
import { isUnavailable } from '../database/session-refusal.ts'
import { BodyError, readBytes, readJson } from '../http/bounded-body.ts'
import { tryParseJson } from '../http/untrusted-json.ts'
import type { Limits } from '../limits/limits.ts'
import type { Viewer } from '../viewer.ts'
import { type Authorize, type Permissions, Refusal } from './authorize.ts'
import type { Broadcasts } from './broadcast.ts'
import { roomOf, subTopicOf, TOPIC_PREFIX } from './channel.ts'
import { isName, type UserBroadcast } from './frames.ts'

export type HttpBroadcast = (request: Request, address: string) => Promise<Response>

const BASE = '/realtime/v1/api/broadcast'
/** Maximum bytes of a batch, and of one message. */
export const BROADCAST_BYTES = 1024 * 1024
export const MESSAGE_BYTES = 64 * 1024
const MESSAGES = 100

const batch = z.object({
  messages: z
    .array(
      z.object({
        topic: z.string(),
        event: z.string(),
        payload: z.union([z.record(z.string(), z.unknown()), z.array(z.unknown())]),
        private: z.boolean().nullish(),
      }),
    )
    .min(1)
    .max(MESSAGES),
})

type Message = { topic: string; isPrivate: boolean; content: UserBroadcast }

export function createHttpBroadcast(options: {
  auth: Auth
  limits: Limits
  authorize: Authorize
  broadcasts: Broadcasts
}): HttpBroadcast {
  const { auth, limits, authorize, broadcasts } = options

  const mayAll = async (viewer: Viewer, messages: Message[]) => {
    const judgements: Map<string, { permissions: Promise<Permissions>; at: number }> = new Map()
    for (const { topic } of messages.filter(({ isPrivate }) => isPrivate)) {
      const { send_broadcast: may } = await authorize.permissions({ viewer, judgements }, topic)
      if (!may) throw new Refusal(`You do not have permissions to write to this Channel topic: ${topic}`, 403)
    }
  }

  const answer: HttpBroadcast = async (request, address) => {
    if (request.method === 'OPTIONS') return new Response(null, { status: 204 })
    if (request.method !== 'POST') throw new Refusal('Method Not Allowed', 405)
    const viewer = await auth.identify(credentialsOf(request), address)
    const refused = await limits.checkApiLimit(request, viewer)
    if (refused) return refused
    const messages = await readMessages(request)
    await authorize.enter(viewer)
    await mayAll(viewer, messages)
    for (const { topic, isPrivate, content } of messages) broadcasts.send(roomOf(topic, isPrivate), content)
    return new Response(null, { status: 202 })
  }

  return async (request, address) => {
    const response = await answer(request, address).catch((error: unknown) => {
      if (error instanceof CredentialError) return refusalOfCredential(error)
      if (error instanceof Refusal) return Response.json({ message: error.message }, { status: error.status })
      if (isUnavailable(error))
        return Response.json({ message: 'The database does not answer.' }, { status: 504 })
      throw error
    })
    const open = new Response(response.body, response)
    // As in /rest/v1: no cookie is read, so any origin is allowed.
    open.headers.set('access-control-allow-origin', '*')
    open.headers.set('access-control-allow-methods', 'POST, OPTIONS')
    open.headers.set('access-control-allow-headers', 'authorization, apikey, content-type, x-client-info')
    return open
  }
}

async function readMessages(request: Request): Promise<Message[]> {
  const url = new URL(request.url)
  if (url.pathname === BASE) return readBatch(await readJson(request).catch(refuse))
  const [, topic, event] = /^\/([^/]+)\/events\/([^/]+)$/.exec(url.pathname.slice(BASE.length)) ?? []
  if (topic === undefined || event === undefined) throw new Refusal('Not Found', 404)
  if ([...url.searchParams.keys()].some((name) => /^persist\b/.test(name))) {
    throw new Refusal('Messages are not stored here: persist is not supported', 422)
  }
  const body = Buffer.from(await readBytes(request).catch(refuse))
  const binary = request.headers.get('content-type')?.startsWith('application/octet-stream') ?? false
  if (!binary && tryParseJson(body.toString()) === undefined) throw notJson()
  const content: UserBroadcast = {
    event: decode(event),
    encoding: binary ? 'binary' : 'json',
    body: binary ? body : Buffer.from(body.toString()),
  }
  return [checked({ topic: decode(topic), isPrivate: url.searchParams.get('private') === 'true', content })]
}

function readBatch(body: unknown): Message[] {
  const { success, data, error } = batch.safeParse(body)
  if (!success) {
    const [issue] = error.issues
    throw new Refusal(`${issue?.path.join('.') || 'body'}: ${issue?.message}`, 422)
  }
  return data.messages.map(({ topic, event, payload, private: isPrivate }) => {
    const bytes = Buffer.from(JSON.stringify(payload))
    if (bytes.length > MESSAGE_BYTES) throw new Refusal('Payload Too Large', 413)
    return checked({
      topic,
      isPrivate: isPrivate ?? false,
      content: { event, encoding: 'json', body: bytes },
    })
  })
}

function checked(message: Message): Message {
  if (subTopicOf(TOPIC_PREFIX + message.topic) === null)
    throw new Refusal('topic: must have 1 to 246 bytes', 422)
  if (!isName(message.content.event)) throw new Refusal('event: must have 1 to 255 bytes', 422)
  return message
}

function refuse(error: unknown): never {
  if (!(error instanceof BodyError)) throw error
  throw error.reason === 'too large' ? new Refusal('Payload Too Large', 413) : notJson()
}

const notJson = () => new Refusal('The payload is no JSON', 422)

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    throw new Refusal('Bad Request', 400)
  }
}
