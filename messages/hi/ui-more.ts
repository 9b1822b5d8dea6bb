import { type Node, type Part, rich } from '../rich.ts'

export const yourDraftFromIsBack = (timeAgo: Node) => rich('आपका ', timeAgo, ' का ड्राफ़्ट लौट आया है।')
export const discardIt = 'इसे हटाएँ'
export const cancel = 'रद्द करें'
export const thisWasChangedWhileYou = 'आपके लिखने के दौरान यह बदल दिया गया'
export const whatYouTypedIsStill = 'आपका लिखा अब भी फ़ॉर्म में है। अभी सहेजा हुआ रूप यह है:'
export const theSavedVersion = 'सहेजा हुआ रूप रखें'
export const saveMineInstead = 'मेरा लिखा सहेजें'
export const whatYouTypedIsNot = 'आपका लिखा अभी सहेजा नहीं गया है।'
export const discard = 'छोड़ दें'
export const keepWriting = 'लिखना जारी रखें'
export const picture = 'तस्वीर'
export const close = 'बंद करें'
export const openTheFile = 'फ़ाइल खोलें'
export const previousPicture = 'पिछली तस्वीर'
export const nextPicture = 'अगली तस्वीर'
export const picture2 = 'तस्वीर '
export const waiting = ' बाकी'
export const sort = 'क्रम'
export const sortBy = 'क्रम चुनें…'
export const selectAll = (length: Part) => `सभी ${length} चुनें`
export const select = (nameOf: Part) => `${nameOf} चुनें`
export const selected = (size: Part) => `चयन: ${size}`
export const clear = 'चयन हटाएँ'
export const saving = 'सहेजा जा रहा है...'
export const thisPageIsInEnglish = 'यह पेज अभी अंग्रेज़ी में है।'
export const row = 'पंक्ति'
export const rows = 'पंक्तियाँ'
export const all = 'सभी'
export const ascending = 'बढ़ता क्रम'
export const descending = 'घटता क्रम'
/** Of the region with messages at the bottom of a page. */
export const messagesOfTheSite = 'साइट के संदेश'
