// The rows of the permission table for files: pictures of members (either bucket), and covers of articles.
import type { Actor } from '../cast.ts'

export type FileAct = 'open' | 'read' | 'list' | 'upload' | 'replace' | 'move' | 'delete'

/** `open`: by the public address, as in a page. `read`: by name, with the caller's rights. */
export type FileRule = {
  act: FileAct
  whose: 'own' | 'another'
  cells: Readonly<Record<Actor, 'yes' | 'no'>>
}

type Cell = 'yes' | 'no'

function cells(guest: Cell, member: Cell, admin: Cell, banned: Cell): FileRule['cells'] {
  const others = { no_chat: member, silenced: banned, suspended: banned, banned }
  return { guest, asha: member, bala: member, meera: member, admin, ...others }
}

const EVERYBODY = cells('yes', 'yes', 'yes', 'yes')
const MEMBERS = cells('no', 'yes', 'yes', 'no')
const NOBODY = cells('no', 'no', 'no', 'no')

const ADMINS = cells('no', 'no', 'yes', 'no')

/** Pictures that members upload: `avatars` and `content`. */
export const FILE_RULES: readonly FileRule[] = [
  { act: 'open', whose: 'another', cells: EVERYBODY },
  { act: 'read', whose: 'own', cells: cells('no', 'yes', 'yes', 'yes') },
  { act: 'read', whose: 'another', cells: ADMINS },
  { act: 'list', whose: 'own', cells: cells('no', 'yes', 'yes', 'yes') },
  { act: 'list', whose: 'another', cells: ADMINS },
  { act: 'upload', whose: 'own', cells: MEMBERS },
  { act: 'upload', whose: 'another', cells: NOBODY },
  { act: 'replace', whose: 'own', cells: MEMBERS },
  { act: 'replace', whose: 'another', cells: NOBODY },
  { act: 'move', whose: 'own', cells: MEMBERS },
  { act: 'move', whose: 'another', cells: NOBODY },
  { act: 'delete', whose: 'own', cells: MEMBERS },
  { act: 'delete', whose: 'another', cells: cells('no', 'no', 'yes', 'no') },
]

/** Cover pictures of articles: `covers`. */
export const COVER_RULES: readonly FileRule[] = [
  { act: 'open', whose: 'another', cells: EVERYBODY },
  { act: 'read', whose: 'another', cells: ADMINS },
  { act: 'list', whose: 'another', cells: ADMINS },
  { act: 'upload', whose: 'own', cells: ADMINS },
  { act: 'upload', whose: 'another', cells: ADMINS },
  { act: 'replace', whose: 'own', cells: ADMINS },
  { act: 'replace', whose: 'another', cells: ADMINS },
  { act: 'move', whose: 'own', cells: ADMINS },
  { act: 'delete', whose: 'own', cells: ADMINS },
  { act: 'delete', whose: 'another', cells: ADMINS },
]
