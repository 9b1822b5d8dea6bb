import type { Part } from '../rich.ts'

export const forums = 'फ़ोरम'
export const discussionsOn = (name: Part) => `${name} पर चर्चाएँ`
export const home = 'होम'
export const everySubjectOfTheForum =
  'फ़ोरम के सभी विषय: भारत में आईपीओ, शेयर बाज़ार, क्रिप्टोकरेंसी, टैक्स, बीमा, म्यूचुअल फंड और भुगतान।'
export const pickASubjectEverybodyMay = 'कोई विषय चुनें। पढ़ना सबके लिए खुला है, लिखना सदस्यों के लिए।'
export const latestDiscussions = 'ताज़ा चर्चाएँ'
export const newDiscussion = 'नई चर्चा'
export const errorLoadingForums = (error: Part) => `फ़ोरम लोड नहीं हो सके: ${error}`
export const categoriesAppearHereOnceAn = 'एडमिन के बनाते ही श्रेणियाँ यहाँ दिखेंगी।'
export const noCategoriesYet = 'अभी कोई श्रेणी नहीं है'
export const startANewDiscussion = 'नई चर्चा शुरू करें'
export const askAQuestionOrShare = 'भारत में निवेश, टैक्स, बीमा और भुगतान के बारे में सवाल पूछें या अपनी जानकारी साझा करें।'
export const newDiscussion2 = 'नई चर्चा'
export const startingADiscussion = 'चर्चा की शुरुआत'
export const loadingTheForm = 'फ़ॉर्म लोड हो रहा है...'
