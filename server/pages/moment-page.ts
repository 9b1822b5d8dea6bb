// The small page of a visitor whom a proof of work would admit: beyond the lane of strangers (admission.ts), or over the
// limit of searches. The browser computes the proof, gets a pass for it (proof-routes.ts) and opens the page again.
// Programs and crawlers get one line, and when to come back.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { namesType } from '../../api/http/accept.ts'
import { retryAfter } from '../../api/limits/limits.ts'
import { type PlainPages, wordsOf } from '../../messages/by-language.ts'
import { type Language, languageOfPath } from '../../shared/languages.ts'
import type { SiteInfo } from '../../shared/site.ts'
import { inWords, WAITS_FOR_PROOF } from '../../shared/waiting.ts'
import { tryAgain } from './plain-pages.ts'
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
const scriptFor = (worker: string, t: PlainPages) => `(() => {
  const again = document.currentScript.dataset.again
  const state = document.getElementById('state')
  const key = 'lane-proof'
  const later = () => {
    state.textContent = again ? ${JSON.stringify(t.itIsTriedAgain)} : ''
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
    state.textContent = ${JSON.stringify(t.yourBrowserShows)}
    fetch('${PROOF_PATH}').then((answer) => answer.json()).then(compute).then(show).then((answer) => {
      if (!answer.ok) return later()
      sessionStorage.setItem(key, String(Date.now()))
      location.reload()
    }).catch(later)
  } catch { later() }
})()`

type Refusal = {
  language: Language
  status: 429 | 503
  /** Milliseconds to wait without a proof. */
  waitMs: number
  text: string
  /** Whether the page tries again by itself, with or without scripts. */
  triesAgain: boolean
}

/** @param worker path of PROOF_WORKER; null: without one, while developing */
export function createMomentPage(site: () => SiteInfo, worker: string | null) {
  const page = ({ language, status, waitMs, text, triesAgain }: Refusal): Page => {
    const { plainPages: t, waiting } = wordsOf(language)
    const script = worker === null ? '' : scriptFor(worker, t)
    const policy = contentSecurityPolicy(script === '' ? [] : [inlineHash(script)])
    const seconds = triesAgain ? RETRY_SECONDS : Number(retryAfter(waitMs))
    const withoutScripts = triesAgain ? `<noscript><p>${t.triesAgainEvery(seconds)}</p></noscript>` : ''
    const tryingScript =
      script === '' ? '' : `<script data-again="${triesAgain ? 'yes' : ''}">${script}</script>`
    const html = smallPage({
      language,
      siteName: site().name,
      title: t.oneMoment,
      heading: waiting.oneMoment,
      text,
      head: triesAgain ? `\n<noscript><meta http-equiv="refresh" content="${seconds}"></noscript>` : '',
      body: `<p id="state" role="status"></p>${withoutScripts}\n${tryAgain(t)}\n${tryingScript}`,
    })
    return {
      status,
      headers: { ...headersOf(String(seconds)), 'content-type': HTML, 'content-security-policy': policy },
      body: Buffer.from(html),
      compressed: new Map(),
    }
  }

  /** The page of a crowd is the same for everybody, and made once for each name of the site. */
  const ofCrowd = new Map<Language, { siteName: string; page: Page }>()
  const crowd = (language: Language): Page => {
    const siteName = site().name
    const known = ofCrowd.get(language)
    if (known?.siteName === siteName) return known.page
    const text = wordsOf(language).plainPages.manyPagesAreBeingOpened(siteName)
    const made = page({ language, status: 503, waitMs: 0, text, triesAgain: true })
    for (const encoding of ['br', 'gzip'] as const) compress(made, encoding).catch(() => undefined)
    ofCrowd.set(language, { siteName, page: made })
    return made
  }

  return {
    /** Answers a stranger whose page cannot be rendered now. */
    answerCrowd: (request: IncomingMessage, response: ServerResponse, path: string): void => {
      if (isPerson(request, path)) sendPage(crowd(languageOfPath(path)), request, response)
      else answerProgram(request, response, { status: 503, seconds: PROGRAM_RETRY_SECONDS, text: '' })
    },
    /** Answers a guest over the limit of searches. */
    answerSearches: (
      request: IncomingMessage,
      response: ServerResponse,
      { path, waitMs }: { path: string; waitMs: number },
    ): void => {
      const seconds = Number(retryAfter(waitMs))
      const language = languageOfPath(path)
      const { waiting } = wordsOf(language)
      const text = waiting.tooManySearches(inWords(seconds, waiting))
      const refusal: Refusal = { language, status: 429, waitMs, text, triesAgain: false }
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
