import { type Node, type Part, rich, type Tag } from '../rich.ts'

export const theServerCouldNotBe =
  'सर्वर से संपर्क नहीं हो पाया। अपना कनेक्शन जाँचें और फिर कोशिश करें; आपका लिखा हुआ यहीं है।'
export const theFaultIsOnOur = 'गड़बड़ी हमारी तरफ़ से है। थोड़ी देर में फिर कोशिश करें; आपका लिखा हुआ यहीं है।'
export const tooManyAttemptsPleaseTry = (when: Part) => `बहुत ज़्यादा कोशिशें हो चुकी हैं। कृपया ${when} फिर कोशिश करें।`
export const nothingWasChangedThisNeeds = 'कुछ नहीं बदला गया: पहले यह पुष्टि चाहिए कि यह आप ही हैं।'
export const thatDidNotWork = 'यह नहीं हो पाया'
export const thisSignInWasLeft =
  'यह साइन-इन बहुत देर अधूरा रहा, या किसी दूसरे ब्राउज़र में शुरू हुआ था। कृपया फिर कोशिश करें।'
export const theOtherSiteDidNot = 'दूसरी साइट ने अनुमति नहीं दी। कृपया फिर कोशिश करें, या यहीं साइन इन करें।'
export const yourAddressHasAnAccount = 'आपके ईमेल पते से यहाँ पहले से एक खाता है। कृपया उसके पासवर्ड से साइन इन करें।'
export const pleaseVerifyYourEMail = 'कृपया पहले दूसरी साइट पर अपना ईमेल पता सत्यापित करें।'
export const thatAccountIsConnectedAlready = 'वह खाता पहले से जुड़ा है, यहीं या किसी दूसरे सदस्य से।'
export const thisAccountIsBanned = 'यह खाता प्रतिबंधित है।'
export const signingInDidNotWork = 'साइन इन नहीं हो पाया। कृपया फिर कोशिश करें।'
export const sentAgain = 'फिर भेजा गया'
export const anotherMailIsOnIts = (email: Part) => `${email} पर एक और ईमेल भेजा गया है।`
export const notSent = 'भेजा नहीं गया'
export const codeFromTheEMail = 'ईमेल में मिला कोड'
export const ifYouReadYourE = 'ईमेल किसी दूसरे डिवाइस पर आता हो, तो उसमें मिला कोड यहाँ लिखें।'
export const checking = 'जाँच हो रही है...'
export const theCode = 'कोड से आगे बढ़ें'
export const nothingThereCheckYourSpam = 'ईमेल नहीं मिला? अपना स्पैम फ़ोल्डर देखें।'
export const sending = 'भेजा जा रहा है...'
export const sendItAgain = 'फिर भेजें'
export const keepItUnderDeletedMember = 'रहने दें, ‘हटाया गया सदस्य’ नाम से'
export const deleteWhatIWroteToo = 'मेरा लिखा हुआ भी हटाएँ'
export const signOutAndInAgain = 'साइन आउट करके दूसरे चरण के साथ फिर साइन इन करें, उसके बाद खाता बंद करें।'
export const yourAccountHasNoPassword = 'आपके खाते का कोई पासवर्ड नहीं है। नीचे कोड मँगाएँ।'
export const pleaseEnterTheCode = 'कृपया कोड डालें।'
export const pleaseEnterYourPassword = 'कृपया अपना पासवर्ड डालें।'
export const accountClosed = 'खाता बंद हो गया'
export const yourNameIsGoneFrom = 'आपका नाम साइट से हट गया है। अब तक के साथ के लिए धन्यवाद।'
export const closingIsForGoodYour =
  'खाता हमेशा के लिए बंद होता है। आपका नाम, तस्वीर और प्रोफ़ाइल हर जगह से तुरंत हट जाते हैं; आपके चैट संदेश, बुकमार्क, फ़ॉलो, सूचनाएँ और न्यूज़लेटर भी। इसके बाद इस खाते में कोई साइन इन नहीं कर सकता।'
export const whatOthersWroteStaysAlso =
  'दूसरों का लिखा हुआ बना रहता है, आपकी चर्चाओं में भी। खाता बनाते समय दी गई आपकी जानकारी कानून के मुताबिक 180 दिन अलग रखी जाती है, फिर मिटा दी जाती है। आपके जो शब्द दूसरों ने उद्धृत किए हैं, वे उनकी पोस्ट में रहते हैं।'
export const closeAccount = 'खाता बंद करें'
export const whatYouWrote = 'आपका लिखा हुआ'
export const yourDiscussionsAndRepliesStay = 'आपकी चर्चाएँ और जवाब बने रहेंगे, पर आपके नाम के बिना।'
export const yourRepliesAndDiscussionsAre =
  'आपके जवाब और चर्चाएँ एक दिन के भीतर हटा दिए जाएँगे। जिस चर्चा में दूसरों के जवाब हैं, उसका शीर्षक उनके जवाबों के साथ रहेगा: उसमें आपका नाम हो, तो पहले उसे बदल लें। दूसरों की विकी में आपके बदलाव आपके नाम के बिना बने रहेंगे।'
