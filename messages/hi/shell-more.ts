import type { Part } from '../rich.ts'

export const somethingWentWrong = 'कुछ गड़बड़ हो गई'
export const ifYouWriteToUs = (requestId: Part) => ` इस बारे में हमें लिखें, तो कोड ${requestId} ज़रूर बताएँ।`
export const theFaultIsOnOur = (value: Part) =>
  `गड़बड़ी हमारी ओर से है; आपका लिखा सुरक्षित है। थोड़ी देर में फिर कोशिश करें।${value}`
export const returnToHome = 'होम पर लौटें'
export const tooManyPagesAtOnce = 'एक साथ बहुत सारे पेज'
export const aShortPausePlease = 'ज़रा ठहरें'
export const manyPagesWereAskedFor =
  'आपके कनेक्शन से कम समय में बहुत सारे पेज खोले गए। हो सकता है यही कनेक्शन दूसरे लोग भी इस्तेमाल करते हों, इसलिए ज़रूरी नहीं कि वजह आप ही हों। कुछ सेकंड बाद फिर कोशिश करें।'
export const oneMoment = 'बस एक पल'
export const thePageOpensByItself = 'पेज कुछ सेकंड में अपने आप खुल जाएगा।'
export const underMaintenance = 'रखरखाव जारी है'
export const weAreBackSoon = 'हम जल्द लौटेंगे'
export const theSiteIsUnderMaintenance = 'साइट पर रखरखाव का काम चल रहा है।'
export const pageNotFound = 'पेज नहीं मिला'
export const oopsPageNotFound = 'अरे! यह पेज नहीं मिला'
export const theAddressMayBeMistyped = 'शायद पता गलत टाइप हुआ है, या पेज हटा दिया गया है या कहीं और चला गया है।'
export const browseTheForums = 'फ़ोरम देखें'
export const signUp = 'खाता बनाएँ'
export const joiningIsFreeAndReading = 'खाता बनाना मुफ़्त है, और पढ़ने के लिए खाता ज़रूरी नहीं:'
export const newAccountsCannotBeMade = 'फ़िलहाल नए खाते नहीं बनाए जा सकते। पढ़ने के लिए खाता ज़रूरी नहीं:'
export const browseTheForums2 = 'फ़ोरम देखें'
export const yourMenu = 'आपका मेनू'
export const yourProfile = 'आपकी प्रोफ़ाइल'
export const getStartedOf3 = (done: Part) => `शुरुआत करें (3 में से ${done})`
export const dashboard = 'डैशबोर्ड'
export const bookmarks = 'बुकमार्क'
export const drafts = 'ड्राफ़्ट'
export const settings = 'सेटिंग'
export const theme = 'थीम'
export const signOut = 'साइन आउट करें'
export const signedOut = 'साइन आउट हो गया है'
export const yourSessionHasEndedSign =
  'आपके साइन-इन की अवधि खत्म हो गई है। चर्चा में हिस्सा लेने के लिए फिर साइन इन करें।'
