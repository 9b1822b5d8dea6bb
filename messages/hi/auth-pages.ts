import { type Node, type Part, rich, type Tag } from '../rich.ts'

export const confirmation = 'पुष्टि'
export const yourEMailAddressIs = 'यहाँ आपके ईमेल पते की पुष्टि होती है।'
export const oneMoment = 'बस एक पल'
export const signingIn = 'साइन इन'
export const openingYourLink = 'आपका लिंक खुल रहा है'
export const thisLinkNoLongerWorks = 'यह लिंक अब काम नहीं करता'
export const thisAccountHasBeenBanned = 'यह खाता प्रतिबंधित कर दिया गया है।'
export const eachLinkWorksOnceAnd =
  'हर लिंक एक ही बार और सीमित समय तक चलता है, और सिर्फ़ सबसे नया लिंक काम करता है। अगर यह पहले इस्तेमाल हो चुका है, तो बस साइन इन करें।'
export const goToSignIn = 'साइन इन पर जाएँ'
export const oneMoreStep = 'बस एक कदम और'
export const returnToHome = 'होम पर लौटें'
export const thisAddressIsConfirmedNow =
  'इस पते की पुष्टि हो गई है। अब दूसरे पते पर भेजा गया लिंक खोलें: दोनों की पुष्टि होते ही बदलाव हो जाएगा।'
export const yourAddressIsConfirmed = 'आपके पते की पुष्टि हो गई है'
export const openTheLinkInYour = 'ईमेल में आया लिंक खोलें'
export const youAskedForTheLink =
  'यह लिंक किसी दूसरे ब्राउज़र से मँगाया गया था, इसलिए आप यहाँ अभी साइन इन नहीं हैं। आगे बढ़ने के लिए साइन इन करें।'
export const thisPageOpensFromA = 'यह पेज हमारे ईमेल में दिए लिंक से खुलता है। आपका खाता हो, तो साइन इन करें।'
export const youAreSignedIn = 'आप साइन इन हैं'
export const yourProfile = 'आपकी प्रोफ़ाइल'
export const theAddressIsConfirmed = (strong: Node) => rich('ईमेल पते ', strong, ' की पुष्टि हो गई है।')
export const continueLabel = 'आगे बढ़ें'
export const forgotPassword = 'पासवर्ड याद नहीं'
export const askForALinkTo = 'नया पासवर्ड चुनने के लिए लिंक मँगाएँ।'
export const thisButtonNoLongerWorks = 'यह बटन अब काम नहीं करता'
export const backToSignIn = 'साइन इन पर लौटें'
export const checkYourEMail = 'अपना ईमेल देखें'
export const ifHasAnAccountA = (strong: Node) =>
  rich('अगर ', strong, ' से कोई खाता बना है, तो नया पासवर्ड चुनने का लिंक उस पर भेज दिया गया है।')
export const itWorksOnceInThis = 'यह एक ही बार, इसी ब्राउज़र में और 10 मिनट तक चलेगा।'
export const theChangeIsUndone = 'बदलाव वापस ले लिया गया है'
export const forgotYourPassword = 'पासवर्ड याद नहीं?'
export const everyDeviceIsSignedOut =
  'सभी डिवाइस साइन आउट कर दिए गए हैं, और सब कुछ वैसा ही है जैसा बदलाव से पहले था। अब नया पासवर्ड चुनें: अपना ईमेल पता बताएँ, हम लिंक भेज देंगे।'
export const theButtonWorksOnceFor =
  'यह बटन एक ही बार और 72 घंटे तक चलता है, और अगर उससे पहले का कोई बदलाव वापस लिया जा चुका हो, तो नहीं चलता। खाते को दूसरों से बचाने के लिए नया पासवर्ड चुनें: अपना ईमेल पता बताएँ, हम लिंक भेज देंगे।'
