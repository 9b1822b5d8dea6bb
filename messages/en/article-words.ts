/** A word of an article's category, which administrators write in English. */
export const categoryWord = (word: string) => word
export const minutesToRead = (minutes: string) => `${minutes} min read`
