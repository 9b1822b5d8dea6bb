/** A word of an article's category, or an expert's speciality, which administrators write in English. */
export const categoryWord = (word: string) => word
export const minutesToRead = (minutes: string) => `${minutes} min read`
