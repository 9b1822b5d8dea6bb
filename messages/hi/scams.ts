import { rich, type Tag } from '../rich.ts'

export const home = 'होम'
export const title = 'ठगी: किसे फ़ोन करें'
export const description = 'भारत में किस ठगी के लिए किसे फ़ोन करें: गया पैसा, नकली सलाहकार, लोन ऐप, संदिग्ध कॉल।'
export const firstHour = 'पैसा चला गया? पहला घंटा सबसे अहम है।'
export const callNow = (text: Tag) =>
  rich(
    'किसी भी फ़ोन से तुरंत ',
    text('1930'),
    ' पर कॉल करें, फिर ',
    text('cybercrime.gov.in'),
    ' पर शिकायत दर्ज करें। साथ रखें: UTR या लेनदेन नंबर, रकम, समय, और जिस खाते या UPI आईडी में पैसा गया। अपने बैंक को भी बताएँ, ताकि वह दूसरे बैंक से पैसा रुकवा सके।',
  )
export const notAlone = 'ठगा जाना शर्म की बात नहीं है। ठगों का यही धंधा है।'
export const whoForWhat = 'किस बात के लिए कौन मदद करता है'
export const moneyWhat = 'UPI, कार्ड, नेट बैंकिंग या वॉलेट से पैसा चला गया'
export const moneyWho = '1930, राष्ट्रीय साइबर अपराध हेल्पलाइन'
export const intermediaryWhat = 'ब्रोकर, सलाहकार, म्यूचुअल फ़ंड, सूचीबद्ध कंपनी या एक्सचेंज से शिकायत'
export const intermediaryWho = 'SEBI SCORES, फिर SMART ODR; हेल्पलाइन 1800 266 7575'
export const registeredWhat = 'कोई कहता है कि वह SEBI में पंजीकृत है'
export const registeredWho = 'पंजीकृत संस्थाओं की सूची, और UPI आईडी व बैंक खातों के लिए SEBI Check'
export const bankWhat = 'बैंक, NBFC, वॉलेट या कार्ड कंपनी 30 दिन में जवाब न दे'
export const bankWho = 'RBI लोकपाल, शिकायत प्रबंधन प्रणाली से; हेल्पलाइन 14448'
export const schemeWhat = 'कोई योजना जमा लेती है, मुनाफ़े का वादा करती है, या लोन ऐप धमकाता है'
export const schemeWho = 'RBI सचेत, और पुलिस'
export const upiWhat = 'UPI भुगतान अटक गया या ग़लत व्यक्ति को गया'
export const upiWho = 'पहले अपने बैंक का ऐप, फिर NPCI'
export const callWhat = 'संदिग्ध कॉल, SMS या WhatsApp संदेश, पर पैसा नहीं गया'
export const callWho = 'संचार साथी पर चक्षु'
export const salesWhat = 'अनचाही बिक्री कॉल'
export const salesWho = '1909, या TRAI का DND ऐप'
export const insurerWhat = 'बीमा कंपनी से शिकायत, या पॉलिसी पर बोनस बेचने वाली कॉल'
export const insurerWho = 'IRDAI का बीमा भरोसा; हेल्पलाइन 155255'
export const signs = 'ठगी कैसे पहचानें'
export const signPromise =
  'मुनाफ़े का वादा किया जाता है। बाज़ार में यह वादा कोई नहीं कर सकता; तय दर सिर्फ़ छोटी बचत योजनाओं और जमा पर होती है।'
export const signLeadsAway = 'आपको यहाँ से हटाकर WhatsApp, Telegram या फ़ोन पर ले जाया जाता है।'
export const signFee = 'पहले कुछ देना होता है: फ़ीस, टैक्स, या वापस मिलने वाली जमा।'
export const signCode =
  'OTP, PIN, कार्ड नंबर या बारह शब्द माँगे जाते हैं। कोई बैंक, ब्रोकर या सरकारी संस्था इन्हें नहीं माँगती।'
export const signInstall = 'कुछ इंस्टॉल करने या स्क्रीन साझा करने को कहा जाता है।'
export const signPolice = 'वीडियो पर पुलिस, CBI या कस्टम। भारतीय क़ानून में डिजिटल अरेस्ट जैसा कुछ नहीं है।'
export const signRecovery = 'कोई गया पैसा वापस दिलाने की बात करता है। यह उसी ठगी का दूसरा हिस्सा है।'
export const hereTitle = 'इस साइट पर'
export const here =
  'ऐसे प्रस्ताव और माँगें पोस्ट नहीं होतीं, चाहे कोई भी लिखे। ठगी की जानकारी देना, सावधान करना और उसके बारे में पूछना अच्छा है: जो हुआ उसे अपने शब्दों में लिखें, भेजने वाले का नंबर, लिंक या हैंडल छोड़कर।'
export const reported = 'कोई ठगी छूट गई दिखे? पोस्ट के नीचे के झंडे से शिकायत करें: एडमिन उसे देखेंगे।'
export const neverAsks = 'साइट चलाने वाला कोई भी आपको पहले नहीं लिखता, पासवर्ड या कोड नहीं माँगता, और पैसे नहीं लेता।'
export const whomToCall = (text: Tag) => rich('क्या पैसा चला गया? ', text('किस ठगी के लिए किसे फ़ोन करें'))
