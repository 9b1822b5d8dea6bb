import type { Part } from '../rich.ts'

export const failedToBookmark = 'Failed to bookmark'
export const thereWasAnErrorSaving = 'There was an error saving your bookmark. Please try again.'
export const bookmarked = 'Bookmarked'
export const bookmark = 'Bookmark'
export const bookmark2 = (value: Part) => `Bookmark ${value}`
