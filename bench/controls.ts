// The servers that the bench compares with, each in a process of its own: a bare node:http that sends given bytes, one
// that renders a fixed page with React, one that only compares a password, and a hand-written handler that executes given SQL: a GET as a guest, a POST as its body
// says.
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { createPasswords } from '../api/auth/signin/passwords.ts'
import { connect } from '../api/database/connection.ts'
import type { Database } from '../api/database/database.ts'
import { asViewer } from '../api/database/scope.ts'
import { guest } from '../api/viewer.ts'
import type { Asked, HandWritten } from './hand-written.ts'

const [kind, argument] = process.argv.slice(2)

if (kind === 'bytes') {
  const { headers, body } = JSON.parse(readFileSync(argument ?? '', 'utf8')) as {
    headers: Record<string, string>
    body: string
  }
  const bytes = Buffer.from(body, 'base64')
  listen(createServer((_request, response) => response.writeHead(200, headers).end(bytes)))
} else if (kind === 'react') {
  const headers = { 'content-type': 'text/html; charset=utf-8' }
  listen(
    createServer((_request, response) =>
      response.writeHead(200, headers).end(renderToString(createElement(FixedPage))),
    ),
  )
} else if (kind === 'argon2') {
  const { password } = JSON.parse(readFileSync(argument ?? '', 'utf8')) as { password: string }
  const passwords = await createPasswords()
  const stored = await passwords.hash(password)
  listen(
    createServer((_request, response) => {
      passwords.matches(password, stored).then((isRight) => response.writeHead(isRight ? 200 : 401).end())
    }),
  )
} else {
  const { url, connections, statements } = JSON.parse(readFileSync(argument ?? '', 'utf8')) as HandWritten
  const db: Database = {
    pool: connect(url, { max: connections }),
    ownerUrl: url,
    close: async () => undefined,
  }
  const execute = async (request: IncomingMessage) => {
    const readOnly = request.method === 'GET'
    const asked: Asked = readOnly ? {} : (JSON.parse(await text(request)) as Asked)
    const planned = statements[asked.statement ?? 0]
    if (!planned) throw new Error('There is no such statement')
    const context = { readOnly, method: 'GET', path: '/' }
    const [row] = await asViewer<{ body: string }>(db, asked.viewer ?? guest('127.0.0.1'), context, {
      text: planned.text,
      values: asked.values ?? planned.values,
    })
    return row?.body
  }
  listen(
    createServer((request, response) => {
      execute(request).then(
        (body) => response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' }).end(body),
        (error: unknown) => {
          console.error(error)
          response.writeHead(500).end()
        },
      )
    }),
  )
}

function listen(server: ReturnType<typeof createServer>): void {
  server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }))
}

/** About as many elements and texts as a discussion of 20 replies had before parts of it were kept (decisions/0012). */
function FixedPage() {
  return createElement(
    'main',
    { className: 'page' },
    Array.from({ length: 120 }, (_, index) =>
      createElement(
        'article',
        { key: index, className: 'post-card', id: `post-${index}` },
        createElement(
          'h2',
          null,
          createElement('a', { href: `/posts/${index}` }, `Post ${index} & what it says`),
        ),
        createElement('p', null, 'A text with “quotes” <and> signs. '.repeat(8)),
        createElement('time', { dateTime: '2026-01-01' }, '1 Jan 2026'),
        createElement(
          'ul',
          null,
          ['Reply', 'Share', 'Report'].map((act) => createElement('li', { key: act }, act)),
        ),
      ),
    ),
  )
}