export const codeFromTheMail = 'ईमेल में मिला कोड'
export const itWentTo = (email: Part) => `कोड ${email} पर भेजा गया है।`
export const yourPassword = 'आपका पासवर्ड'
export const closing = 'बंद किया जा रहा है...'
export const closeAccountForGood = 'खाता हमेशा के लिए बंद करें'
export const cancel = 'रद्द करें'
export const iHaveNoPasswordMail = 'मेरा पासवर्ड नहीं है: ईमेल पर कोड भेजें'
export const closeAccount2 = 'खाता बंद करें…'
export const eMail = 'ईमेल'
export const atLeastCharactersAFew = (minCodePoints: Part) =>
  `कम से कम ${minCodePoints} अक्षर। कुछ शब्द मिलाकर बना पासवर्ड सबसे अच्छा है।`
export const signInAgain = 'फिर से साइन इन करें।'
export const newPassword = 'नया पासवर्ड'
export const confirmNewPassword = 'नया पासवर्ड दोबारा लिखें'
export const saving = 'सहेजा जा रहा है...'
export const saveNewPassword = 'नया पासवर्ड सहेजें'
export const yourUpvoteIsCastAs = 'साइन इन करते ही आपका अपवोट दर्ज हो जाएगा।'
export const theEditorForYourReply = 'साइन इन करते ही जवाब लिखने की जगह खुल जाएगी।'
export const yourBookmarkIsKeptAs = 'साइन इन करते ही आपका बुकमार्क सहेज लिया जाएगा।'
export const youFollowThisMemberAs = 'साइन इन करते ही इस सदस्य को फ़ॉलो कर लिया जाएगा।'
export const youCanReportThePost = 'साइन इन करते ही इस पोस्ट की शिकायत की जा सकेगी।'
export const google = 'Google'
export const gitHub = 'GitHub'
export const or = 'या'
export const continueWith = (part: Tag, label: Part) => rich(label, part(' से जारी रखें'))
export const notSetUpOnThis = 'इस साइट पर उपलब्ध नहीं'
export const signInFailed = 'साइन इन नहीं हो पाया'
export const thisPasswordIsNotRight = 'यह पासवर्ड सही नहीं है।'
export const thisCodeIsNotRight = 'यह कोड सही नहीं है, या पहले इस्तेमाल हो चुका है।'
export const thisCodeIsNotRight2 = 'यह कोड सही नहीं है, या पुराना हो चुका है।'
export const thisCouldNotBeChecked = 'पुष्टि नहीं हो पाई। अपना कनेक्शन जाँचें और फिर कोशिश करें।'
export const pleaseConfirmThatItIs = 'कृपया पुष्टि करें कि यह आप ही हैं'
export const youSignedInAWhile =
  'आपको साइन इन किए कुछ समय हो चुका है। इस बदलाव से तय होता है कि खाते में कौन साइन इन कर सकता है, इसलिए पहले पुष्टि ज़रूरी है।'
