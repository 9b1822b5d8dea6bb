// application/vnd.pgrst.plan: what PostgreSQL would do for a request, instead of the request's answer. Only where
// the operator allows it: a plan tells of tables and rows that the caller may not see.
// https://docs.postgrest.org/en/stable/references/observability.html#execution-plan
import type { Unentered } from './jobs-relation.ts'
import { plainType } from './media.ts'

export type PlanWish = {
  format: 'json' | 'text'
  /** The form of answer whose plan is wanted, as an Accept header. */
  of: string
  /** EXPLAIN's options, from a closed list. */
  options: readonly string[]
}

const TYPE = /^application\/vnd\.pgrst\.plan(?:\+(json|text))?$/
const OPTIONS = ['analyze', 'verbose', 'settings', 'buffers', 'wal']

/** Reads an Accept header that asks for a plan first of all; null when it doesn't. */
export function planWish(accept: string | null): PlanWish | null {
  const [type = '', ...parameters] = (accept ?? '').split(';').map((part) => part.trim())
  const match = TYPE.exec(type.toLowerCase())
  if (!match) return null
  const value = (name: string) =>
    parameters
      .find((one) => one.toLowerCase().startsWith(`${name}=`))
      ?.slice(name.length + 1)
      .replace(/^"(.*)"$/, '$1')
  const wanted = (value('options') ?? '').split('|')
  return {
    format: match[1] === 'json' ? 'json' : 'text',
    of: value('for') ?? 'application/json',
    options: OPTIONS.filter((one) => wanted.includes(one)),
  }
}

/** The same request, explained. Where `analyze` is asked for it is run, and ends as its transaction ends. */
export function explained(job: Unentered, wish: PlanWish): Unentered {
  const options = [`FORMAT ${wish.format.toUpperCase()}`, ...wish.options.map((one) => one.toUpperCase())]
  const suffix = wish.options.length > 0 ? `; options=${wish.options.join('|')}` : ''
  return {
    readOnly: job.readOnly,
    checkGuest: job.checkGuest,
    statement: { ...job.statement, text: `EXPLAIN (${options.join(', ')}) ${job.statement.text}` },
    check: null,
    estimate: null,
    explains: true,
    respond: ({ body }) =>
      new Response(body, {
        status: 200,
        headers: {
          'content-type': `application/vnd.pgrst.plan+${wish.format}; for="${plainType(wish.of)}"${suffix}; charset=utf-8`,
        },
      }),
  }
}
