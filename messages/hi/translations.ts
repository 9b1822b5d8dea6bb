export const readInEnglish = 'इस लेख को अंग्रेज़ी में पढ़ें'
export const readInHindi = 'इस लेख को हिन्दी में पढ़ें'
