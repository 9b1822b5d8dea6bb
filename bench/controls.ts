// The servers that the bench compares with, each in a process of its own: a bare node:http that sends given bytes, one
// that only compares a password, and a hand-written handler that runs one SQL statement under the guest's role.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createPasswords } from '../api/auth/signin/passwords.ts'
import { connect } from '../api/database/connection.ts'
import type { Database } from '../api/database/database.ts'
import { asViewer } from '../api/database/scope.ts'
import { guest } from '../api/viewer.ts'

const [kind, argument] = process.argv.slice(2)

if (kind === 'bytes') {
  const { headers, body } = JSON.parse(readFileSync(argument ?? '', 'utf8')) as {
    headers: Record<string, string>
    body: string
  }
  const bytes = Buffer.from(body, 'base64')
  listen(createServer((_request, response) => response.writeHead(200, headers).end(bytes)))
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
  const { url, text, values } = JSON.parse(readFileSync(argument ?? '', 'utf8')) as {
    url: string
    text: string
    values: unknown[]
  }
  const db: Database = {
    pool: connect(url, { max: 10 }),
    ownerUrl: url,
    close: async () => undefined,
  }
  const context = { readOnly: true, method: 'GET', path: '/threads' }
  listen(
    createServer((_request, response) => {
      asViewer<{ body: string }>(db, guest('127.0.0.1'), context, { text, values }).then(
        ([row]) =>
          response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' }).end(row?.body),
        (error: unknown) => response.writeHead(500).end(String(error)),
      )
    }),
  )
}

function listen(server: ReturnType<typeof createServer>): void {
  server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }))
}
