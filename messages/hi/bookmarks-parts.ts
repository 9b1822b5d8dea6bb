import type { Part } from '../rich.ts'

export const failedToBookmark = 'बुकमार्क नहीं हो सका'
export const thereWasAnErrorSaving = 'बुकमार्क सहेजने में गड़बड़ी हुई। फिर कोशिश करें।'
export const bookmarked = 'बुकमार्क किया गया'
export const bookmark = 'बुकमार्क करें'
export const bookmark2 = (value: Part) => `बुकमार्क करें: ${value}`
