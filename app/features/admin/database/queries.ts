// The statements on which the database spent the most time (api/database/statements.ts).
import { memberFetch } from '#app/platform/supabase/member-fetch.ts'
import * as t from '#words/admin.ts'

export type Statement = {
  id: string
  text: string
  calls: number
  totalMs: number
  maxMs: number
  rows: number
  share: number
}

type Missing = 'extension' | 'library' | 'privilege'

export type Statements =
  | { state: 'measured'; since: string; statements: readonly Statement[] }
  | { state: 'missing'; because: Missing }

/** @throws when the server or its database does not answer */
export async function loadStatements(): Promise<Statements> {
  const answer = await memberFetch('/site/v1/statements')
  if (!answer.ok) throw new Error(`The statements could not be loaded: ${answer.status}`)
  return (await answer.json()) as Statements
}

/** The reason why nothing is measured, and what an operator can do about it. */
export const MISSING: Readonly<Record<Missing, string>> = {
  extension: t.thisDatabaseDoesNotMeasure,
  library: t.thisDatabaseDoesNotMeasure2,
  privilege: t.thisDatabaseHidesTheStatements,
}

/** '0.04 ms', '12 ms', '1.5 s', '3 min'. */
export function timeWords(milliseconds: number): string {
  if (milliseconds < 10) return `${Number(milliseconds.toFixed(2))} ms`
  if (milliseconds < 1_000) return `${Math.round(milliseconds)} ms`
  if (milliseconds < 120_000) return `${Number((milliseconds / 1_000).toFixed(1))} s`
  return `${Math.round(milliseconds / 60_000)} min`
}