export const code = 'कोड'
export const sixDigitsOfYourAuthenticator = 'ऑथेंटिकेटर ऐप के छह अंक, या कोई रिकवरी कोड।'
export const mailMeACodeInstead = 'ईमेल पर कोड मँगाएँ'
export const continueLabel = 'आगे बढ़ें'
export const thisCodeIsNotRight3 = 'यह कोड सही नहीं है, या पहले इस्तेमाल हो चुका है। अगले कोड का इंतज़ार करें।'
export const thisCodeIsNotOne = 'यह आपका रिकवरी कोड नहीं है, या पहले इस्तेमाल हो चुका है।'
export const welcomeBack = 'फिर से स्वागत है!'
export const youHaveBeenSignedIn = 'साइन इन हो गया है।'
export const secondStep = 'दूसरा चरण'
export const enterOneOfYourRecovery = 'अपना कोई एक रिकवरी कोड डालें।'
export const enterTheCodeThatYour = 'ऑथेंटिकेटर ऐप में दिख रहा कोड डालें।'
export const cancelAndSignOut = 'रद्द करके साइन आउट करें'
export const recoveryCode = 'रिकवरी कोड'
export const sixDigits = 'छह अंक'
export const eachCodeWorksOnce = 'हर कोड एक ही बार चलता है।'
export const aNewOneComesEvery = 'हर 30 सेकंड में नया कोड आता है।'
export const theAuthenticatorAppInstead = 'ऑथेंटिकेटर ऐप का कोड डालें'
export const aRecoveryCodeInstead = 'रिकवरी कोड डालें'
export const passwordChanged = 'पासवर्ड बदल गया'
export const yourOtherDevicesHaveBeen = 'आपके बाकी डिवाइस साइन आउट कर दिए गए हैं।'
export const currentPassword = 'मौजूदा पासवर्ड'
export const changing = 'बदला जा रहा है...'
export const changePassword = 'पासवर्ड बदलें'
export const checkYourEMail = 'अपना ईमेल देखें'
export const openTheLinkThatWent = (new_email: Part) => `${new_email} पर भेजा गया लिंक खोलें।`
export const eMailAddressChanged = 'ईमेल पता बदल गया'
export const fromNowOnYouSign = (value: Part) => `अब से ${value} से साइन इन करें।`
export const now = 'मौजूदा पता:'
export const newEMailAddress = 'नया ईमेल पता'
export const passwordForTheNewAddress = 'पता बदलने के लिए पासवर्ड'
export const changeAddress = 'पता बदलें'
export const password = 'पासवर्ड'
export const changingItSignsYourOther = 'इसे बदलने पर आपके बाकी डिवाइस साइन आउट हो जाते हैं।'
export const eMailAddress = 'ईमेल पता'
export const youSignInWithIt = 'साइन इन इसी से होता है, और ईमेल यहीं आते हैं। यह और किसी को नहीं दिखता।'
export const waysToSignIn = 'साइन इन के तरीके'
export const whatOpensYourAccount = 'आपका खाता इनसे खुलता है।'
export const twoStepSignIn = 'दो चरणों वाला साइन-इन'
export const aSecondProofBesidesYour = 'पासवर्ड के अलावा एक और पुष्टि।'
export const whereYouAreSignedIn = 'आप कहाँ-कहाँ साइन इन हैं'
export const endSessionsThatYouDo = 'जो डिवाइस आपका न लगे, उसे साइन आउट करें और फिर अपना पासवर्ड बदलें।'
export const notEnded = 'साइन आउट नहीं हो पाया'
export const yourDevicesCouldNotBe = 'आपके डिवाइस लोड नहीं हो पाए।'
export const loadingYourDevices = 'आपके डिवाइस लोड हो रहे हैं...'
export const thisDevice = 'यह डिवाइस'
export const end = 'साइन आउट करें'
export const end2 = (deviceName: Part) => `साइन आउट करें: ${deviceName}`
export const ending = 'साइन आउट हो रहा है...'
export const endAllOthers = 'बाकी सब साइन आउट करें'
export const samsungInternet = 'Samsung Internet'
export const unknownDevice = 'अनजान डिवाइस'
export const yourWaysToSignIn = 'साइन इन के तरीके लोड नहीं हो पाए।'
export const loadingYourWaysToSign = 'साइन इन के तरीके लोड हो रहे हैं...'
export const yourOnlyWayToSign = 'साइन इन का आपका एकमात्र तरीका'
export const connectedAs = (address: Part) => `${address} से जुड़ा है`
export const connected = 'जुड़ा है'
export const notConnected = 'जुड़ा नहीं है'
export const connect = 'जोड़ें'
export const connect2 = (label: Part) => `${label} जोड़ें`
export const disconnect = 'हटाएँ'
export const disconnect2 = (label: Part) => `${label} हटाएँ`
export const disconnect3 = (label: Part) => `${label} हटाएँ?`
export const youCanThenNoLonger = (label: Part) =>
  `इसके बाद यहाँ ${label} से साइन इन नहीं हो सकेगा। आपका खाता और आपका लिखा हुआ वैसे ही रहेंगे।`
export const disconnected = (label: Part) => `${label} हट गया`
export const thisCouldNotBeLoaded = 'यह लोड नहीं हो पाया।'
export const loadingTwoStepSignIn = 'दो चरणों वाला साइन-इन लोड हो रहा है...'
export const twoStepSignInIs = 'दो चरणों वाला साइन-इन चालू है'
export const keepTheRecoveryCodesIn = 'रिकवरी कोड किसी सुरक्षित जगह रखें।'
export const offWithItOnSigning =
  'बंद है। चालू करने पर साइन इन के समय आपके फ़ोन के ऐप का कोड भी माँगा जाता है, ताकि सिर्फ़ चुराए हुए पासवर्ड से खाता न खुले।'
