// The fifth station: what the request costs, before anything is spent on it. Sizes come before the limits, so that a
// text which is too long counts as nothing; the limits before guests' filters, as the cheapest first.
import type { Viewer } from '../viewer.ts'
import type { Planned } from './plan-request.ts'
import type { Admit } from './planned-request.ts'
import { htmlOf, type UncleanRows } from './sanitizers.ts'
import { fromDatabase } from './sqlstate.ts'

declare const station: unique symbol

export type Admitted = { readonly [station]: 'admitted'; planned: Planned }

/**
 * @param options.judgeGuest what the filters of a guest's request cost (guest-filters.ts); throws RestError
 * @returns the refusal of a limit, or the admitted request
 * @throws RestError of a text that is too long, and of what a guest may not ask for
 */
export async function admitRequest(
  planned: Planned,
  viewer: Viewer,
  { admit, judgeGuest }: { admit: Admit | undefined; judgeGuest: (planned: Planned) => Promise<void> },
): Promise<Admitted | Response> {
  if (planned.unclean) assertLengths(planned.unclean, viewer)
  const refusal = await admit?.(planned.work)
  if (refusal) return refusal
  if (viewer.role === 'anon' && !viewer.isRendering) await judgeGuest(planned)
  return { planned } as Admitted
}

/** @throws RestError the one that the database gives for its constraint */
function assertLengths({ rows, sanitizers, relation }: UncleanRows, viewer: Viewer): void {
  for (const [column, { mostCharacters, constraint }] of sanitizers) {
    if (!rows.some((row) => isLonger(htmlOf(row, column) ?? '', mostCharacters))) continue
    const message = `new row for relation "${relation}" violates check constraint "${constraint}"`
    throw fromDatabase({ code: '23514', message }, viewer.role !== 'anon')
  }
}

/** As char_length() counts: a character outside the basic plane is one, and two units in JavaScript. */
function isLonger(text: string, most: number): boolean {
  if (text.length <= most) return false
  if (text.length > 2 * most) return true
  let characters = 0
  for (const _ of text) characters += 1
  return characters > most
}
