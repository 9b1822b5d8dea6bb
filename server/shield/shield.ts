// The shield of this site: judges what others would read before it is stored (api/rest/judge.ts), by the rules of shared/shield
// and those of staff. It fails closed: without rules the site does not start, and a text that cannot be judged is not stored.
import { join } from 'node:path'
import type { ListeningDatabase } from '../../api/database/database.ts'
import { asService } from '../../api/database/scope.ts'
import type { Logger } from '../../api/log.ts'
import { counter } from '../../api/observability/instruments.ts'
import { RestError } from '../../api/rest/errors.ts'
import type { ShownTexts } from '../../api/rest/shown.ts'
import { createJudge, type Judge, type Verdict } from '../../shared/shield/judge.ts'
import { SHIELD_REFUSAL } from '../../shared/shield/refusal.ts'
import type { ShieldRule } from '../../shared/shield/rule.ts'
import { TextTooSlow, type TextWorker, textWorker, WorkerUnavailable } from '../content/text-worker.ts'
import { SHOWN_COLUMNS, shownText } from './shown-texts.ts'

/** UTF-16 units that are judged on the main thread: 3 ms for the worst of them on a busy machine. */
const SHORT = 1_500
const WORKER = join(import.meta.dirname, 'judge-worker.ts')

const verdicts = counter('shield_verdicts_total', 'Texts that the shield judged, by verdict.')
for (const verdict of ['pass', 'hold', 'refuse']) verdicts.inc({ verdict }, 0)

export type Shield = ShownTexts & {
  /** What to say when texts for a table are not shown; null: they are. Counts what it stops. @throws RestError if it cannot tell */
  refusalOf(table: string, texts: Readonly<Record<string, string>>): Promise<string | null>
}

export async function openShield({
  db,
  log,
  worker = textWorker,
}: {
  db: ListeningDatabase
  log: Logger
  worker?: TextWorker
}): Promise<Shield> {
  let rules: readonly ShieldRule[] = []
  let judge: Judge = createJudge()
  const load = async () => {
    rules = await asService(db, async (sql) => [
      ...(await sql<ShieldRule[]>`
      select id, kind, pattern, effect from public.shield_rules where is_active order by id`),
    ])
    judge = createJudge(rules)
  }
  await load()
  await db.listener.listen(
    'shield_rules',
    () => void load().catch((error: unknown) => log.error({ err: error }, 'shield.rules_failed')),
    (missedSince) => {
      if (missedSince !== null)
        void load().catch((error: unknown) => log.error({ err: error }, 'shield.rules_failed'))
    },
  )
  const judgeAnyLength = async (text: string): Promise<Verdict> =>
    text.length <= SHORT ? judge(text) : worker.run<Verdict>(WORKER, { text, rules })
  const verdictOn = async (table: string, texts: Readonly<Record<string, string>>): Promise<Verdict> => {
    const verdict = await judgeAnyLength(shownText(table, texts)).catch((error: unknown) => {
      if (!(error instanceof TextTooSlow || error instanceof WorkerUnavailable)) throw error
      throw new RestError(503, 'PT503', 'Too many texts are being checked', {
        headers: { 'retry-after': '5' },
      })
    })
    verdicts.inc({ verdict: verdict.verdict })
    if (verdict.verdict !== 'pass') await count(db, log, table, verdict)
    return verdict
  }
  return {
    columns: SHOWN_COLUMNS,
    judge: async ({ table, texts }) => {
      const verdict = await verdictOn(table, texts)
      if (verdict.verdict !== 'pass') throw consequenceOf(verdict)
    },
    refusalOf: async (table, texts) =>
      (await verdictOn(table, texts)).verdict === 'pass' ? null : SHIELD_REFUSAL,
  }
}

/**
 * What a verdict means for the text. It is refused on every surface, also where a post could wait for a moderator: its writer keeps
 * the text, reads why, and may change it at once. This is the only place that knows.
 */
function consequenceOf(_: Verdict): RestError {
  return new RestError(400, 'PT400', SHIELD_REFUSAL)
}

/** Counts without text and writer. A count that fails does not let the text through. */
async function count(
  db: ListeningDatabase,
  log: Logger,
  surface: string,
  { reasons }: Verdict,
): Promise<void> {
  const found = ['any', ...new Set(reasons)]
  await asService(
    db,
    (sql) => sql`
      insert into public.shield_hits as h (surface, reason)
      select ${surface}, unnest(${found}::text[])
      on conflict (day, surface, reason) do update set hits = h.hits + 1`,
  ).catch((error: unknown) => log.error({ err: error }, 'shield.hit_not_counted'))
}
