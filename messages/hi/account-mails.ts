import type { Part } from '../rich.ts'

// What each mail has (api/mail/email.ts).
export const orEnterThisCode = 'या यह कोड डालें'
export const yourCode = 'आपका कोड'
export const unsubscribe = 'ये ईमेल बंद करें'
export const ifTheButtonDoesNothing = 'बटन काम न करे, तो यह पता खोलें:'

// Mails about accounts (api/auth/emails), and the pages behind their links (api/auth/signin/confirm-page.ts).
export const ifYouDidNotAsk = 'अगर यह आपने नहीं माँगा, तो इस ईमेल पर ध्यान न दें: लिंक खोले बिना कुछ नहीं होगा।'
export const worksForTenMinutes = 'लिंक और कोड एक ही बार और 10 मिनट तक चलते हैं।'
export const worksForADay = 'लिंक एक ही बार और 24 घंटे तक चलता है, कोड 10 मिनट तक।'

export const confirmYourAddress = 'अपने ईमेल पते की पुष्टि करें'
export const welcomeOneStepIsLeft = 'स्वागत है! बस एक कदम बाकी है: पुष्टि करें कि यह पता आपका है।'
export const oneStepIsLeft = 'बस एक कदम बाकी है: पुष्टि करें कि यह पता आपका है।'
export const confirmAndSignIn = 'पुष्टि करके साइन इन करें'

export const youAreInvited = 'आपके लिए न्योता'
export const youHaveBeenInvited = 'आपको जुड़ने का न्योता मिला है। न्योता स्वीकार करते ही आपका खाता तैयार हो जाएगा।'
export const acceptAndYourAccountIsReady = 'न्योता स्वीकार करते ही आपका खाता तैयार हो जाएगा।'
export const acceptTheInvitation = 'न्योता स्वीकार करें'
export const ifYouDoNotWantToJoin = 'अगर जुड़ना न हो, तो इस ईमेल पर ध्यान न दें।'

export const youAlreadyHaveAnAccount = 'आपका खाता पहले से है'
export const somebodyTriedToJoin =
  'किसी ने, शायद आपने ही, इस पते से खाता बनाने की कोशिश की। इस पते का खाता पहले से है, इसलिए कुछ नहीं बदला गया।'
export const ifItWasYouSignIn =
  'अगर कोशिश आपने की थी, तो साइन इन करें। पासवर्ड याद न हो, तो वहीं नया चुना जा सकता है।'
export const nobodyLearnedOfYourAccount =
  'अगर आपने नहीं की थी, तो कुछ नहीं करना है: किसी को पता नहीं चला कि आपका खाता है।'

export const chooseANewPassword = 'नया पासवर्ड चुनें'
export const somebodyAskedForANewPassword = 'किसी ने, उम्मीद है आपने ही, आपके खाते के लिए नया पासवर्ड माँगा है।'
export const theOldPasswordWorksUntil = 'नया पासवर्ड सहेजने तक पुराना चलता रहेगा।'

export const yourLinkToSignIn = 'साइन इन करने का लिंक'
export const hereIsYourLink = 'यह रहा आपका लिंक। पासवर्ड की ज़रूरत नहीं है।'
export const noPasswordIsNeeded = 'पासवर्ड की ज़रूरत नहीं है।'
export const signIn = 'साइन इन करें'

export const confirmTheChangeOfYourAddress = 'ईमेल पते के बदलाव की पुष्टि करें'
export const theAddressShallChange = (from: Part, to: Part) =>
  `आपके खाते का पता ${from} से बदलकर ${to} किया जाना है।`
export const onceBothHaveConfirmed = 'दोनों पतों से पुष्टि होते ही बदलाव हो जाएगा।'
export const confirmThatTheAddressShallChange = 'पुष्टि करें कि आपके खाते का पता बदला जाए।'
export const confirmTheChange = 'बदलाव की पुष्टि करें'

export const enterThisCode = 'यह कोड डालकर पुष्टि करें कि आपके खाते में बदलाव आपकी ही ओर से है।'
export const theCodeWorksOnce =
  'कोड एक ही बार और 10 मिनट तक चलता है। इस साइट से कोई भी आपसे यह कोड कभी नहीं माँगेगा।'
export const ifYouAreNotChanging =
  'अगर बदलाव आपकी ओर से नहीं है, तो आपके खाते में कोई और साइन इन है: अपना पासवर्ड बदलें।'

export const yourAccountIsClosed = 'आपका खाता बंद हो गया है'
export const yourAccountWasClosedJustNow =
  'आपका खाता अभी-अभी बंद किया गया और सभी डिवाइस साइन आउट कर दिए गए। साइट से आपका नाम हट गया है।'
