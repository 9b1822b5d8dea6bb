// The shape of one row of the permission table: an act, and its result for each caller.
import { type Actor, CAST } from '../cast.ts'
import type { Ids } from './scene.ts'

/**
 * yes: it happens. none: the answer is an empty list, and nothing happened. Anything else: the code of the
 * refusal, and nothing happened.
 */
export type Outcome =
  | 'yes'
  | 'none'
  /** No grant for it, or the new row broke a policy: 401 for a guest, 403 for a member. */
  | '42501'
  | 'PT403'
  | 'PT409'
  | 'PT422'
  /** The row exists already. */
  | '23505'
  /** A check of the table. */
  | '23514'

export type Verb = 'select' | 'insert' | 'update' | 'delete'

export type Attempt = { query?: string; body?: Readonly<Record<string, unknown>> }

export type Rule = {
  table: string
  verb: Verb
  /** The object of the attempt, e.g. 'an own discussion'. */
  what: string
  attempt: (actor: Actor, ids: Ids) => Attempt
  cells: Readonly<Record<Actor, Outcome>>
  /** SQL that prepares rows for this rule alone. */
  prepare?: (ids: Ids) => string
  /** Who may write the row and not read it, and asks for nothing back. */
  blind?: Actor
  /** The callers who may not write the row cannot read it either, so the premise is not tested. */
  unseen?: true
}

/**
 * The cells of one row. asha, bala and meera have the same rights, because a level gives none. Who is banned or suspended
 * may do the same; who may only read, too, and who may not chat what other members do, unless the row says otherwise.
 */
export function cells(
  guest: Outcome,
  member: Outcome,
  admin: Outcome,
  banned: Outcome,
  { silenced = banned, no_chat = member }: { silenced?: Outcome; no_chat?: Outcome } = {},
): Rule['cells'] {
  return {
    guest,
    asha: member,
    bala: member,
    meera: member,
    admin,
    no_chat,
    silenced,
    suspended: banned,
    banned,
  }
}

export const NOBODY = cells('42501', '42501', '42501', '42501')
export const EVERYBODY = cells('yes', 'yes', 'yes', 'yes')
/** Only admins may change it. Members can read it, and their change affects no row. */
export const ADMIN_CHANGES = cells('42501', 'none', 'yes', 'none')
export const ADMIN_INSERTS = cells('42501', '42501', 'yes', '42501')
export const ADMIN_READS = cells('42501', 'none', 'yes', 'none')
/** Members whom no sanction forbids to write may change their own rows. */
export const OWNER_CHANGES = cells('42501', 'yes', 'yes', 'none')
export const MEMBER_INSERTS = cells('42501', 'yes', 'yes', '42501')
/** What no other member sees, who may only read still writes. */
export const KEEPER_CHANGES = cells('42501', 'yes', 'yes', 'none', { silenced: 'yes' })
export const KEEPER_INSERTS = cells('42501', 'yes', 'yes', '42501', { silenced: 'yes' })
/** Only the member can read it; an admin cannot. */
export const NEVER_ANOTHERS = cells('42501', 'none', 'none', 'none')
export const OWNER_READS = cells('42501', 'yes', 'yes', 'yes')

/** A guest has no id and no rows, and uses asha's. */
export function self(actor: Actor): Exclude<Actor, 'guest'> {
  return actor === 'guest' ? 'asha' : actor
}

/** For the generated table, which shows the three members as one. */
export const COLUMNS = CAST.filter((actor) => actor !== 'bala' && actor !== 'meera')
