import type { Part } from '../rich.ts'

export const bookmarkRemoved = 'Bookmark removed'
export const thereWasAnErrorRemoving = 'There was an error removing your bookmark. Please try again.'
export const failedToRemove = 'Failed to remove'
export const replyBy = (author: Part, category: Part) => `Reply by ${author} · ${category} ·`
export const reminder = (remindAt: Part) => `Reminder: ${remindAt}`
export const editNote = 'Edit note'
export const addNote = 'Add note'
export const remove = 'Remove'
export const removeBookmark = (value: Part) => `Remove bookmark: ${value}`
export const replyIn = (author: Part, title: Part) => `reply by ${author} in ${title}`
