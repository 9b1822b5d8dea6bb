import { type Node, type Part, rich } from '../rich.ts'

export const yourDraftFromIsBack = (timeAgo: Node) => rich('Your draft from ', timeAgo, ' is back.')
export const discardIt = 'Discard it'
export const cancel = 'Cancel'
export const thisWasChangedWhileYou = 'This was changed while you were editing'
export const whatYouTypedIsStill = 'What you typed is still in the form. This is the saved version now:'
export const theSavedVersion = 'Use the saved version'
export const saveMineInstead = 'Save mine instead'
export const whatYouTypedIsNot = 'What you typed is not saved.'
export const discard = 'Discard'
export const keepWriting = 'Keep writing'
export const picture = 'Picture'
export const close = 'Close'
export const openTheFile = 'Open the file'
export const previousPicture = 'Previous picture'
export const nextPicture = 'Next picture'
export const picture2 = 'Picture '
export const waiting = ' waiting'
export const sort = 'Sort'
export const sortBy = 'Sort by…'
export const selectAll = (length: Part) => `Select all ${length}`
export const select = (nameOf: Part) => `Select ${nameOf}`
export const selected = (size: Part) => `${size} selected`
export const clear = 'Clear'
export const saving = 'Saving...'
export const thisPageIsInEnglish = 'This page is in English so far.'
export const row = 'row'
export const rows = 'rows'
export const all = 'All'
export const ascending = 'ascending'
export const descending = 'descending'
/** Of the region with messages at the bottom of a page. */
export const messagesOfTheSite = 'Messages'
