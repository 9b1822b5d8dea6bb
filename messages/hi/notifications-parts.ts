export const notSaved = 'सहेजा नहीं गया'
export const thereWasAnErrorPlease = 'कुछ गड़बड़ी हुई। फिर कोशिश करें।'
