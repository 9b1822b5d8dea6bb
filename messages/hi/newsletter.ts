import type { Part } from '../rich.ts'

export const checkYourMail = 'अपना ईमेल देखें'
export const ifTheAddressCanGet =
  'अगर इस पते पर न्यूज़लेटर जा सकता है, तो एक ईमेल भेज दिया गया है। पुष्टि के लिए उसमें दिया लिंक खोलें; तब तक और कुछ नहीं भेजा जाएगा।'
export const newArticlesByMail = 'नए लेख ईमेल पर'
export const aMailWhenANew =
  'नया लेख आने पर एक ईमेल, और कुछ नहीं। हर ईमेल में एक लिंक होता है, जिससे एक क्लिक में न्यूज़लेटर बंद हो जाता है।'
export const eMailForTheNewsletter = 'न्यूज़लेटर के लिए ईमेल'
export const youExampleCom = 'you@example.com'
export const subscribing = 'जोड़ा जा रहा है...'
export const subscribe = 'न्यूज़लेटर पाएँ'
export const anotherAddress = 'कोई दूसरा पता डालें'
export const notSentCheckYourConnection = 'भेजा नहीं गया। अपना कनेक्शन जाँचें और फिर कोशिश करें।'
export const thatIsALotOf = (retryText: Part) => `एक साथ बहुत सारे पते हो गए। ${retryText} फिर कोशिश करें।`
export const theSiteIsUnderMaintenance = 'साइट पर रखरखाव का काम चल रहा है। कृपया थोड़ी देर बाद फिर कोशिश करें।'
