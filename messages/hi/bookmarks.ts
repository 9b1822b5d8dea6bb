import type { Part } from '../rich.ts'

export const bookmarkRemoved = 'बुकमार्क हटाया गया'
export const thereWasAnErrorRemoving = 'बुकमार्क हटाने में गड़बड़ी हुई। फिर कोशिश करें।'
export const failedToRemove = 'हटाया नहीं जा सका'
export const replyBy = (author: Part, category: Part) => `${author} का जवाब · ${category} ·`
export const reminder = (remindAt: Part) => `रिमाइंडर: ${remindAt}`
export const editNote = 'नोट बदलें'
export const addNote = 'नोट जोड़ें'
export const remove = 'हटाएँ'
export const removeBookmark = (value: Part) => `बुकमार्क हटाएँ: ${value}`
export const replyIn = (author: Part, title: Part) => `${author} का जवाब · ${title}`
