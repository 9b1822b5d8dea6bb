import type { Part } from '../rich.ts'

export const theTitleMustBeTo = (min: Part, max: Part) => `शीर्षक ${min} से ${max} अक्षरों का होना चाहिए।`
export const theTitleHasCharactersThat = 'शीर्षक में ऐसे चिह्न हैं जो दिखाए नहीं जा सकते। इसे फिर से टाइप करें।'
export const theDiscussionMustBeTo = (min: Part) => `चर्चा का टेक्स्ट ${min} से 50,000 अक्षरों का होना चाहिए।`
export const atMostTagsOf = (max: Part, length: Part) =>
  `ज़्यादा से ज़्यादा ${max} टैग लगाएँ, हर टैग ${length} अक्षर तक।`
export const aTagHasCharactersThat = 'किसी टैग में ऐसे चिह्न हैं जो दिखाए नहीं जा सकते। उसे फिर से टाइप करें।'
export const theAddressOfYourBrowsers = 'आपके ब्राउज़र की पुश सेवा का पता इस साइट के लिए बहुत लंबा है।'
export const yourBrowserUsesAPush = 'आपका ब्राउज़र ऐसी पुश सेवा पर चलता है, जिस पर यह साइट सूचनाएँ नहीं भेजती।'
export const aMutedWordHasTo = (min: Part, max: Part) =>
  `म्यूट किया जाने वाला शब्द ${min} से ${max} अक्षरों का होना चाहिए।`
export const aTagHas1To = (length: Part) => `टैग 1 से ${length} अक्षरों का होना चाहिए।`
export const youCannotMuteYourself = 'खुद को म्यूट नहीं किया जा सकता।'
export const aNoteCanHave1 = 'नोट 1,000 अक्षरों तक का हो सकता है।'
export const aTemplateCanHave5 = 'टेम्पलेट 5,000 अक्षरों तक का हो सकता है।'
export const theQuestionOfAPoll = (min: Part, max: Part) => `पोल का सवाल ${min} से ${max} अक्षरों का होना चाहिए।`
export const aPollHasToDifferent = (min: Part, max: Part, option: Part) =>
  `पोल में ${min} से ${max} अलग-अलग विकल्प होने चाहिए, हर विकल्प ${option} अक्षर तक।`
export const aPollIsOpenFor = (days: Part) => `पोल 1 से ${days} दिन तक खुला रह सकता है, या बिना किसी समय-सीमा के।`
export const aReplyMustBeTo = (min: Part) => `जवाब ${min} से 20,000 अक्षरों का होना चाहिए।`
export const aNoteMayHaveAt = (max: Part) => `नोट ज़्यादा से ज़्यादा ${max} अक्षरों का हो सकता है।`
export const aUsernameHasToLetters = (min: Part, max: Part) =>
  `यूज़रनेम में ${min} से ${max} अक्षर, अंक या ये चिह्न हों: _ . -`
export const thatUsernameIsAlreadyTaken = 'यह यूज़रनेम पहले ही लिया जा चुका है।'
export const thatUsernameIsReservedPlease = 'यह यूज़रनेम आरक्षित है। कोई दूसरा चुनें।'
export const thatUsernameLooksLikeOne = 'यह किसी मौजूदा यूज़रनेम से बहुत मिलता-जुलता है। कोई दूसरा चुनें।'
export const thatNameIsReservedPlease = 'यह नाम आरक्षित है। कोई दूसरा चुनें।'
export const theFullNameHasSigns = 'पूरे नाम में ऐसे चिह्न हैं जो दिखाई नहीं देते। इसे फिर से टाइप करें।'
export const theFullNameMayHave = (max: Part) => `पूरा नाम ज़्यादा से ज़्यादा ${max} अक्षरों का हो सकता है।`
export const theBioMayHaveAt = (max: Part) => `परिचय ज़्यादा से ज़्यादा ${max} अक्षरों का हो सकता है।`
export const anotherCategoryHasThisSlug = 'यह स्लग किसी दूसरी श्रेणी का है।'
export const aSlugHasAtMost = (slug: Part) =>
  `स्लग ज़्यादा से ज़्यादा ${slug} अक्षरों का हो सकता है: छोटे अंग्रेज़ी अक्षर, अंक, और बीच में अकेले हाइफ़न।`
export const aNameHas1To = (name: Part) => `नाम 1 से ${name} अक्षरों का होना चाहिए।`
export const aDescriptionHasAtMost = (description: Part) =>
  `विवरण ज़्यादा से ज़्यादा ${description} अक्षरों का हो सकता है।`
export const inEachLanguageAName = (name: Part, description: Part) =>
  `हर भाषा में नाम 1 से ${name} दिखने वाले अक्षरों का हो, और विवरण ज़्यादा से ज़्यादा ${description} का।`
export const pleaseSayWhyInTo = (min: Part, max: Part) => `वजह ${min} से ${max} अक्षरों में बताएँ।`
export const youHaveReportedThisAlready = 'आपने इसकी शिकायत पहले ही कर दी है।'
export const aChatMessageMustBe = 'चैट का संदेश 1 से 1,000 अक्षरों का होना चाहिए।'
export const theSitesNameMustBe = (siteName: Part) => `साइट का नाम 1 से ${siteName} अक्षरों का होना चाहिए।`
export const theDescriptionMayHaveAt = (siteDescription: Part) =>
  `विवरण ज़्यादा से ज़्यादा ${siteDescription} अक्षरों का हो सकता है।`
