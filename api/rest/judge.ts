// The seventh station: what a write would show is judged, as it will be stored. The rule is the site's; without one everything
// passes. A judge that fails refuses.
import { setImmediate as letOthers } from 'node:timers/promises'
import { isObject } from '../http/untrusted-json.ts'
import type { Viewer } from '../viewer.ts'
import type { Cleaned } from './clean.ts'
import type { Planned } from './plan-request.ts'
import { htmlOf } from './sanitizers.ts'
import type { ShownTexts } from './shown.ts'
import type { SqlStatement } from './sql.ts'

declare const station: unique symbol

export type Judged = { readonly [station]: 'judged'; planned: Planned; statement: SqlStatement }

/** @throws RestError of the judge */
export async function judgeTexts(
  { planned, statement, rows: cleaned }: Cleaned,
  viewer: Viewer,
  judge: ShownTexts['judge'],
): Promise<Judged> {
  const { shown } = planned
  // Content that the site's owner imports is not the members'.
  if (shown && viewer.role !== 'service_role') {
    for (const [index, row] of (cleaned ?? shown.rows).entries()) {
      // Others have their turn between the rows of one request.
      if (index > 0) await letOthers()
      const texts: Record<string, string> = {}
      for (const column of shown.columns) {
        const text = isObject(row) ? htmlOf(row, column) : null
        if (text !== null) texts[column] = text
      }
      await judge({ table: shown.table, texts, viewer })
    }
  }
  return { planned, statement } as Judged
}
