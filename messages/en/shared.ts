import type { Part } from '../rich.ts'

export const anAnimatedPNGWouldBe = 'An animated PNG would be stored as its first picture: use a GIF or WebP'
export const pleaseSayWhyIn3 = 'Please say why in 3 to 500 characters.'
export const deletedMember = 'Deleted member'
export const aTableCanHaveUp = (mostCells: Part) =>
  `A table can have up to ${mostCells} cells. Paste or send a part of it.`
export const oneMomentPlease = 'One moment, please'
