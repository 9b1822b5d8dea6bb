// The rules of the scam shield, and what it stopped.
import type { Client } from '#app/platform/session/session.ts'
import { memberFetch } from '#app/platform/supabase/member-fetch.ts'
import { insertError } from '#app/platform/supabase/unauthorized.ts'
import type { ShieldRule } from '#shared/shield/rule.ts'
import { SHIELD_TRIAL_PATH, type ShieldTrial } from '#shared/shield/trial.ts'

export type StoredRule = Awaited<ReturnType<typeof listRules>>[number]
export type RuleFields = Pick<ShieldRule, 'kind' | 'pattern' | 'effect'> & { note: string }

/** @throws the API's error, like every function here */
export async function listRules(client: Client) {
  const { data } = await client
    .from('shield_rules')
    .select('id, kind, pattern, effect, note, is_active')
    .order('created_at', { ascending: false })
    .throwOnError()
  return data
}

export async function addRule(client: Client, fields: RuleFields): Promise<void> {
  const { error } = await client.from('shield_rules').insert(fields)
  if (error) throw insertError(error)
}

export async function switchRule(client: Client, { id, is_active }: StoredRule): Promise<void> {
  await client.from('shield_rules').update({ is_active: !is_active }).eq('id', id).throwOnError()
}

export async function deleteRule(client: Client, id: string): Promise<void> {
  await client.from('shield_rules').delete().eq('id', id).throwOnError()
}

const DAYS = 30

/** More than the days, places and reasons that matter: the most frequent come first. */
const MOST_COUNTS = 1_000

/** How often each reason stopped a text in the last 30 days, the most frequent first; `any` is each text once. */
export async function listHits(client: Client) {
  const since = new Date(Date.now() - DAYS * 24 * 60 * 60 * 1000).toISOString().slice(0, 10)
  const { data } = await client
    .from('shield_hits')
    .select('reason, hits')
    .gte('day', since)
    .order('hits', { ascending: false })
    .limit(MOST_COUNTS)
    .throwOnError()
  const sums = new Map<string, number>()
  for (const { reason, hits } of data) sums.set(reason, (sums.get(reason) ?? 0) + hits)
  return [...sums].map(([reason, hits]) => ({ reason, hits })).toSorted((one, other) => other.hits - one.hits)
}

/** @throws when the server does not answer */
export async function tryRule(rule: Pick<ShieldRule, 'kind' | 'pattern'>): Promise<ShieldTrial> {
  const answer = await memberFetch(SHIELD_TRIAL_PATH, { method: 'POST', body: JSON.stringify(rule) })
  if (!answer.ok) throw new Error(`The rule could not be tried: ${answer.status}`)
  return (await answer.json()) as ShieldTrial
}
