const WORDS: Readonly<Record<string, string>> = {
  Basics: 'बुनियादी बातें',
  Cryptocurrency: 'क्रिप्टोकरेंसी',
  IPO: 'आईपीओ',
  Insurance: 'बीमा',
  Investment: 'निवेश',
  'Mutual Funds': 'म्यूचुअल फंड',
  Payments: 'भुगतान',
  'Stock Market': 'शेयर बाज़ार',
  Taxation: 'टैक्स',
}

/** A word of an article's category, which administrators write in English. */
export const categoryWord = (word: string) => WORDS[word] ?? word
export const minutesToRead = (minutes: string) => `${minutes} मिनट में पढ़ें`
