// `Idempotency-Key` (draft-ietf-httpapi-idempotency-key-header-07): a POST that a member repeats with the same key is
// executed once, and repeated requests get the first response. For members only: a guest has no identity that would
// keep others from reading the stored response. The key is claimed after the request was authorised, read and planned.
import { setTimeout as delay } from 'node:timers/promises'
import { digest } from '../crypto.ts'
import type { Database } from '../database/database.ts'
import { queryAuthWithin } from '../database/scope.ts'
import type { Logger } from '../log.ts'
import type { Viewer } from '../viewer.ts'
import { RestError } from './errors.ts'

const KEY = /^[\x21-\x7e]{1,255}$/
/** Keys that a member may use per day. */
const MOST_KEYS = 1_000
/** Longer responses are not stored, and a repeated request is executed again. */
const LONGEST_ANSWER = 256 * 1_024
/** A request without a response after this time died with its process. */
const ABANDONED_S = 60
/** How long a repeated request waits for the response of another process. */
const PATIENCE_MS = 10_000
const ASK_EVERY_MS = 100

type Kept = { request_hash: Buffer; status: number | null; headers: Record<string, string>; body: Buffer }

export function createIdempotency(db: Database, log: Logger) {
  /** Running requests of this process, by member and key. */
  const running = new Map<string, Promise<unknown>>()

  /**
   * Executes `act`, or returns its stored response.
   * @param body of the request, as text
   * @throws RestError 400 for an invalid key, 422 for the key of a different request, 409 while another process
   *   executes it, 429 for too many keys; or what `act` throws, which releases the key
   */
  const once = async (
    request: Request,
    viewer: Viewer,
    body: string,
    act: () => Promise<Response>,
  ): Promise<Response> => {
    const key = request.headers.get('idempotency-key')
    if (key === null || viewer.userId === null) return act()
    if (!KEY.test(key))
      throw new RestError(400, 'PT400', 'An Idempotency-Key is 1 to 255 visible ASCII characters.')
    const claim = { viewer, userId: viewer.userId, key, hash: hashOf(request, body) }
    const id = `${viewer.userId} ${key}`
    const deadline = Date.now() + PATIENCE_MS
    for (;;) {
      const other = running.get(id)
      if (other) {
        await other.catch(() => undefined)
        continue
      }
      // Registered before the first await, so that the next request finds it.
      const attempt = tryOnce(db, log, claim, act)
      running.set(id, attempt)
      const answer = await attempt.finally(() => running.delete(id))
      if (answer) return answer
      if (Date.now() > deadline)
        throw new RestError(409, 'PT409', 'A request with this Idempotency-Key is being answered.', {
          headers: { 'retry-after': '1' },
        })
      await delay(ASK_EVERY_MS)
    }
  }
  return { once }
}

type Claim = { viewer: Viewer; userId: string; key: string; hash: Buffer }

/** @returns null while another process executes the request */
async function tryOnce(
  db: Database,
  log: Logger,
  claim: Claim,
  act: () => Promise<Response>,
): Promise<Response | null> {
  if (await isClaimed(db, claim)) return answerAndKeep(db, log, claim, act)
  const [kept] = await queryAuthWithin<Kept>(db, claim.viewer, {
    text: `select request_hash, status, headers, body from auth.idempotent_answers
      where user_id = $1 and key = $2`,
    values: [claim.userId, claim.key],
  })
  if (!kept) {
    if (await hasTooMany(db, claim))
      throw new RestError(429, 'PT429', `At most ${MOST_KEYS} idempotency keys can be used in a day.`)
    // Released meanwhile.
    return null
  }
  if (!kept.request_hash.equals(claim.hash))
    throw new RestError(422, 'PT422', 'This Idempotency-Key was used for another request.')
  if (kept.status === null) return null
  const bodiless = kept.body.length === 0
  return new Response(bodiless ? null : new Uint8Array(kept.body), {
    status: kept.status,
    headers: { ...kept.headers, 'idempotency-replayed': 'true' },
  })
}

/** Claims the key, unless a request of the last day has claimed it and was answered or is still running. */
async function isClaimed(db: Database, { viewer, userId, key, hash }: Claim): Promise<boolean> {
  const rows = await queryAuthWithin(db, viewer, {
    text: `insert into auth.idempotent_answers as kept (user_id, key, request_hash)
      select $1, $2, $3
      where (select count(*) from (
        select from auth.idempotent_answers a where a.user_id = $1 limit ${MOST_KEYS}
      ) used) < ${MOST_KEYS}
      on conflict (user_id, key) do update
        set request_hash = excluded.request_hash, claimed_at = now(), status = null, headers = null, body = null
        where kept.claimed_at < now() - interval '1 day'
          or (kept.status is null and kept.claimed_at < now() - make_interval(secs => ${ABANDONED_S}))
      returning true`,
    values: [userId, key, hash],
  })
  return rows.length > 0
}

async function hasTooMany(db: Database, { viewer, userId }: Claim): Promise<boolean> {
  const [row] = await queryAuthWithin<{ many: boolean }>(db, viewer, {
    text: `select count(*) >= ${MOST_KEYS} as many from auth.idempotent_answers where user_id = $1`,
    values: [userId],
  })
  return row?.many ?? false
}

async function answerAndKeep(
  db: Database,
  log: Logger,
  claim: Claim,
  act: () => Promise<Response>,
): Promise<Response> {
  const { viewer, userId, key } = claim
  const release = () =>
    queryAuthWithin(db, viewer, {
      text: 'delete from auth.idempotent_answers where user_id = $1 and key = $2',
      values: [userId, key],
    }).catch((error: unknown) => log.warn({ err: error }, 'rest.idempotency_release_failed'))
  let response: Response
  try {
    response = await act()
  } catch (error) {
    // Nothing was committed, so the next attempt may succeed.
    await release()
    throw error
  }
  const bytes = new Uint8Array(await response.arrayBuffer())
  if (!response.ok || bytes.length > LONGEST_ANSWER) await release()
  else
    await queryAuthWithin(db, viewer, {
      text: `update auth.idempotent_answers set status = $3, headers = $4, body = $5
        where user_id = $1 and key = $2`,
      values: [userId, key, response.status, Object.fromEntries(response.headers), Buffer.from(bytes)],
    }).catch((error: unknown) => log.warn({ err: error }, 'rest.idempotency_store_failed'))
  return new Response(bytes.length === 0 ? null : bytes, {
    status: response.status,
    headers: response.headers,
  })
}

function hashOf(request: Request, body: string): Buffer {
  const { headers, method, url } = request
  const asked = ['accept', 'content-type', 'content-profile', 'prefer'].map((name) => headers.get(name))
  return digest(JSON.stringify([method, url, asked, body]), 'buffer')
}
