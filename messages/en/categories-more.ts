import type { Part } from '../rich.ts'

export const failedToLoadForumCategories = 'Failed to load forum categories. Please try again.'
export const errorLoadingCategories = 'Error loading categories'
export const categoriesAppearHereOnceThey = 'Categories appear here once they are created.'
export const noCategoriesYet = 'No categories yet'
export const visitTheForums = 'Visit the forums'
export const discussion = 'discussion'
export const discussions = 'discussions'
export const post = 'post'
export const posts = 'posts'
export const newDiscussion = 'New Discussion'
export const newLabel = (fresh: Part) => `${fresh} new`
