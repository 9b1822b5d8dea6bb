/** The sentences that the database and the API answer with, by the sentence: English is what they answer in. */
export const refusals: Readonly<Record<string, string>> = {}