export const aClosedAccountStaysClosed = 'अगर यह आपने किया है, तो और कुछ नहीं करना है। बंद खाता दोबारा नहीं खुल सकता।'
export const itWasNotMe = 'यह मैंने नहीं किया'

// Changes of the ways into an account.
export const otherDevicesWereSignedOut = 'बाकी सभी डिवाइस साइन आउट कर दिए गए हैं।'
export const passwordChanged = 'आपका पासवर्ड बदला गया'
export const thePasswordWasChanged = 'आपके खाते का पासवर्ड अभी-अभी बदला गया।'
export const addressChanged = 'आपका ईमेल पता बदला गया'
export const theAddressIsNow = (address: Part) => `आपके खाते का पता अब ${address} है।`
export const theOldMailboxGetsNoMore = 'पुराने पते पर अब हमारा कोई ईमेल नहीं आएगा।'
export const secondStepAdded = 'दो चरणों वाला साइन-इन चालू हुआ'
export const aSecondStepWasAdded = 'आपके खाते के साइन-इन में दूसरा चरण जोड़ा गया।'
export const secondStepRemoved = 'दूसरा चरण हटाया गया'
export const anAppNoLongerBelongs = 'एक ऑथेंटिकेटर ऐप अब आपके खाते से जुड़ा नहीं है।'
export const recoveryCodesMade = 'रिकवरी कोड बनाए गए'
export const yourAccountHasRecoveryCodes =
  'आपके खाते के लिए अब रिकवरी कोड हैं: हर कोड एक बार दूसरे चरण की जगह चलता है।'
export const recoveryCodesRenewed = 'नए रिकवरी कोड बनाए गए'
export const theOldCodesNoLongerWork = 'आपके खाते के लिए नए रिकवरी कोड हैं, पुराने अब नहीं चलते।'
export const recoveryCodesRemoved = 'रिकवरी कोड हटाए गए'
export const yourAccountHasNoRecoveryCodes = 'आपके खाते के लिए अब कोई रिकवरी कोड नहीं है।'
export const wasConnected = (provider: Part) => `${provider} से साइन-इन जोड़ा गया`
export const canBeSignedInToWith = (provider: Part) => `अब ${provider} से आपके खाते में साइन इन किया जा सकता है।`
export const wasDisconnected = (provider: Part) => `${provider} से साइन-इन हटाया गया`
export const canNoLongerBeSignedInToWith = (provider: Part) =>
  `अब ${provider} से आपके खाते में साइन इन नहीं किया जा सकता।`
export const eMail = 'ईमेल'
export const ifItWasYouNothingToDo = 'अगर यह आपने किया है, तो और कुछ नहीं करना है।'
export const theButtonUndoes =
  'अगर नहीं, तो इस बटन से यह और इसके बाद के सभी बदलाव वापस हो जाएँगे, और सभी डिवाइस साइन आउट हो जाएँगे। बटन 72 घंटे तक चलता है।'
export const ifYouKnowNothingOfThisAccount =
  'अगर आपको इस खाते के बारे में कुछ नहीं पता, तो हमें लिखें: किसी ने आपका पता दे दिया है।'
export const ifNotWriteAtOnce = 'अगर यह आपने किया है, तो और कुछ नहीं करना है। अगर नहीं, तो हमें तुरंत लिखें।'
export const pressTheButtonOfTheMail = 'अगर नहीं, तो उस ईमेल का बटन दबाएँ जिसमें आपका पता बदलने की सूचना थी।'

export const undoTheChange = 'खाते का बदलाव वापस लें'
export const whatUndoingDoes =
  'पासवर्ड, पते और दूसरे चरण वैसे हो जाएँगे जैसे इस बदलाव से पहले थे, बाद के बदलाव भी वापस हो जाएँगे, और सभी डिवाइस साइन आउट हो जाएँगे। इसके बाद नया पासवर्ड चुनें।'
export const itWasNotMeUndoIt = 'यह मैंने नहीं किया: बदलाव वापस लें'
export const thisLinkIsNotComplete = 'यह लिंक अधूरा है'
export const itMayHaveBeenCut =
  'हो सकता है कि रास्ते में यह दो हिस्सों में बँट गया हो। ईमेल से पूरा पता कॉपी करें। कुछ नहीं बदला गया।'
export const pleaseTryAgainLater = 'कृपया बाद में कोशिश करें'
export const manyLinksWereOpened =
  'आपके कनेक्शन से थोड़े समय में बहुत सारे लिंक खोले गए। इसे कुछ मिनट बाद फिर खोलें; यह तब भी चलेगा।'
