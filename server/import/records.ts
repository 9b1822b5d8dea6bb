// The records of an import, independent of the forum's software. Every row of a source is validated by these schemas,
// so that a wrong type refuses one row and not the import.
import { z } from 'zod'

/** In the order of loading: each refers to earlier ones. */
export const KINDS = ['member', 'category', 'thread', 'reply', 'vote'] as const
export type Kind = (typeof KINDS)[number]

/** An id of the other forum. */
const id = z.union([z.string(), z.number()]).transform(String).pipe(z.string().min(1).max(200))
const flag = z
  .union([z.boolean(), z.string(), z.number(), z.null()])
  .transform((value) => value === true || /^(1|t|true|yes)$/i.test(String(value)))
  .default(false)
const text = z
  .string()
  .nullish()
  .transform((value) => value ?? null)

const EARLIEST_MS = Date.UTC(1990, 0, 1)
const LATEST_MS = Date.UTC(9999, 0, 1)

/** Milliseconds, or a date; without a time zone it is UTC. */
const instant = z
  .union([z.string(), z.number()])
  .nullish()
  .transform((value, context) => {
    if (value === null || value === undefined || value === '') return null
    const written = String(value).trim()
    const hasZone = /(Z|[+-]\d\d(:?\d\d)?)$/.test(written.slice(10))
    const ms = /^\d+(\.\d+)?$/.test(written)
      ? Number(written)
      : Date.parse(hasZone ? written : `${written.replace(' ', 'T')}${written.length > 10 ? 'Z' : ''}`)
    if (Number.isNaN(ms)) {
      context.addIssue({ code: 'custom', message: `${JSON.stringify(written.slice(0, 40))} is no date` })
      return z.NEVER
    }
    return new Date(Math.min(Math.max(ms, EARLIEST_MS), LATEST_MS)).toISOString()
  })

/** Its path at the other forum, without the leading slash. */
const address = z
  .string()
  .max(500)
  .nullish()
  .transform((value) => value?.replace(/^\/+/, '') || null)
const format = z.enum(['markdown', 'html']).default('markdown')

export const RECORDS = {
  member: z.object({
    username: z.string(),
    email: text,
    isConfirmed: flag,
    /** Input of the source's `passwordOf`. */
    password: z.record(z.string(), z.unknown()).nullish(),
    fullName: text,
    bio: text,
    avatar: text,
    isBanned: flag,
    joinedAt: instant,
    lastSeenAt: instant,
    address,
  }),
  category: z.object({
    name: z.string(),
    slug: text,
    description: text,
    color: text,
    address,
  }),
  thread: z.object({
    title: z.string(),
    content: z.string(),
    format,
    author: id.nullish(),
    category: id.nullish(),
    tags: z.array(z.string()).nullish(),
    isSticky: flag,
    isPinned: flag,
    isLocked: flag,
    isHidden: flag,
    views: z.coerce.number().int().min(0).max(2_000_000_000).catch(0),
    createdAt: instant,
    updatedAt: instant,
    address,
    /** The opening post's own address. */
    otherAddress: address,
  }),
  reply: z.object({
    thread: id,
    parent: id.nullish(),
    author: id.nullish(),
    content: z.string(),
    format,
    isHidden: flag,
    createdAt: instant,
    updatedAt: instant,
    address,
  }),
  vote: z.object({ member: id, thread: id.nullish(), reply: id.nullish(), createdAt: instant }),
}

export type Member = z.infer<typeof RECORDS.member>
export type Category = z.infer<typeof RECORDS.category>
export type Thread = z.infer<typeof RECORDS.thread>
export type Reply = z.infer<typeof RECORDS.reply>
export type Vote = z.infer<typeof RECORDS.vote>
/** A row of the queue, with its foreign id. */
export type Queued<T> = { id: string; record: T }

/** A row as read, before the source's SQL makes records of it. */
export type RawRow = { table: string; key: string; data: Record<string, unknown> }

/** Reports what could not be imported, or was changed. */
export type Note = (kind: string, id: string, note: string) => void

/** A forum's software. */
export type Source = {
  name: 'discourse' | 'nodebb' | 'csv'
  /** Reads the file as a stream. @throws ImportError if the file is not of this software */
  read(input: { file: string; note: Note; keepFile: KeepFile }): AsyncGenerator<RawRow>
  /**
   * SQL for each kind over the rows that were read (`raw('table')` stands for a table of key and data): id, place (their
   * order) and record.
   */
  records: Record<Kind, string>
  /** Counts what is left out on purpose, by the words of the report. */
  leftOut: Record<string, string>
  /** The stored form (api/auth/signin) of a member's password hash. */
  passwordOf(password: Record<string, unknown>): string | null
  /** The old address of a member by the name in a mention; null: members are found by their username. */
  memberAddress: ((name: string) => string) | null
  /** The path, below the folder of uploads, of a picture that a text refers to; null: not one of the forum's own. */
  uploadOf(reference: string, find: FindRaw): Promise<string | null>
}

/** A row as read, by table and key. */
export type FindRaw = (table: string, key: string) => Promise<Record<string, string | null> | null>

/** Stores an uploaded file of the archive under its path; content after `most` bytes is discarded. */
export type KeepFile = (path: string, content: AsyncIterable<Buffer>) => Promise<void>

/** The import cannot continue; the message is for the operator. */
export class ImportError extends Error {}
