const WORDS: Readonly<Record<string, string>> = {
  Basics: 'बुनियादी बातें',
  Cryptocurrency: 'क्रिप्टोकरेंसी',
  IPO: 'आईपीओ',
  IPOs: 'आईपीओ',
  Insurance: 'बीमा',
  Investment: 'निवेश',
  'Mutual Funds': 'म्यूचुअल फंड',
  Payments: 'भुगतान',
  'Payments and crypto': 'भुगतान और क्रिप्टो',
  'Stock Market': 'शेयर बाज़ार',
  Taxation: 'टैक्स',
}

/** A word of an article's category, or an expert's speciality, which administrators write in English. */
export const categoryWord = (word: string) => WORDS[word] ?? word
export const minutesToRead = (minutes: string) => `${minutes} मिनट में पढ़ें`