export const tellUsYourAddressAnd = 'अपना ईमेल पता बताएँ, हम नया पासवर्ड चुनने का लिंक भेज देंगे।'
export const choosingANewPassword = 'पासवर्ड रीसेट'
export const sendTheLink = 'लिंक भेजें'
export const newPassword = 'नया पासवर्ड'
export const chooseANewPasswordFor = 'अपने खाते के लिए नया पासवर्ड चुनें।'
export const chooseANewPassword = 'नया पासवर्ड चुनें'
export const eachLinkWorksOnceFor =
  'हर लिंक एक ही बार और 10 मिनट तक चलता है, और सिर्फ़ सबसे नया लिंक काम करता है। नया लिंक मँगाएँ, वह पल भर में आपके इनबॉक्स में होगा।'
export const thisLinkWasAskedFor =
  'यह लिंक किसी दूसरे ब्राउज़र से मँगाया गया था और वहीं चलता है। अब यह इस्तेमाल हो चुका है, इसलिए कृपया यहाँ नया लिंक मँगाएँ।'
export const toChooseANewPassword = 'नया पासवर्ड चुनने के लिए ईमेल पर लिंक मँगाएँ और उसे इसी ब्राउज़र में खोलें।'
export const askForANewLink = 'नया लिंक मँगाएँ'
export const forEveryOtherDeviceWill = (strong: Node) =>
  rich(strong, ' के लिए। बाकी सभी डिवाइस साइन आउट हो जाएँगे।')
export const loadingTheForm = 'फ़ॉर्म लोड हो रहा है'
export const passwordChanged = 'पासवर्ड बदल गया'
export const yourNewPasswordFrom = 'अब से अपना नया पासवर्ड इस्तेमाल करें।'
export const signIn = 'साइन इन करें'
export const signInToStartDiscussions = 'साइन इन करें: चर्चा शुरू करें, जवाब दें, अपवोट करें और अपनी प्रोफ़ाइल बनाएँ।'
export const goodToSeeYouBack = (name: Part) => `${name} पर फिर से स्वागत है।`
export const youWillComeBackTo = 'साइन इन करने पर वही पेज फिर खुलेगा।'
export const newHereLinkCreateAn = (link: Tag) => rich('खाता नहीं है? ', link('खाता बनाएँ'))
export const newAccountsCannotBeMade = 'अभी नए खाते नहीं बनाए जा सकते।'
export const sendALinkToSign = 'साइन इन का लिंक भेजें'
export const myPasswordInstead = 'पासवर्ड से साइन इन करें'
export const eMailMeALink = 'ईमेल पर लिंक मँगाएँ'
export const welcomeBack = 'फिर से स्वागत है!'
export const youHaveBeenSignedIn = 'साइन इन हो गया है।'
export const ifHasAnAccountA2 = (strong: Node) =>
  rich('अगर ', strong, ' से कोई खाता बना है, तो साइन इन का लिंक उस पर भेज दिया गया है।')
export const signUp = 'खाता बनाएँ'
export const joinTheCommunityAskAnswer = 'समुदाय से जुड़ें: पूरे भारत के निवेशकों और ट्रेडरों के साथ पूछें, जवाब दें और सीखें।'
export const join = (name: Part) => `${name} से जुड़ें`
export const alreadyAMemberLinkSign = (link: Tag) => rich('पहले से सदस्य हैं? ', link('साइन इन करें'))
export const joining = 'सदस्यता'
export const signUpIsClosed = 'नए खाते अभी बंद हैं'
export const everythingHereCanBeRead =
  'यहाँ सब कुछ बिना खाते के पढ़ा जा सकता है। हिस्सा लेना चाहें, तो कुछ समय बाद फिर आएँ।'
export const browseTheForums = 'फ़ोरम देखें'
export const accountCreated = 'खाता बन गया!'
export const yourAddressIsConfirmedWelcome = 'आपके पते की पुष्टि हो गई है। स्वागत है!'
export const weSentALinkTo = (strong: Node) =>
  rich('हमने ', strong, ' पर एक लिंक भेजा है। खाता चालू करने के लिए उसे 24 घंटे के भीतर खोलें।')
export const askAnswerAndLearnTogether = 'साथ पूछें, बताएँ और सीखें। जुड़ना मुफ़्त है।'
