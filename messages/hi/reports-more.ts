import { type Node, type Part, rich, type Tag } from '../rich.ts'

export const report = 'शिकायत करें'
export const report2 = (value: Part) => `शिकायत करें: ${value}`
export const yourReportsCouldNotBe = 'आपकी शिकायतें लोड नहीं हो पाईं।'
export const loadingYourReports = 'आपकी शिकायतें लोड हो रही हैं...'
export const somethingAgainstTheRulesThe =
  'कुछ नियमों के खिलाफ दिखा? चर्चा, जवाब या संदेश के नीचे बने झंडे से एडमिन को बताएँ।'
export const noReports = 'कोई शिकायत नहीं'
export const readTheGuidelines = 'समुदाय के नियम पढ़ें'
export const pagesOfReports = 'शिकायतों के पेज'
export const noLongerVisible = ' · अब उपलब्ध नहीं'
export const actionWasTaken = 'कार्रवाई की गई।'
export const nothingWasAgainstTheRules = 'नियमों के खिलाफ कुछ नहीं मिला।'
export const reportThis = (kind: Part) => `इस ${kind} की शिकायत करें`
export const yourEarlierReportsCouldNot = 'आपकी पिछली शिकायतें देखी नहीं जा सकीं।'
export const youReportedThisOn = (created_at: Node, value: Node) =>
  rich('आपने इसकी शिकायत ', created_at, ' को की थी। ', value)
export const allYourReports = 'आपकी सभी शिकायतें'
export const close = 'बंद करें'
export const reportSent = 'शिकायत भेजी गई'
export const thankYouAnAdministratorWill = 'धन्यवाद। कोई एडमिन इसे देखेगा।'
export const yourReportGoesToThe =
  'आपकी शिकायत बिना नाम के एडमिन तक पहुँचती है। सदस्य अपनी शिकायत का नतीजा देख सकते हैं।'
export const onlyTheAdministratorsSeeWho = (link: Tag) =>
  rich('किसने क्या शिकायत की, यह सिर्फ़ एडमिन देखते हैं। नतीजा ', link('आपकी शिकायतें'), ' में मिलेगा।')
export const whatIsWrongWithIt = 'इसमें क्या गलत है?'
export const inYourWords = 'अपने शब्दों में'
export const inYourWordsOptional = 'अपने शब्दों में (ज़रूरी नहीं)'
export const sendReport = 'शिकायत भेजें'
export const notSentThePostIs = 'शिकायत नहीं गई: पोस्ट अब नहीं है, या आपके खाते से अभी सिर्फ़ पढ़ा जा सकता है।'
export const notSentPleaseTryAgain = 'शिकायत नहीं गई। कृपया फिर कोशिश करें; आपका लिखा हुआ यहीं है।'
export const spamOrScam = 'स्पैम या ठगी'
export const guaranteedReturnsOrTipSelling = 'पक्के रिटर्न या टिप की बिक्री'
export const abuse = 'अपशब्द या बदसलूकी'
export const offTopic = 'विषय से हटकर'
export const somethingElse = 'कुछ और'
export const replyIn = (label: Part) => `“${label}” में जवाब`
export const chatMessageBy = (label: Part) => `${label} का चैट संदेश`
export const sending = 'भेजा जा रहा है...'
export const anAdministratorWillLook = 'कोई एडमिन इसे देखेगा।'
export const member = (label: Part) => `सदस्य ${label}`
export const thisOne = (kind: Part) => `यह ${kind}`
export const discussion = 'चर्चा'
export const reply = 'जवाब'
export const message = 'संदेश'
export const memberKind = 'सदस्य'
export const stateOpen = 'खुली'
export const stateResolved = 'कार्रवाई हुई'
export const stateDismissed = 'खारिज'
export const sentenceOf = (state: Part) => `${state}।`
