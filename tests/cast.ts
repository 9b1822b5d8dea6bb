// The people of every test, always the same: what one may do shows by what another may not.

/** In the order of the tables that show what they may do. */
export const CAST = ['guest', 'asha', 'bala', 'meera', 'admin', 'banned'] as const

/**
 * guest: no session. asha, bala: members. meera: a member of level Moderator, which gives no power at all.
 * admin: holds the role. banned: a member of level Banned.
 */
export type Actor = (typeof CAST)[number]
export type Member = Exclude<Actor, 'guest'>

export const MEMBERS = CAST.filter((actor): actor is Member => actor !== 'guest')

/** Somebody else: the one whose rows an actor tries to touch. */
export function otherThan(actor: Actor): Member {
  return actor === 'asha' ? 'bala' : 'asha'
}
