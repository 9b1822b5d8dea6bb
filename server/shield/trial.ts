// What a rule would have spoken of in the last 30 days, tried before it is switched on. It reads in portions, and lets other work
// pass between them.
import { setImmediate as letOthers } from 'node:timers/promises'
import type { Database } from '../../api/database/database.ts'
import { asService } from '../../api/database/scope.ts'
import { readText } from '../../shared/shield/read.ts'
import type { ShieldRule } from '../../shared/shield/rule.ts'
import { testOf } from '../../shared/shield/rules.ts'
import type { ShieldTrial } from '../../shared/shield/trial.ts'
import { shownText } from './shown-texts.ts'

/** Newest texts of each table. */
const MOST = 500
/** Letters of a text that are looked at. */
const LETTERS = 2_000
const PORTION = 20
const EXAMPLES = 10

type Row = { id: string } & Record<string, string>

export async function tryRule(
  db: Database,
  rule: Pick<ShieldRule, 'kind' | 'pattern'>,
): Promise<ShieldTrial> {
  const test = testOf({ ...rule, id: '', effect: 'hold' })
  const tables = await asService(db, async (sql) => ({
    threads: await sql<Row[]>`
      select id, title, left(content, 4000) as content from public.threads
      where created_at > now() - interval '30 days' order by created_at desc limit ${MOST}`,
    replies: await sql<Row[]>`
      select id, left(content, 4000) as content from public.replies
      where created_at > now() - interval '30 days' order by created_at desc limit ${MOST}`,
    chat_messages: await sql<Row[]>`
      select id, username, message from public.chat_messages order by created_at desc limit ${MOST}`,
  }))
  const trial = { looked: 0, found: 0, examples: [] as ShieldTrial['examples'][number][] }
  for (const [table, rows] of Object.entries(tables)) {
    for (const { id, ...texts } of rows) {
      const text = shownText(table, texts).slice(0, LETTERS)
      trial.looked += 1
      if (trial.looked % PORTION === 0) await letOthers()
      if (!test(readText(text))) continue
      trial.found += 1
      if (trial.examples.length < EXAMPLES) trial.examples.push({ table, id, text: text.slice(0, 160) })
    }
  }
  return trial
}