export const theTaglineMayHaveAt = (tagline: Part) => `टैगलाइन ज़्यादा से ज़्यादा ${tagline} अक्षरों की हो सकती है।`
export const theLegalEntityMustBe = (legalEntity: Part) =>
  `कानूनी इकाई का नाम 1 से ${legalEntity} अक्षरों का होना चाहिए।`
export const pleaseEnterWholeSecondsFrom = '0 से 600 के बीच सेकंड की पूरी संख्या लिखें।'
export const pleaseEnterAWholeNumber = '1 से 1,000 के बीच कोई पूरी संख्या लिखें।'
export const theNameMayHaveAt = (grievanceOfficer: Part) =>
  `नाम ज़्यादा से ज़्यादा ${grievanceOfficer} अक्षरों का हो सकता है।`
export const theAddressMayHaveAt = (grievanceAddress: Part) =>
  `पता ज़्यादा से ज़्यादा ${grievanceAddress} अक्षरों का हो सकता है।`
export const theSourceMustBe1 = (grievanceSource: Part) => `स्रोत 1 से ${grievanceSource} अक्षरों का होना चाहिए।`
export const pleaseEnterAWholeNumber2 = (grievanceHours: Part) =>
  `1 से ${grievanceHours} के बीच घंटों की पूरी संख्या लिखें।`
export const pleaseEnterAWholeNumber3 = (grievanceDays: Part) =>
  `1 से ${grievanceDays} के बीच दिनों की पूरी संख्या लिखें।`
export const theExceptionsMayHaveAt = (contactExceptions: Part) =>
  `अपवाद ज़्यादा से ज़्यादा ${contactExceptions} अक्षरों में लिखें।`
export const anAnswerMustBe1 = 'जवाब 1 से 5,000 अक्षरों का होना चाहिए।'
export const theNameMustBe1 = (name: Part) => `नाम 1 से ${name} अक्षरों का होना चाहिए।`
export const pleaseEnterAValidE = 'सही ईमेल पता लिखें।'
export const pleaseChooseASubject = 'कोई विषय चुनें।'
export const theMessageMustBe1 = 'संदेश 1 से 5,000 अक्षरों का होना चाहिए।'
export const mailCannotBeSentTo = 'इस पते पर ईमेल नहीं भेजा जा सकता।'
export const theAddressMayHaveSmall =
  'पता ज़्यादा से ज़्यादा 120 अक्षरों का हो सकता है: छोटे अंग्रेज़ी अक्षर, अंक और अकेले हाइफ़न।'
export const anotherArticleHasThisAddress = 'यह पता किसी दूसरे लेख का है।'
export const theExcerptMayHaveAt = (max: Part) => `सारांश ज़्यादा से ज़्यादा ${max} अक्षरों का हो सकता है।`
export const theCategoryMustBe1 = (max: Part) => `श्रेणी का नाम 1 से ${max} अक्षरों का होना चाहिए।`
export const nameTheSourcesInTo = (min: Part, max: Part) => `स्रोत ${min} से ${max} अक्षरों में बताएँ।`
export const theArticleIsTooLong = 'लेख बहुत लंबा है: इसे दो हिस्सों में बाँट दें।'
export const anArticleIsTheTranslation = 'लेख किसी दूसरी भाषा के उसी लेख का अनुवाद हो सकता है जो खुद अनुवाद न हो।'
export const thatArticleHasATranslation = 'इस लेख का इस भाषा में अनुवाद पहले से है।'
export const pleaseEnter2To12 = 'एक ही मतलब वाले 2 से 12 शब्द या वाक्यांश लिखें।'
export const aListOfSynonymsMay = 'समान अर्थ वाले शब्दों की सूची ज़्यादा से ज़्यादा 500 अक्षरों की हो सकती है।'
export const aReservedNameMustBe = (min: Part, max: Part) => `आरक्षित नाम ${min} से ${max} अक्षरों का होना चाहिए।`
export const thisNameIsReservedAlready = 'यह नाम या इससे मिलता-जुलता कोई नाम पहले से आरक्षित है।'
export const theNameMayHaveAt2 = (max: Part) => `नाम ज़्यादा से ज़्यादा ${max} अक्षरों का हो सकता है।`
export const pleaseChooseANameOf = 'अक्षरों और अंकों से बना कोई नाम चुनें।'
export const anAppealHas = (min: Part, max: Part) => `${min} से ${max} अक्षर लिखें।`
export const anAnswerHas = (min: Part, max: Part) => `${min} से ${max} अक्षरों में जवाब दें।`
export const youHaveAppealedAlready = 'आपकी अपील दर्ज हो चुकी है; जवाब मिलेगा।'
export const aMessageMayHave = (max: Part) => `संदेश में ज़्यादा से ज़्यादा ${max} अक्षर हो सकते हैं।`
export const theEndIsInTheFuture = 'आगे की कोई तारीख चुनें। प्रतिबंध की कोई अवधि नहीं होती।'
export const aStaffNoteHas = (max: Part) => `टिप्पणी में 1 से ${max} अक्षर होते हैं।`
export const aReasonHas = 'कारण में 3 से 300 अक्षर होते हैं।'
export const aCodeHas = 'कोड में छोटे अंग्रेज़ी अक्षर और _ होते हैं।'
export const anotherReasonHasThisCode = 'यह कोड किसी और कारण का है।'
export const aRuleOfTheShield = (min: Part, max: Part) => `${min} से ${max} अक्षरों में लिखें।`
export const thereIsSuchARule = 'ऐसा नियम पहले से है।'
export const theNoteOfARule = (max: Part) => `टिप्पणी में ज़्यादा से ज़्यादा ${max} अक्षर हो सकते हैं।`
