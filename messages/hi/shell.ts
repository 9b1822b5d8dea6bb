import { type Node, type Part, rich, type Tag } from '../rich.ts'

export const home = 'होम'
export const forums = 'फ़ोरम'
export const newLabel = 'नई चर्चा'
export const chat = 'चैट'
export const me = 'आप'
export const shortcuts = 'शॉर्टकट'
export const noConnection = 'कनेक्शन नहीं है'
export const theSiteCannotBeReached = 'साइट नहीं खुल पा रही'
export const checkYourConnectionAndTry =
  'अपना कनेक्शन जाँचें और फिर कोशिश करें। ड्राफ़्ट इस ब्राउज़र में सुरक्षित हैं, और आपकी कोई पोस्ट खोई नहीं है।'
export const tryAgain = 'फिर कोशिश करें'
export const allDiscussionsAreForEducational = 'यहाँ की सभी चर्चाएँ सिर्फ़ जानकारी के लिए हैं, वित्तीय सलाह नहीं।'
export const allRightsReserved = (firstYear: Part, yearInIndia: Part, legalEntity: Part) =>
  `© ${firstYear}–${yearInIndia} ${legalEntity}। सर्वाधिकार सुरक्षित।`
export const pressKeyForTheKeys = (key: Tag) => rich('कीबोर्ड शॉर्टकट के लिए ', key('?'), ' दबाएँ')
export const skipToContent = 'सीधे मुख्य सामग्री पर जाएँ'
export const youAreOfflineThisPage =
  'आप ऑफ़लाइन हैं। यह पेज पढ़ने के लिए खुला रहेगा; बाकी पेज कनेक्शन लौटने पर खुलेंगे। आपका लिखा सुरक्षित है।'
export const search = 'खोजें'
export const main = 'मुख्य मेनू'
export const theMenuCouldNotBe = 'मेनू लोड नहीं हो सका'
export const checkYourConnectionAndTry2 = 'अपना कनेक्शन जाँचें और फिर कोशिश करें।'
export const profile = 'प्रोफ़ाइल'
export const yourMenu = 'आपका मेनू'
export const admin = 'एडमिन'
export const switchToLight = 'लाइट मोड चालू करें'
export const switchToDark = 'डार्क मोड चालू करें'
export const menu = 'मेनू'
export const unread = 'बिना पढ़ी चर्चाएँ'
export const bookmarks = 'बुकमार्क'
export const settings = 'सेटिंग'
export const signOut = 'साइन आउट करें'
export const notice = 'ध्यान दें'
export const forEducationOnlyNotFinancial = (link: Node) => rich('सिर्फ़ जानकारी के लिए, वित्तीय सलाह नहीं।', link)
export const hideThisNoticeFor30 = 'यह संदेश 30 दिन के लिए छिपाएँ'
export const readTheDisclaimer = 'अस्वीकरण पढ़ें'
export const disclaimer = 'अस्वीकरण'
/** In a copy of the service worker, which puts the time for the sign. */
export const thisIsTheDiscussionAsYou = 'यह चर्चा वैसी है, जैसी आपने पिछली बार पढ़ी थी (%s)।'
