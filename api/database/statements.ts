// The statements on which the database spent the most time (pg_stat_statements).
import type { Database } from './database.ts'
import { asService } from './scope.ts'

type StatementCost = {
  id: string
  /** Shortened, with placeholders for constants. */
  text: string
  calls: number
  totalMs: number
  maxMs: number
  rows: number
  /** Share of the time of all statements, 0 to 1. */
  share: number
}

/** `missing`: the extension or its library is not installed, or hides other roles' statements. */
export type Statements =
  | { state: 'measured'; since: string; statements: StatementCost[] }
  | { state: 'missing'; because: 'extension' | 'library' | 'privilege' }

const MOST = 20
const LONGEST = 2_000
/** SQLSTATEs that platform.top_statements raises. */
const MISSING: Readonly<Record<string, 'extension' | 'library'>> = {
  '0A000': 'extension',
  '55000': 'library',
}
const HIDDEN = '<insufficient privilege>'

type Row = Omit<StatementCost, 'share'> & { share: number | null; since: Date }

/** The statements on which the database spent the most time. @throws errors of the database */
export async function topStatements(db: Database): Promise<Statements> {
  const rows = await asService(
    db,
    (sql) => sql<Row[]>`
      select id, statement as text, calls, total_ms as "totalMs", max_ms as "maxMs", rows, share, since
      from platform.top_statements(${MOST})`,
  ).catch((error: { code?: string }) => {
    const because = MISSING[error.code ?? '']
    if (because) return because
    throw error
  })
  if (typeof rows === 'string') return { state: 'missing', because: rows }
  if (rows.some(({ text }) => text === HIDDEN)) return { state: 'missing', because: 'privilege' }
  return {
    state: 'measured',
    since: new Date(rows[0]?.since ?? Date.now()).toISOString(),
    statements: rows.map(({ since: _, text, share, ...row }) => ({
      ...row,
      text: withoutConstants(text).slice(0, LONGEST),
      share: share ?? 0,
    })),
  }
}

/**
 * The extension replaces constants by placeholders, except in a statement that was prepared before its entry was
 * evicted: that text is as it was sent.
 */
export function withoutConstants(text: string): string {
  return text
    .replaceAll(/\$([A-Za-z_]\w*)?\$[\s\S]*?\$\1\$|'(?:[^'\\]|''|\\[\s\S])*'/g, '?')
    .replaceAll(/(?<![\w$."])\d+(?:\.\d+)?(?![\w"])/g, '?')
    .replaceAll(/\s+/g, ' ')
    .trim()
}
