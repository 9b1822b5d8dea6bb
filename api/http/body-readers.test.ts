// Guards that requests are read through bounded-body.ts alone: every other call that could read a whole body is named
// here with the reason why what it reads is bounded.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')

/** Methods of Request, Response and Hono's request that read a whole body; clone() keeps what one of two readers reads. */
const READS = /[\w)\].]+\s*\.(?:text|json|arrayBuffer|formData|blob|bytes|parseBody|clone)\(\)/g

/** Calls of these names on something other than a foreign request. */
const BOUNDED: Readonly<Record<string, string>> = {
  'api/http/bounded-body.ts: request.arrayBuffer()': 'the reader itself: Content-Length is compared before',
  'api/auth/session-cookie.ts: answer.clone()': 'an answer of this process',
  'server/pages/moment-page.ts: answer.json()': 'the script of a page, in a browser',
  'api/http/compress-answer.ts: answer.arrayBuffer()': 'an answer of this process',
  'api/rest/idempotency.ts: response.arrayBuffer()': 'an answer of this process',
  'server/pages/own-part.ts: answer.clone()': 'an answer of this process',
  'server/pages/store.ts: open.bytes()': 'the size of the file of kept pages, which is no body',
  'api/auth/oauth/providers.ts: response.json()': 'the answer of a provider that the operator chose',
  'server/doctor/proxy.ts: response.json()': 'the answer of the site, to a program of its operator',
  'server/mail/form.ts: .formData()': 'a Response made of bytes that readBytes has bounded',
  'server/newsletter/routes.ts: answer.json()': 'an answer of this process',
  'server/pages/render.ts: answer.arrayBuffer()': 'a page that this process rendered',
}

/** The source without comments, strings of more than one line, and tests. */
function sources(): string[] {
  return ['api', 'server'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
      .map((file) => `${folder}/${file.replaceAll('\\', '/')}`),
  )
}

function readersIn(file: string): string[] {
  const code = readFileSync(join(ROOT, file), 'utf8').replaceAll(/^\s*(?:\/\/|\*|\/\*).*$/gm, '')
  return [...code.matchAll(READS)].map(([call]) => `${file}: ${call.replaceAll(/\s|^\)+(?=\.)/g, '')}`)
}

test('a body of a request is read by api/http/bounded-body.ts alone', () => {
  const found = new Set(sources().flatMap(readersIn))
  expect(
    [...found].filter((call) => !(call in BOUNDED)),
    'Read the request with readBytes, readText or readJson of api/http/bounded-body.ts, which stop at a maximum. ' +
      'Is it no request? Then name the call in BOUNDED, with the reason why it is bounded.',
  ).toEqual([])
  expect(
    Object.keys(BOUNDED).filter((call) => !found.has(call)),
    'exceptions that nothing needs any more',
  ).toEqual([])
})