export const preparing = 'तैयारी हो रही है...'
export const switchOn = 'चालू करें'
export const onLeft = (remaining: Part) => `चालू है। ${remaining} रिकवरी कोड बाकी।`
export const makeNewOnesWithoutThem = ' नए कोड बनाएँ: इनके बिना फ़ोन खो जाने पर खाता नहीं खुलेगा।'
export const making = 'बनाए जा रहे हैं...'
export const newRecoveryCodes = 'नए रिकवरी कोड बनाएँ'
export const switchOff = 'बंद करें'
export const twoStepSignInIs2 = 'दो चरणों वाला साइन-इन बंद है'
export const yourPasswordAloneSignsYou = 'अब सिर्फ़ आपके पासवर्ड से साइन इन होगा।'
export const thisCodeIsNotRight4 = 'यह कोड सही नहीं है। क्या आपके फ़ोन का समय अपने-आप सेट होता है?'
export const scanThisWithAnAuthenticator = 'इसे किसी ऑथेंटिकेटर ऐप से स्कैन करें, फिर ऐप में दिख रहा कोड डालें।'
export const qrCodeOfTheKey = 'नीचे दी गई कुंजी का QR कोड'
export const noCameraTypeThisKey = 'कैमरा नहीं है? यह कुंजी ऐप में लिखें:'
export const recoveryCodesCopied = 'रिकवरी कोड कॉपी हो गए'
export const notCopied = 'कॉपी नहीं हुआ'
export const yourBrowserDoesNotAllow = 'आपका ब्राउज़र यहाँ इसकी अनुमति नहीं देता।'
export const eachOfTheseSignsYou =
  'फ़ोन खो जाने पर इनमें से हर कोड से एक बार साइन इन हो सकता है। ये सिर्फ़ अभी दिखाए जा रहे हैं: इन्हें प्रिंट कर लें, या पासवर्ड मैनेजर में रखें।'
export const copy = 'कॉपी करें'
export const iHaveKeptThem = 'मैंने ये सहेज लिए हैं'
export const notSwitchedOffCheckYour = 'बंद नहीं हो पाया। अपना कनेक्शन जाँचें और फिर कोशिश करें।'
export const switchOffTwoStepSign = 'दो चरणों वाला साइन-इन बंद करें?'
export const yourPasswordAloneWillSign = 'इसके बाद सिर्फ़ आपके पासवर्ड से साइन इन होगा, और रिकवरी कोड काम नहीं करेंगे।'
export const switchingOff = 'बंद किया जा रहा है...'
export const forgotYourPassword = 'पासवर्ड याद नहीं?'
export const signingIn = 'साइन इन हो रहा है...'
export const signIn = 'साइन इन करें'
export const yourAccountIsSuspended = (value: Node) => rich('आपका खाता', value, ' निलंबित है।')
export const reason = (reason: Part) => `कारण: ${reason}`
export const youCanGoOnReading = (value: Node) => rich(value, ' बिना साइन इन किए भी यहाँ सब कुछ पढ़ा जा सकता है।')
export const ifYouThinkThatThis = (link: Tag) =>
  rich('अगर आपको यह गलत लगता है, तो ', link('शिकायत अधिकारी को लिखें'), ': कोई दूसरा व्यक्ति इसे फिर से देखेगा।')
export const registrationFailed = 'खाता नहीं बन पाया'
export const accountCreated = 'खाता बन गया!'
export const welcomeToYouCanNow = (name: Part) => `${name} में आपका स्वागत है! अब चर्चाओं में हिस्सा लें।`
export const username = 'यूज़रनेम'
export const toLettersNumbers = (min: Part, max: Part) => `${min} से ${max} अक्षर, अंक, _ . -`
export const neverShownToOtherMembers = 'दूसरे सदस्यों को कभी नहीं दिखाया जाता।'
export const confirmPassword = 'पासवर्ड दोबारा लिखें'
export const termsOfUsePartOpens = (part: Tag) => rich('उपयोग की शर्तें', part(' (नए टैब में)'))
export const privacyPolicyPartOpensIn = (part: Tag) => rich('निजता नीति', part(' (नए टैब में)'))
export const iAgreeToTheAnd = (link: Node, link2: Node) => rich('मुझे ', link, ' और ', link2, ' मंज़ूर हैं')
export const sendMeAWeeklyDigest = 'हर सोमवार नई चर्चाओं का सार-मेल भेजें'
export const accountsAreForPeopleOf = 'खाता 18 साल या उससे ज़्यादा उम्र वालों के लिए है।'
export const creatingAccount = 'खाता बनाया जा रहा है...'
export const createAccount = 'खाता बनाएँ'
export const since = (date: Part) => ` ${date} से`
export const itOpensAgainOn = (date: Part) => `यह ${date} को फिर खुलेगा।`
export const itStaysSo = 'जब तक कोई एडमिन इसे न हटाए, यह ऐसा ही रहेगा।'
export const onOneLeft = 'चालू है। 1 रिकवरी कोड बाकी।'
export const browserOn = (browser: Part, system: Part) => `${system} पर ${browser}`
export const disconnecting = 'हटाया जा रहा है...'
export const thatDidNotWorkTry = 'यह नहीं हो सका। फिर कोशिश करें।'
export const showIt = (label: Part) => `दिखाएँ: ${label}`
export const hideIt = (label: Part) => `छिपाएँ: ${label}`
