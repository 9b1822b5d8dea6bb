import { type Node, type Part, rich } from '../rich.ts'

export const notSaved = 'सहेजा नहीं गया'
export const thereWasAnErrorSaving = 'आपका चुना विकल्प सहेजा नहीं जा सका। फिर कोशिश करें।'
export const thatDidNotWork = 'यह नहीं हो सका'
export const checkYourConnectionAndTry = 'अपना कनेक्शन जाँचें और फिर कोशिश करें।'
export const done = 'हो गया'
export const itCouldNotBeShown = 'लेकिन नतीजा यहाँ नहीं दिखाया जा सका। देखने के लिए पेज फिर से लोड करें।'
/** What failed is told in English alone, in the words of the code. */
export const failedTo = (_what: Part, value: Part) => `काम नहीं हुआ: ${value}`
export const undo = 'वापस लें'
export const savedJustNow = 'अभी-अभी सहेजा गया'
export const savedSAgo = (seconds: Part) => `${seconds} सेकंड पहले सहेजा गया`
export const savedSAgo2 = (value: Part) => `${value} सेकंड पहले सहेजा गया`
export const savedMinAgo = (floor: Part) => `${floor} मिनट पहले सहेजा गया`
export const youHaveUnsavedChangesFrom = (timeAgo: Node) => rich('आपके ', timeAgo, ' के बदलाव सहेजे नहीं गए हैं।')
export const continueLabel = 'जारी रखें'
export const discard = 'छोड़ दें'
export const chooseAJPEGPNGWebP = 'JPEG, PNG, WebP या GIF तस्वीर चुनें।'
export const thePictureIsLargerThan = (round: Part) => `तस्वीर ${round} MB से बड़ी है।`
export const thisFileIsNotA = 'यह फ़ाइल तस्वीर के रूप में नहीं खुल सकी।'
export const thatIsALotOf = (retryText: Part) => `बहुत सारी तस्वीरें हो गईं। ${retryText} फिर कोशिश करें।`
export const yourAccountMayNotAdd = 'आपके खाते से तस्वीरें नहीं जोड़ी जा सकतीं।'
export const thePictureCouldNotBe = 'तस्वीर अपलोड नहीं हो सकी। अपना कनेक्शन जाँचें और फिर कोशिश करें।'
export const noAnswer = 'कोई जवाब नहीं मिला'
export const deleting = 'हटाया जा रहा है...'
export const error = 'गड़बड़ी हुई'
