// A write that a policy refuses because of a sanction is told with its reason. The sentences come with the notice of the
// sanction (app/shell/sanction-line.tsx), which only a sanctioned member's page loads.

import { currentSession, type Sanction } from '#app/platform/session/session.ts'
import { NothingChanged } from '#app/platform/supabase/compare-and-swap.ts'

/** The error of a policy: 'new row violates row-level security policy for table "replies"'. */
const POLICY = '42501'

let say: ((sanction: Sanction) => string) | null = null

/** Gives the sentence of a sanction to those that tell of refusals. */
export function explainSanctions(sentence: (sanction: Sanction) => string): void {
  say = sentence
}

/** @returns what the member may not do, until when and why; null for an error that no sanction explains */
export function refusedBySanction(error: unknown): string | null {
  const session = currentSession()
  const table = refusedTable(error)
  if (table === null || session.status !== 'member') return null
  const { sanction } = session
  if (!sanction) return null
  const binds = sanction.kind === 'no_chat' ? table.startsWith('chat_') : sanction.kind !== 'no_links'
  return binds ? (say?.(sanction) ?? null) : null
}

/** The table of a refused write, '' if the error does not name it; null for another error. */
function refusedTable(error: unknown): string | null {
  // A policy does not refuse an update; it hides the row.
  if (error instanceof NothingChanged) return ''
  if (typeof error !== 'object' || error === null || !('code' in error)) return null
  if (error.code !== POLICY && error.code !== 'PT403') return null
  return /table "([^"]+)"/.exec('message' in error ? String(error.message) : '')?.[1] ?? ''
}
