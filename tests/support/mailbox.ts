// The mails of a test server: files if no mail server is configured, or those that a mail server of the test received.
// Mails are parsed as a mail client would: parts, link and code.
import { readdirSync, readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { SMTPServer } from 'smtp-server'
import type { Sql } from '../../api/database/connection.ts'
import { notified } from './notified.ts'

type Mail = {
  to: string
  from: string
  /** The address for replies; '' without one. */
  replyTo: string
  subject: string
  text: string
  html: string
  /** The first URL of the text, which is also the button's; '' without one. */
  link: string
  /** The six digits; '' without them. */
  code: string
  /** By name in lower case. */
  headers: Readonly<Record<string, string>>
}

/**
 * Presses the button of the page that a mail's link leads to; a link that leads elsewhere is opened.
 * @returns the answer, whose redirect is not followed
 */
export function follow(link: string): Promise<Response> {
  const { origin, pathname, searchParams } = new URL(link)
  if (!pathname.endsWith('/auth/v1/confirm')) return fetch(link, { redirect: 'manual' })
  return fetch(origin + pathname, { method: 'POST', body: searchParams, redirect: 'manual' })
}

export type Mailbox = {
  /** All mails to `address` until now, oldest first. */
  to(address: string): Mail[]
  /** Waits for `count` mails to `address` and returns the newest. @throws Error if they do not arrive in time */
  newest(address: string, count?: number): Promise<Mail>
}

const WITHIN_MS = 15_000
const CHECK_EVERY_MS = 50
const CLOSE_WITHIN_MS = 500
const SITE_FOOTER = '\n-- \n'

/** The mail folder of a server without SMTP_URL. */
export function mailFolder(dataDir: string): Mailbox {
  const folder = join(dataDir, 'mail')
  return mailboxOf(() => {
    try {
      const files = readdirSync(folder).filter((name) => name.endsWith('.eml'))
      return files.toSorted().map((name) => readFileSync(join(folder, name), 'utf8'))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
      throw error
    }
  })
}

export type MailServer = Mailbox & {
  /** The value for SMTP_URL. */
  url: string
  /** While true, every mail is refused temporarily (451). */
  refuses: boolean
  /** Addresses that are refused for good, with the answer. */
  unknown: Map<string, string>
  /** While true, a mail that arrived is not confirmed. */
  holds: boolean
  /** How many have arrived. */
  count(): number
  stop(): Promise<void>
}

/** Starts a mail server that stores mails in memory. @param port 0 for any */
export async function startMailServer(port = 0): Promise<MailServer> {
  const received: string[] = []
  const unknown = new Map<string, string>()
  const state = { refuses: false, holds: false }
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    // A killed process leaves connections, on each of which a mail waits to be confirmed.
    closeTimeout: CLOSE_WITHIN_MS,
    onMailFrom: (_, __, done) => {
      done(state.refuses ? Object.assign(new Error('try again later'), { responseCode: 451 }) : null)
    },
    onRcptTo: ({ address }, _, done) => {
      const answer = unknown.get(address)
      done(answer ? Object.assign(new Error(answer), { responseCode: 550 }) : null)
    },
    onData: (stream, _, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        received.push(Buffer.concat(chunks).toString('utf8'))
        if (!state.holds) done()
      })
    },
  })
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', () => resolve()))
  const { port: taken } = server.server.address() as AddressInfo
  return {
    ...mailboxOf(() => received),
    url: `smtp://127.0.0.1:${taken}`,
    get refuses() {
      return state.refuses
    },
    set refuses(value) {
      state.refuses = value
    },
    get holds() {
      return state.holds
    },
    set holds(value) {
      state.holds = value
    },
    unknown,
    count: () => received.length,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

function mailboxOf(read: () => readonly string[]): Mailbox {
  const to = (address: string) =>
    read()
      .map(parseMail)
      .filter((mail) => mail.to === address)
  return {
    to,
    newest: async (address, count = 1) => {
      const until = Date.now() + WITHIN_MS
      for (;;) {
        const mails = to(address)
        const newest = mails.at(-1)
        if (newest && mails.length >= count) return newest
        if (Date.now() > until) throw new Error(`${mails.length} of ${count} mails to ${address} arrived`)
        await new Promise((resolve) => setTimeout(resolve, CHECK_EVERY_MS))
      }
    },
  }
}

/** Reads a mail of two parts, text and HTML. */
function parseMail(raw: string): Mail {
  const { headers, body } = partOf(raw.replaceAll('\r\n', '\n'))
  const [, boundary = ''] = /boundary="?([^";]+)"?/.exec(headers['content-type'] ?? '') ?? []
  const parts = body
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => partOf(part.replace(/^\n/, '')))
  const contentOf = (type: string) => {
    const part = parts.find(({ headers: its }) => its['content-type']?.startsWith(type))
    return part ? decodeBody(part.body, part.headers['content-transfer-encoding'] ?? '') : ''
  }
  const text = contentOf('text/plain')
  const [content = ''] = text.split(SITE_FOOTER)
  return {
    to: addressOf(headers.to),
    from: addressOf(headers.from),
    replyTo: addressOf(headers['reply-to']),
    subject: decodeHeader(headers.subject ?? ''),
    text,
    html: contentOf('text/html'),
    link: /https?:\/\/\S+/.exec(content)?.[0] ?? '',
    code: /\b\d{6}\b/.exec(content.replaceAll(/https?:\/\/\S+/g, ''))?.[0] ?? '',
    headers,
  }
}

function partOf(raw: string): { headers: Record<string, string>; body: string } {
  const end = raw.indexOf('\n\n')
  const lines = raw
    .slice(0, end)
    .replaceAll(/\n[ \t]+/g, ' ')
    .split('\n')
  const headers = lines.map((line) => {
    const [name = '', ...value] = line.split(':')
    return [name.toLowerCase(), value.join(':').trim()] as const
  })
  return { headers: Object.fromEntries(headers), body: raw.slice(end + 2) }
}

function decodeBody(body: string, encoding: string): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8')
  if (encoding !== 'quoted-printable') return body
  return decodeQuoted(body.replaceAll('=\n', ''))
}

function decodeHeader(value: string): string {
  return value.replaceAll(/=\?utf-8\?([qb])\?([^?]*)\?=\s*/gi, (_, kind: string, coded: string) =>
    kind.toLowerCase() === 'b'
      ? Buffer.from(coded, 'base64').toString('utf8')
      : decodeQuoted(coded.replaceAll('_', ' ')),
  )
}

function decodeQuoted(text: string): string {
  const bytes = text.replaceAll(/=([0-9A-F]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )
  return Buffer.from(bytes, 'latin1').toString('utf8')
}

function addressOf(header = ''): string {
  return /<([^>]+)>/.exec(header)?.[1] ?? header.trim()
}

/** The minute is over: waits until no notification is left to be mailed. What was not mailed by then never is. */
export async function notificationsMailed(sql: Sql): Promise<void> {
  await notified(sql)
  await sql`update private.notification_mails set due_at = now() where taken_at is null`
  const until = Date.now() + WITHIN_MS
  for (;;) {
    const [row] = await sql<{ left: number }[]>`
      select (select count(*) from private.notification_mails where taken_at is null)::int
        + (select count(*) from graphile_worker._private_jobs where payload ->> 'kind' = 'notifications')::int as left`
    if (row?.left === 0) return
    if (Date.now() > until) throw new Error(`${row?.left} notifications are still to be mailed`)
    await new Promise((resolve) => setTimeout(resolve, CHECK_EVERY_MS))
  }
}
