// The small page of a visitor whom a proof of work would admit: beyond the lane of strangers (admission.ts), or over the
// limit of searches. The browser computes the proof, gets a pass for it (proof-routes.ts) and opens the page again.
// Programs and crawlers get one line, and when to come back.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { namesType } from '../../api/http/accept.ts'
import { retryAfter } from '../../api/limits/limits.ts'
import type { SiteInfo } from '../../shared/site.ts'
import { inWords, tooManySearches, WAITS_FOR_PROOF } from '../../shared/waiting.ts'
import { TRY_AGAIN } from './plain-pages.ts'
import { contentSecurityPolicy, inlineHash } from './policy.ts'
import { compress, type Page, sendPage } from './send.ts'
import { smallPage } from './small-page.ts'

/** For people without scripts, and for programs. */
const RETRY_SECONDS = 10
const PROGRAM_RETRY_SECONDS = 60

/** The file of the build that computes proofs (app/platform/supabase/proof-worker.ts). */
export const PROOF_WORKER = /^\/assets\/proof-worker-[\w-]+\.js$/
export const PROOF_PATH = '/site/v1/lane'

/**
 * Crawlers that say so; the beginning of a user agent is enough. Not browsers without a window, which may well compute;
 * Cubot makes phones.
 */
const CRAWLER = /(?<!cu)bot|crawl|spider|slurp|archiver|python|curl|wget|java\/|go-http/i
const AGENT_LENGTH = 300

/**
 * `data-again`: whether to try again without a proof. A pass was just given to whoever comes back within a minute, and
 * computing another one would not help.
 */
const scriptFor = (worker: string) => `(() => {
  const again = document.currentScript.dataset.again
  const state = document.getElementById('state')
  const key = 'lane-proof'
  const later = () => {
    state.textContent = again ? 'It is tried again in a few seconds.' : ''
    if (again) setTimeout(() => location.reload(), 5000 + 5000 * Math.random())
  }
  const compute = (challenge) => new Promise((resolve, reject) => {
    const worker = new Worker(${JSON.stringify(worker)}, { type: 'module' })
    worker.onmessage = ({ data }) => data ? resolve({ challenge, solution: data }) : reject()
    worker.onerror = reject
    worker.postMessage(challenge)
  })
  const show = (proof) => fetch('${PROOF_PATH}', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token: btoa(JSON.stringify(proof)) }),
  })
  try {
    if (Date.now() - Number(sessionStorage.getItem(key)) < 60000) return later()
    state.textContent = 'Your browser shows that it is not a robot. The page opens by itself in a few seconds.'
    fetch('${PROOF_PATH}').then((answer) => answer.json()).then(compute).then(show).then((answer) => {
      if (!answer.ok) return later()
      sessionStorage.setItem(key, String(Date.now()))
      location.reload()
    }).catch(later)
  } catch { later() }
})()`

type Refusal = {
  status: 429 | 503
  /** Milliseconds to wait without a proof. */
  waitMs: number
  text: string
  /** Whether the page tries again by itself, with or without scripts. */
  triesAgain: boolean
}

/** @param worker path of PROOF_WORKER; null: without one, while developing */
export function createMomentPage(site: () => SiteInfo, worker: string | null) {
  const script = worker === null ? '' : scriptFor(worker)
  const policy = contentSecurityPolicy(script === '' ? [] : [inlineHash(script)])
  const page = ({ status, waitMs, text, triesAgain }: Refusal): Page => {
    const seconds = triesAgain ? RETRY_SECONDS : Number(retryAfter(waitMs))
    const withoutScripts = triesAgain
      ? `<noscript><p>This page tries again by itself every ${seconds} seconds.</p></noscript>`
      : ''
    const tryingScript =
      script === '' ? '' : `<script data-again="${triesAgain ? 'yes' : ''}">${script}</script>`
    const html = smallPage({
      siteName: site().name,
      title: 'One moment',
      heading: WAITS_FOR_PROOF,
      text,
      head: triesAgain ? `\n<noscript><meta http-equiv="refresh" content="${seconds}"></noscript>` : '',
      body: `<p id="state" role="status"></p>${withoutScripts}\n${TRY_AGAIN}\n${tryingScript}`,
    })
    return {
      status,
      headers: { ...headersOf(String(seconds)), 'content-type': HTML, 'content-security-policy': policy },
      body: Buffer.from(html),
      compressed: new Map(),
    }
  }

  /** The page of a crowd is the same for everybody, and made once for each name of the site. */
  let ofCrowd: { siteName: string; page: Page } | null = null
  const crowd = (): Page => {
    const siteName = site().name
    if (ofCrowd?.siteName === siteName) return ofCrowd.page
    const text = `Many pages of ${siteName} are being opened at the same time.`
    const made = page({ status: 503, waitMs: 0, text, triesAgain: true })
    for (const encoding of ['br', 'gzip'] as const) compress(made, encoding).catch(() => undefined)
    ofCrowd = { siteName, page: made }
    return made
  }

  return {
    /** Answers a stranger whose page cannot be rendered now. */
    answerCrowd: (request: IncomingMessage, response: ServerResponse, path: string): void => {
      if (isPerson(request, path)) sendPage(crowd(), request, response)
      else answerProgram(request, response, { status: 503, seconds: PROGRAM_RETRY_SECONDS, text: '' })
    },
    /** Answers a guest over the limit of searches. */
    answerSearches: (
      request: IncomingMessage,
      response: ServerResponse,
      { path, waitMs }: { path: string; waitMs: number },
    ): void => {
      const seconds = Number(retryAfter(waitMs))
      const text = tooManySearches(inWords(seconds))
      const refusal: Refusal = { status: 429, waitMs, text, triesAgain: false }
      if (isPerson(request, path)) sendPage(page(refusal), request, response)
      else answerProgram(request, response, { status: 429, seconds, text })
    },
  }
}

const HTML = 'text/html; charset=utf-8'

function headersOf(retryAfterSeconds: string): Record<string, string> {
  return {
    'retry-after': retryAfterSeconds,
    'cache-control': 'no-store',
    'x-robots-tag': 'noindex',
    vary: 'Accept-Encoding',
  }
}

/** Whether a browser opens the page itself for a person, as far as the request says. */
function isPerson({ headers }: IncomingMessage, path: string): boolean {
  if (path.endsWith('.data') || !namesType(headers.accept, 'text/html')) return false
  return !CRAWLER.test((headers['user-agent'] ?? '').slice(0, AGENT_LENGTH))
}

function answerProgram(
  request: IncomingMessage,
  response: ServerResponse,
  { status, seconds, text }: { status: number; seconds: number; text: string },
): void {
  const body = `${WAITS_FOR_PROOF}. ${text}`.trim()
  response.writeHead(status, {
    ...headersOf(String(seconds)),
    'content-type': 'text/plain; charset=utf-8',
    'content-length': Buffer.byteLength(body),
  })
  response.end(request.method === 'HEAD' ? undefined : body)
}
