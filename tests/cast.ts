// The actors of the tests. They are the same in every test, so that each permission can be compared between them.

/** In the order of the columns of docs/permissions.md. */
export const CAST = [
  'guest',
  'asha',
  'bala',
  'meera',
  'admin',
  'no_chat',
  'silenced',
  'suspended',
  'banned',
] as const

/**
 * guest: no session. asha, bala: members. meera: a member with the level Moderator, which gives no rights.
 * admin: has the role. no_chat, silenced (read_only), suspended, banned: members under such a sanction.
 */
export type Actor = (typeof CAST)[number]
export type Member = Exclude<Actor, 'guest'>

export const MEMBERS = CAST.filter((actor): actor is Member => actor !== 'guest')

/** The other member, whose rows an actor tries to read or change. */
export function otherThan(actor: Actor): Member {
  return actor === 'asha' ? 'bala' : 'asha'
}
