// Support for a CDN in front of the site: headers that allow it to cache responses, and purge requests when they become
// stale. Each node purges only what it has evicted itself, and afterwards: an edge that was purged earlier could fetch
// the old page again from a node that has not received the change yet.
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { digest } from '../crypto.ts'
import type { Logger } from '../log.ts'
import { defineSettings, oneOf, optional, refuse, secret } from '../setting-group.ts'

/** How the provider reads keys from responses, and how it is told to purge them. */
type Provider = {
  header: string
  separator: string
  /** Maximum number of keys of one request. */
  most: number
  request(keys: string[], token: string): RequestInit
}

const bearer = (token: string): Record<string, string> => (token ? { authorization: `Bearer ${token}` } : {})

const PROVIDERS = {
  fastly: {
    header: 'surrogate-key',
    separator: ' ',
    most: 256,
    request: (keys, token) => ({
      method: 'POST',
      headers: { 'fastly-key': token, accept: 'application/json', 'content-type': 'application/json' },
      body: JSON.stringify({ surrogate_keys: keys }),
    }),
  },
  cloudflare: {
    header: 'cache-tag',
    separator: ',',
    most: 30,
    request: (keys, token) => ({
      method: 'POST',
      headers: { ...bearer(token), 'content-type': 'application/json' },
      body: JSON.stringify({ tags: keys }),
    }),
  },
  // Varnish with vmod_xkey, as in deploy/varnish.vcl.
  varnish: {
    header: 'xkey',
    separator: ' ',
    most: 100,
    request: (keys, token) => ({ method: 'PURGE', headers: { ...bearer(token), xkey: keys.join(' ') } }),
  },
} satisfies Record<string, Provider>

type ProviderName = keyof typeof PROVIDERS

export const CDN_SETTINGS = defineSettings(
  {
    provider: [
      'CDN',
      optional(oneOf(Object.keys(PROVIDERS) as ProviderName[], 'fastly, cloudflare or varnish')),
    ],
    purgeUrl: [
      'CDN_PURGE_URL',
      optional(z.url({ protocol: /^https?$/, error: 'must be an address that starts with http: or https:' })),
    ],
    token: [
      'CDN_PURGE_TOKEN',
      secret(
        z
          .string()
          .regex(/^[\x21-\x7e]*$/, 'must be one word')
          .default(''),
      ),
    ],
  },
  ({ provider, purgeUrl, token }, context) => {
    if (!provider && !purgeUrl && !token) return null
    if (!provider || !purgeUrl) return refuse(context, 'CDN and CDN_PURGE_URL must be given together')
    if (!token && provider !== 'varnish')
      return refuse(context, `CDN_PURGE_TOKEN must be given for ${provider}`)
    return { provider, purgeUrl, token }
  },
)

export type CdnSettings = NonNullable<z.output<typeof CDN_SETTINGS.schema>>

/** How long the edge caches a response without a purge, which limits its age if a purge was lost. */
const EDGE_SECONDS = 60
/**
 * Evictions within this time are purged by one request; it also lets responses that are being sent reach the edge
 * first.
 */
const GATHER_MS = 250
const ANSWER_WITHIN_MS = 5_000
const LONGEST_PAUSE_MS = 30_000
const STOP_WITHIN_MS = 2_000
/** With more keys than this, everything is purged. */
const MOST_WAITING = 5_000
/** On every response. */
const EVERYTHING = '*'

/**
 * The key of a tag: short, because proxies limit the size of headers, and without letters whose case a provider
 * ignores.
 */
const keyOf = (tag: string) => digest(tag, 'hex').slice(0, 12)

export class Cdn {
  readonly #settings: CdnSettings
  readonly #log: Logger
  #waiting = new Set<string>()
  #flushing: Promise<void> | null = null
  #isFailing = false
  readonly #stopping = new AbortController()

  constructor(settings: CdnSettings, log: Logger) {
    this.#settings = settings
    this.#log = log
  }

  /** Headers of a response with these tags, which the edge may cache until one of them is purged. */
  headers(tags: Iterable<string>): Record<string, string> {
    const { header, separator } = PROVIDERS[this.#settings.provider]
    return {
      'cache-control': `public, max-age=0, s-maxage=${EDGE_SECONDS}, must-revalidate`,
      [header]: [EVERYTHING, ...tags].map(keyOf).join(separator),
    }
  }

  /** Purges the responses with one of these tags soon. Never throws, and does not wait. */
  purge(tags: Iterable<string>): void {
    for (const tag of tags) this.#waiting.add(tag)
    if (this.#waiting.size > MOST_WAITING || this.#waiting.has(EVERYTHING))
      this.#waiting = new Set([EVERYTHING])
    if (this.#waiting.size > 0) this.#flushing ??= this.#flush()
  }

  /** Purges pending keys, unless the provider is slow or failing. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    await Promise.race([this.#flushing, sleep(STOP_WITHIN_MS, undefined, { ref: false })])
  }

  async #flush(): Promise<void> {
    let pause = GATHER_MS
    while (this.#waiting.size > 0) {
      await sleep(pause, undefined, { signal: this.#stopping.signal, ref: false }).catch(() => undefined)
      const keys = [...this.#waiting].slice(0, PROVIDERS[this.#settings.provider].most)
      for (const key of keys) this.#waiting.delete(key)
      const failure = await requestPurge(this.#settings, keys)
      this.#report(failure)
      pause = failure === null ? GATHER_MS : Math.min(2 * pause, LONGEST_PAUSE_MS)
      if (failure === null) continue
      if (this.#stopping.signal.aborted) break
      for (const key of keys) this.#waiting.add(key)
    }
    this.#flushing = null
  }

  #report(failure: string | null): void {
    const isFailing = failure !== null
    if (isFailing === this.#isFailing) return
    this.#isFailing = isFailing
    if (isFailing) this.#log.warn({ reason: failure, edgeSeconds: EDGE_SECONDS }, 'cdn.purge_failed')
    else this.#log.warn('cdn.purge_works')
  }
}

/** @returns the reason why the provider did not purge; null on success */
export async function requestPurge(settings: CdnSettings, tags: string[]): Promise<string | null> {
  const { provider, purgeUrl, token } = settings
  try {
    const answer = await fetch(purgeUrl, {
      ...PROVIDERS[provider].request(tags.map(keyOf), token),
      // The token must not be sent to another address.
      redirect: 'error',
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    })
    await answer.body?.cancel()
    return answer.ok ? null : `status ${answer.status}`
  } catch (error) {
    const { message, cause } = error as Error
    return (cause as Error | undefined)?.message || message
  }
}
