// application/vnd.pgrst.plan: returns the execution plan of a request instead of its result. Only if the operator
// enables it, because a plan reveals tables and row counts that the caller may not see.
// https://docs.postgrest.org/en/stable/references/observability.html#execution-plan

import { plainType } from './media.ts'
import type { RequestPlan } from './plan-relation-request.ts'

export type ExplainOptions = {
  format: 'json' | 'text'
  /** The media type whose plan is requested, as in an Accept header. */
  of: string
  options: readonly string[]
}

const TYPE = /^application\/vnd\.pgrst\.plan(?:\+(json|text))?$/
const OPTIONS = ['analyze', 'verbose', 'settings', 'buffers', 'wal']

/** Parses an Accept header whose first choice is a plan; null otherwise. */
export function explainOptions(accept: string | null): ExplainOptions | null {
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

/** Turns a request into its EXPLAIN. With `analyze` it is executed, and ends as its transaction ends. */
export function explained(plan: RequestPlan, explain: ExplainOptions): RequestPlan {
  const options = [
    `FORMAT ${explain.format.toUpperCase()}`,
    ...explain.options.map((one) => one.toUpperCase()),
  ]
  const suffix = explain.options.length > 0 ? `; options=${explain.options.join('|')}` : ''
  return {
    readOnly: plan.readOnly,
    guest: plan.guest,
    statement: { ...plan.statement, text: `EXPLAIN (${options.join(', ')}) ${plan.statement.text}` },
    ...(plan.unclean ? { unclean: plan.unclean } : {}),
    check: null,
    accept: plan.accept,
    estimate: null,
    explains: true,
    respond: ({ body }) =>
      new Response(body, {
        status: 200,
        headers: {
          'content-type': `application/vnd.pgrst.plan+${explain.format}; for="${plainType(explain.of)}"${suffix}; charset=utf-8`,
        },
      }),
  }
}
