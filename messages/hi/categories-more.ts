import type { Part } from '../rich.ts'

export const failedToLoadForumCategories = 'फ़ोरम की श्रेणियाँ लोड नहीं हो सकीं। फिर कोशिश करें।'
export const errorLoadingCategories = 'श्रेणियाँ लोड नहीं हुईं'
export const categoriesAppearHereOnceThey = 'बनते ही श्रेणियाँ यहाँ दिखेंगी।'
export const noCategoriesYet = 'अभी कोई श्रेणी नहीं है'
export const visitTheForums = 'फ़ोरम पर जाएँ'
export const discussion = 'चर्चा'
export const discussions = 'चर्चाएँ'
export const post = 'पोस्ट'
export const posts = 'पोस्ट'
export const newDiscussion = 'नई चर्चा'
export const newLabel = (fresh: Part) => `${fresh} नई`
