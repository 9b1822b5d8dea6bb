// From an article to the same article in another language.
export const readInEnglish = 'Read this article in English'
export const readInHindi = 'Read this article in Hindi'
