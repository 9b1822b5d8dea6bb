import { type Node, type Part, rich } from '../rich.ts'

export const yourMessageCouldNotBe =
  'आपका संदेश भेजा नहीं जा सका। अपना कनेक्शन जाँचें और फिर कोशिश करें; आपका लिखा हुआ यहीं है।'
export const atMost5MessagesAn = (retryText: Part) =>
  `एक जगह से एक घंटे में ज़्यादा से ज़्यादा 5 संदेश भेजे जा सकते हैं। अगला संदेश ${retryText} भेजें; आपका लिखा हुआ यहीं है।`
export const contact = 'संपर्क'
export const name = 'नाम'
export const eMail = 'ईमेल'
export const subject = 'विषय'
export const chooseASubject = 'विषय चुनें'
export const message = 'संदेश'
export const upToCharactersPleaseSend = (max: Part) => `${max} अक्षर तक। कृपया पासवर्ड, पैन या खाता नंबर न भेजें।`
export const sendMessage = 'संदेश भेजें'
export const sending = 'भेजा जा रहा है...'
export const messageSent = 'संदेश भेजा गया'
export const thankYouWeAnswerTo = (within: Node, strong: Node, except: Node) =>
  rich(
    'धन्यवाद। हम ',
    within,
    ' ',
    strong,
    ' पर जवाब देते हैं।',
    except,
    ' संदेश मिलने की पुष्टि का ईमेल वहाँ भेजा जा रहा है।',
  )
export const writeAnotherMessage = 'एक और संदेश लिखें'
