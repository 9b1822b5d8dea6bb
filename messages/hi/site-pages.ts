import { type Node, type Part, rich, type Tag } from '../rich.ts'

export const home = 'होम'
export const about = 'हमारे बारे में'
export const forums = 'फ़ोरम'
export const iposSharesMutualFundsCrypto =
  'आईपीओ, शेयर, म्यूचुअल फंड, क्रिप्टो, टैक्स, बीमा और भुगतान: पूछें, जवाब दें, और देखें कि दूसरे पहले क्या पूछ चुके हैं।'
export const learningCenter = 'लर्निंग सेंटर'
export const articlesThatExplainOneThing =
  'हर लेख में एक बात, पूरी तरह समझाई हुई: हिसाब ऐसा कि आप खुद जाँच लें, और यह भी कि बात किस साल के लिए सही है।'
export const liveChat = 'लाइव चैट'
export const forTheQuickQuestionOf = 'दिन के छोटे-मोटे सवालों के लिए। खाता ज़रूरी नहीं; संदेश 12 घंटे बाद मिट जाते हैं।'
export const verifiedExperts = 'सत्यापित विशेषज्ञ'
export const accountantsPlannersAndAnalysts =
  'अकाउंटेंट, फ़ाइनेंशियल प्लानर और एनालिस्ट, जिनका पेशा जाँचा गया है और जो सबके साथ चर्चा करते हैं।'
export const beKindAndExact = 'विनम्र रहें, सटीक रहें।'
export const answerTheArgumentNotThe =
  'जवाब तर्क का दें, व्यक्ति का नहीं। बताएँ कि कौन-सा नियम, कौन-सा साल, कौन-सा पेज।'
export const noTipsNoPromises = 'न टिप, न वादे।'
export const noBuyOrSellCalls = 'खरीदने-बेचने की कॉल नहीं, टारगेट नहीं, पक्के रिटर्न नहीं, पैसे वाले ग्रुप नहीं।'
export const sayWhatYouHold = 'अपनी होल्डिंग बताएँ।'
export const ifYouOwnOrAre = 'जिसके बारे में लिखें, अगर वह आपके पास है या उसके लिए आपको पैसे मिलते हैं, तो यह बताएँ।'
export const keepPrivateThingsPrivate = 'निजी बातें निजी रखें।'
export const noPANAadhaarAccountOr = 'पैन, आधार, खाता या फ़ोन नंबर न लिखें: न दूसरों के, न अपने।'
export const reportWhatIsWrong = 'जो गलत लगे, उसकी शिकायत करें।'
export const oneClickTellsTheModerators = 'एक क्लिक से बात मॉडरेटर तक पहुँचती है, और वे अपने हर कदम का रिकॉर्ड रखते हैं।'
export const about2 = (name: Part) => `${name} के बारे में`
export const whoRunsWhatItIs = (name: Part, description: Part) =>
  `${name} कौन चलाता है, यह किसलिए है और किसलिए नहीं। ${description}`
export const moneyIsTalkedAboutEverywhere = (name: Part) =>
  `भारत में पैसे की बात हर जगह होती है, पर उसे समझाता शायद ही कोई है। सलाह देते हैं वे ब्रोकर जो हर ऑर्डर पर कमाते हैं, वे चैनल जो टिप बेचते हैं, और वे रिश्तेदार जो भला चाहते हैं। ${name} इन सबसे अलग जगह है: एक चौक, जहाँ एक जैसे सवालों वाले लोग मिलते हैं, अपना हिसाब दिखाते हैं और एक-दूसरे की गलतियाँ सुधारते हैं। अर्थ यानी धन, और चौक वह जगह जहाँ शहर के रास्ते मिलते हैं।`
export const everythingHereCanBeRead =
  'यहाँ सब कुछ बिना खाते के पढ़ा जा सकता है, बिना ट्रैकिंग के और बिना विज्ञापन की रुकावट के। किसी प्रोडक्ट के बारे में लिखने के लिए हम किसी को पैसे नहीं देते; किसी सदस्य को दूसरों से पैसे मिलते हों, तो उसे यह बताना होता है। यहाँ कुछ भी वित्तीय सलाह नहीं है: यह जानकारी है, ताकि जब सलाह मिले, तो आप उसे परख सकें।'
export const whatYouFindHere = 'यहाँ क्या मिलेगा'
export const communityGuidelines = 'समुदाय के नियम'
export const readTheWholeGuidelines = 'सारे नियम पढ़ें'
export const whoIsBehindIt = 'इसके पीछे कौन है'
export const isRunByQuestionsPraise = (name: Part, runBy: Part, within: Part, except: Part) =>
  `${name} का संचालन ${runBy} के हाथ में है। सवाल, तारीफ़ और शिकायतें एक इंसान पढ़ता है, और जवाब ${within} मिलता है।${except}`
export const contactUs = 'हमसे संपर्क करें'
export const messageSent = 'संदेश भेजा गया'
export const thankYouWeAnswerBy = (within: Part, except: Part) =>
  `धन्यवाद। हम ${within} ईमेल से जवाब देते हैं।${except} संदेश मिलने की पुष्टि आपके दिए हुए पते पर भेजी जा रही है।`
export const notSent = 'भेजा नहीं गया'
export const everyFieldIsNeededYour =
  'सब कुछ भरना ज़रूरी है: आपका नाम, ईमेल पता, विषय और संदेश। वापस जाएँ; आपका लिखा हुआ वहीं है।'
export const pleaseTryAgainLater = 'कृपया बाद में फिर कोशिश करें'
export const atMost5MessagesAn =
  'एक जगह से एक घंटे में ज़्यादा से ज़्यादा 5 संदेश भेजे जा सकते हैं, या साइट अभी व्यस्त है। वापस जाएँ; आपका लिखा हुआ वहीं है।'
export const contact = 'संपर्क'
export const writeToThePeopleBehind = (name: Part, within: Part) =>
  `${name} चलाने वालों को लिखें: सवाल, तकनीकी समस्या, साझेदारी, सुझाव, शिकायत। हम ${within} जवाब देते हैं।`
export const aPersonReadsEveryMessage = (within: Part, except: Part) =>
  `हर संदेश एक इंसान पढ़ता है। हमारा जवाब ${within} मिलेगा।${except}`
export const everyMessageGetsAnAnswer = (within: Part, except: Part) =>
  `हर संदेश का जवाब ${within} मिलता है।${except} जवाब ईमेल से आता है।`
export const askTheCommunityMorePeople = (link: Tag) =>
  rich('समुदाय से पूछें: ज़्यादा लोग, ज़्यादा जानकारी। ', link('चर्चा शुरू करें'))
export const questionsAboutMoney = 'पैसे से जुड़े सवाल'
export const theLinkCommunityGuidelinesAnd = (link: Tag, link2: Tag) =>
  rich('ज़्यादातर सवालों के जवाब ', link('समुदाय के नियम'), ' और ', link2('हमारे बारे में'), ' पेज पर मिल जाएँगे।')
export const howThingsWorkHere = 'यहाँ सब कैसे चलता है'
export const answersComplaintsUnderTheIT = (value: Node, link: Tag) =>
  rich(
    'से IT Rules, 2021 के तहत शिकायत की जा सकती है। ',
    value,
    '“किसी सामग्री की शिकायत” चुनें और देखें कि ',
    link('आगे क्या होता है'),
    '।',
  )
export const grievanceOfficer = 'शिकायत अधिकारी'
export const investmentDisclaimer = 'निवेश अस्वीकरण'
export const discussionsOnAreForEducation = (name: Part) =>
  `${name} पर चर्चाएँ सिर्फ़ जानकारी के लिए हैं, वित्तीय सलाह नहीं। बाज़ार में जोखिम है; अपने मामले में सेबी में पंजीकृत सलाहकार से पूछें।`
export const discussionsOnAreForEducational = (name: Part) =>
  `${name} पर चर्चाएँ सिर्फ़ जानकारी के लिए हैं, वित्तीय सलाह नहीं। अपने पैसे से जुड़ा कोई भी कदम उठाने से पहले किसी पंजीकृत पेशेवर से पूछें।`
export const forEducationOnly = 'सिर्फ़ जानकारी के लिए'
export const allDiscussionsRepliesArticles = (name: Part) =>
  `${name} की सभी चर्चाएँ, जवाब, लेख, चैट संदेश और आँकड़े सिर्फ़ सीखने और जानकारी के लिए हैं, वित्तीय सलाह नहीं। इनमें आपकी आय, कर्ज़, लक्ष्य, उम्र या नुकसान सहने की क्षमता का ध्यान नहीं रखा गया है, और यहाँ कोई ये बातें जानता भी नहीं।`
export const nothingHereIsAnOffer =
  'यहाँ कुछ भी किसी प्रतिभूति, फंड, बीमा पॉलिसी, वर्चुअल डिजिटल एसेट या दूसरे प्रोडक्ट को खरीदने या बेचने का प्रस्ताव या न्योता नहीं है।'
export const weAreNotARegistered = 'हम पंजीकृत सलाहकार नहीं हैं'
export const inIndiaGivingInvestmentAdvice = (legalEntity: Part) =>
  `भारत में पैसे या किसी और लाभ के बदले निवेश सलाह देने के लिए SEBI (Investment Advisers) Regulations, 2013 के तहत पंजीकरण ज़रूरी है, और रिसर्च रिपोर्ट या सिफ़ारिशें प्रकाशित करने के लिए SEBI (Research Analysts) Regulations, 2014 के तहत। ${legalEntity} के पास इनमें से कोई पंजीकरण नहीं है। हम सलाहकार, एनालिस्ट, ब्रोकर, वितरक या पोर्टफ़ोलियो मैनेजर का काम नहीं करते, और सदस्य किसी प्रोडक्ट के बारे में जो लिखते हैं, उसके लिए न पैसे लेते हैं, न कमीशन।`
export const sinceAugust2024PersonsRegulated =
  'अगस्त 2024 से सेबी के नियमन में आने वाले लोग ऐसे किसी से नहीं जुड़ सकते, जो पंजीकरण या अनुमति के बिना प्रतिभूति बाज़ार में सलाह देता हो या रिटर्न के दावे करता हो। जो सदस्य पैसे लेकर टिप देते हैं या मुनाफ़े का वादा करते हैं, उन्हें हटा दिया जाता है।'
export const whatMembersAndExpertsWrite = 'सदस्य और विशेषज्ञ जो लिखते हैं'
export const postsAreTheOpinionsOf =
  'हर पोस्ट उसके लेखक की राय है। सदस्य जिसके बारे में लिखते हैं, वह उनके पास हो सकता है; वे गलत हो सकते हैं, और हमेशा वही नहीं होते जो दिखते हैं। अपवोट, साख, स्तर और ट्रेंड गतिविधि और पसंद बताते हैं, यह नहीं कि बात सही है।'
export const verifiedExpertMeansThatWe = (link: Tag) =>
  rich(
    '“सत्यापित विशेषज्ञ” का मतलब है कि हमने बताई गई तारीख पर पेशे की जाँच की, और जहाँ पंजीकरण संख्या दी गई है, वहाँ उसकी भी। यह उस व्यक्ति की लिखी बातों का समर्थन नहीं है, और विशेषज्ञ की पोस्ट भी आपके लिए सलाह नहीं है। “नमूना” का निशान नमूना समुदाय के काल्पनिक सदस्य पर लगता है। पंजीकरण खुद नियामक की अपनी सूची में जाँचें: सेबी के मान्यता प्राप्त मध्यस्थ ',
    link('sebi.gov.in'),
    ' पर, अकाउंटेंट के लिए Institute of Chartered Accountants of India, बीमा के लिए IRDAI, फंड वितरकों के लिए AMFI।',
  )
export const risks = 'जोखिम'
export const strongMarketsInvestmentsInThe = (strong: Tag) =>
  rich(
    strong('बाज़ार।'),
    ' प्रतिभूति बाज़ार में निवेश बाज़ार के जोखिमों के अधीन है; निवेश से पहले सभी संबंधित दस्तावेज़ ध्यान से पढ़ें। आपका लगाया हुआ पैसा डूब सकता है, और डेरिवेटिव में उससे भी ज़्यादा: सेबी के सितंबर 2024 के अध्ययन के मुताबिक इक्विटी फ़्यूचर्स और ऑप्शंस में हर 100 में से 93 व्यक्तिगत ट्रेडरों को तीन साल में नुकसान हुआ।',
  )
export const strongMutualFundsMutualFund = (strong: Tag) =>
  rich(
    strong('म्यूचुअल फंड।'),
    ' म्यूचुअल फंड निवेश बाज़ार के जोखिमों के अधीन हैं; योजना से जुड़े सभी दस्तावेज़ ध्यान से पढ़ें। पिछला प्रदर्शन भविष्य नहीं बताता।',
  )
export const strongIPOsGreyMarketPremiums = (strong: Tag) =>
  rich(strong('आईपीओ।'), ' ग्रे मार्केट प्रीमियम अनौपचारिक होता है और किसी नियामक के दायरे में नहीं आता। ऑफ़र दस्तावेज़ पढ़ें।')
export const strongVirtualDigitalAssets = (strong: Tag) =>
  rich(
    strong('वर्चुअल डिजिटल एसेट।'),
    ' क्रिप्टोकरेंसी और टोकन भारत में किसी नियामक के दायरे में नहीं हैं और बहुत जोखिम भरे हो सकते हैं। नुकसान होने पर शायद किसी नियामक से राहत न मिले। मुनाफ़े पर 30 प्रतिशत टैक्स लगता है और घाटा उसमें से घटाया नहीं जा सकता: वित्त वर्ष 2025-26 तक के लिए Income-tax Act, 1961 की धारा 115BBH। 1 अप्रैल 2026 से लागू Income-tax Act, 2025 में धाराओं के नंबर अलग हैं।',
  )
export const strongTaxAndLawRates = (strong: Tag) =>
  rich(
    strong('टैक्स और कानून।'),
    ' दरें, सीमाएँ और आखिरी तारीखें हर Finance Act के साथ बदलती हैं। जो बात लिखते समय सही थी, हो सकता है आज सही न हो।',
  )
export const beforeYouAct = 'कोई कदम उठाने से पहले'
export const readThePrimarySourceThe = 'मूल स्रोत पढ़ें: ऑफ़र दस्तावेज़, कानून, सर्कुलर, पॉलिसी की शर्तें।'
export const askASEBIRegisteredInvestment =
  'अपने मामले में सेबी में पंजीकृत निवेश सलाहकार, चार्टर्ड अकाउंटेंट या किसी दूसरे योग्य पेशेवर से पूछें।'
export const neverActOnAnUnasked =
  'बिना माँगे मिली टिप पर कभी कदम न उठाएँ, और ओटीपी, पिन या अपने डिवाइस का रिमोट एक्सेस कभी किसी को न दें।'
export const complaintsAboutAListedCompany = (link: Tag, link2: Tag, link3: Tag, link4: Tag) =>
  rich(
    'किसी सूचीबद्ध कंपनी या मध्यस्थ की शिकायत सेबी के SCORES पोर्टल ',
    link('scores.sebi.gov.in'),
    ' पर करें, जहाँ उसे 21 दिन में जवाब देना होता है, और उसके बाद Smart ODR पर: ',
    link2('smartodr.in'),
    '। संदिग्ध कॉल या संदेश की खबर Chakshu पर दें: ',
    link3('sancharsaathi.gov.in'),
    '। ठगी में पैसा गया हो, तो 1930 पर कॉल करें या ',
    link4('cybercrime.gov.in'),
    ' पर शिकायत करें।',
  )
export const accuracyAndLinks = 'सटीकता और लिंक'
export const weTakeCareAndStill =
  'हम सावधानी बरतते हैं, फिर भी यह वादा नहीं करते कि यहाँ सब कुछ सही, पूरा या ताज़ा है, या लिंक से खुलने वाला पेज ऐसा है। लिंक सिफ़ारिश नहीं है।'
export const noLiabilityForDecisions = 'आपके फ़ैसलों की ज़िम्मेदारी हमारी नहीं'
export const youAloneDecideAboutYour = (legalEntity: Node, name: Node, link: Tag) =>
  rich(
    'आपके पैसे का फ़ैसला सिर्फ़ आपका है। जहाँ तक कानून इजाज़त देता है, ',
    name,
    ' पर पढ़ी किसी बात पर कदम उठाने या न उठाने से हुए नुकसान के लिए ',
    legalEntity,
    ' की ज़िम्मेदारी नहीं है। इस बारे में और जानकारी ',
    link('शर्तों'),
    ' में है।',
  )
export const ifYouSeeAdviceOr = 'अगर यहाँ सलाह या ठगी दिखे'
export const reportThePostWithIts = (link: Tag) =>
  rich(
    'पोस्ट का ‘शिकायत करें’ बटन दबाएँ, या ',
    link('हमें लिखें'),
    '। रिटर्न का वादा करने वाली या टिप बेचने वाली पोस्ट हटा दी जाती हैं।',
  )
export const communityGuidelines2 = 'समुदाय के नियम'
export const howPeopleTreatEachOther = (name: Part) =>
  `${name} पर लोग आपस में कैसे पेश आएँ: अच्छी पोस्ट कैसी होती है, क्या हटाया जाता है, और मॉडरेटर क्या करते हैं।`
export const inShortBeKindBe =
  'संक्षेप में: विनम्र रहें, सटीक रहें, हिसाब दिखाएँ, अपनी होल्डिंग बताएँ। न टिप, न वादे, न निजी जानकारी।'
export const theSpirit = 'मूल भावना'
export const aChowkIsWhereA =
  'चौक वह जगह है जहाँ पूरा शहर मिलता है: अनजान लोग पूछते हैं, पड़ोसी जवाब देते हैं, और कोई देर तक चिल्लाता नहीं। ऐसे लिखें, जैसे सामने बैठे किसी व्यक्ति से बात हो रही हो, जिसकी बचत शायद इस पर टिकी हो कि आपकी बात कितनी साफ़ है। हर सदस्य ने कभी शुरुआत की थी; ईमानदारी से पूछा गया कोई सवाल छोटा नहीं होता।'
export const whatMakesAGoodPost = 'अच्छी पोस्ट कैसी होती है'
export const strongATitleThatSays = (strong: Tag) =>
  rich(
    strong('शीर्षक जो बात बता दे।'),
    ' “अप्रैल 2023 से पहले खरीदे डेट फंड पर LTCG?” को जवाब मिलते हैं; “कृपया मदद करें” को नहीं।',
  )
export const strongFactsWithTheirSource = (strong: Tag) =>
  rich(
    strong('तथ्य, स्रोत के साथ।'),
    ' धारा, सर्कुलर या ऑफ़र दस्तावेज़ का पेज बताएँ। यह भी बताएँ कि बात किस साल की है: नियम बदलते रहते हैं।',
  )
export const strongNumbersWithTheirWorking = (strong: Tag) =>
  rich(strong('आँकड़े, हिसाब के साथ।'), ' पूरा हिसाब दिखाएँ, ताकि दूसरे उसे जाँच सकें।')
export const strongYourStakeIfYou = (strong: Tag) =>
  rich(
    strong('आपका हित।'),
    ' वह चीज़ आपके पास हो, आपके ज़रिए बिकती हो या उसके लिए आपको पैसे मिलते हों, तो पोस्ट में बताएँ।',
  )
export const strongTheRightPlaceChoose = (strong: Tag) =>
  rich(strong('सही जगह।'), ' सही श्रेणी चुनें, और पूछने से पहले खोज लें।')
export const strongEnglishHindiOrYour = (strong: Tag) =>
  rich(strong('अंग्रेज़ी, हिन्दी या आपकी अपनी भाषा'), ', और दूसरी भाषा में लिखने वालों के साथ धीरज।')
export const whatComesDown = 'क्या हटाया जाता है'
export const buySellAndTargetPrice = 'खरीदने, बेचने और टारगेट प्राइस की कॉल, “श्योर-शॉट” टिप और रिटर्न के वादे।'
export const paidGroupsReferralLinksCoupon =
  'पैसे वाले ग्रुप, रेफ़रल लिंक, कूपन कोड और अपना प्रचार; बाहर के चैट चैनलों के लिए लोग जुटाना।'
export const pumpingOrDumpingRumours =
  'पंप या डंप: अफ़वाहें, मिलकर की गई खरीदारी, और ऐसी हर बात जो अंदर की खबर जैसी लगे।'
export const educationThatIsAdviceA =
  'सीखने के नाम पर सलाह: किसी शेयर या दूसरी प्रतिभूति का नाम और उसके पिछले तीन महीने के भाव देकर किसी राय की ओर इशारा करना। सेबी ने यह सीमा 29 जनवरी 2025 को तय की, और यह चैट में भी लागू है।'
export const insultsHarassmentHateAndPosts =
  'अपमान, परेशान करना, नफ़रत, और किसी के धर्म, जाति, लिंग या मूल पर पोस्ट।'
export const privateDataPhoneNumbersPAN =
  'निजी जानकारी: फ़ोन नंबर, पैन, आधार, बैंक या डीमैट का ब्योरा, और ऐसे स्क्रीनशॉट जिनमें ये दिखें। अपनी जानकारी भी नहीं।'
export const copiedArticlesAndResearchReports =
  'नकल किए हुए लेख और रिसर्च रिपोर्ट। कुछ पंक्तियाँ उद्धृत करें और बाकी का लिंक दें।'
export const theSameTextInMany = 'एक ही बात कई जगह, और बिना जाँचा AI का लिखा।'
export const pretendingToBeAnotherPerson = 'कोई दूसरा व्यक्ति, विशेषज्ञ या नियामक बनकर लिखना।'
export const wikis = 'विकी'
export const anAuthorOrAModerator =
  'लेखक या मॉडरेटर किसी पोस्ट को विकी बना सकते हैं: जैसे तारीखों की ऐसी सूची, जिसे ताज़ा रखना पड़ता है। फिर यहाँ कुछ समय से जुड़े सदस्य उसका लिखा बदल सकते हैं। किसने क्या बदला, यह सब पढ़ सकते हैं, और लेखक पुराना रूप वापस ला सकता है।'
export const editAsYouWouldWant =
  'दूसरों का लिखा वैसे ही बदलें जैसा बदलाव आपको अपने लिखे में ठीक लगे: सुधारें, पूरा करें, स्रोत बताएँ, और लेखक की राय को न छेड़ें; अपनी राय जवाब में लिखें। ये नियम विकी को आखिरी बार बदलने वाले पर वैसे ही लागू हैं जैसे पोस्ट के लेखक पर।'
export const inTheLiveChat = 'लाइव चैट में'
export const theChatIsQuickAnd =
  'चैट तेज़ चलती है और 12 घंटे बाद सब भूल जाती है; नियम वही हैं। मेहमान और बिना नाम लिखने वाले भी यहाँ आ सकते हैं, और मॉडरेटर के सामने उनकी जवाबदेही सबके बराबर है।'
export const noPrivateMessages = 'निजी संदेश नहीं'
export const membersCannotWriteToEach =
  'सदस्य एक-दूसरे को निजी संदेश नहीं भेज सकते, क्योंकि टिप बेचने वाले इसी रास्ते से लोगों तक पहुँचते हैं। सबके सामने पूछें और जवाब दें, ताकि दूसरे बात को जाँच सकें। कोई कहीं और बात करने को कहे, फ़ोन पर, WhatsApp या Telegram पर या पैसे वाले ग्रुप में, तो वहाँ न जाएँ: उसकी शिकायत करें।'
export const disagreeingWell = 'असहमति का सलीका'
export const answerTheArgumentNotThe2 =
  'जवाब तर्क का दें, व्यक्ति का नहीं। जिस वाक्य की बात हो, उसे उद्धृत करें। आपसे गलती हुई हो, तो मान लें: यहाँ इससे सही होने से भी ज़्यादा इज़्ज़त मिलती है। बहस गरमा जाए, तो एक घंटे के लिए छोड़ दें।'
export const whatHappensWhenARule = 'नियम टूटने पर क्या होता है'
export const everyPostReplyChatMessage =
  'किसी भी पोस्ट, जवाब, चैट संदेश या प्रोफ़ाइल की शिकायत कोई भी सदस्य कर सकता है। मॉडरेटर नियम तोड़ने वाली चीज़ें छिपाते, बदलते या हटाते हैं, एक ही जगह घूमती चर्चाएँ बंद करते हैं, और जो न मानें उन्हें प्रतिबंधित करते हैं। गंभीर मामलों (धोखाधड़ी, धमकी, निजी जानकारी) में चेतावनी ज़रूरी नहीं। हर कदम का रिकॉर्ड रखा जाता है।'
export const writeToTheGrievanceOfficer = (legalEntity: Part) => `${legalEntity} के शिकायत अधिकारी को लिखें`
export const aBannedMemberCanStill = (link: Node) =>
  rich('प्रतिबंध के बाद भी पढ़ना खुला रहता है। अगर आपको लगे कि हमसे गलती हुई है, तो ', link, ': आपको जवाब मिलेगा।')
export const levelsReputationAndExperts = 'स्तर, साख और विशेषज्ञ'
export const reputationComesFromPostsAnd = (name: Node, link: Tag) =>
  rich(
    'साख पोस्ट से और उन पर दूसरों के अपवोट से बनती है। स्तर एडमिन तय करते हैं; किसी स्तर से कोई सही नहीं हो जाता। सत्यापित विशेषज्ञों ने हमें अपना पेशा दिखाया है, पर ',
    name,
    ' पर निजी सलाह वे भी नहीं देते: ',
    link('अस्वीकरण'),
    ' देखें।',
  )
export const lastUpdatedFirstPublished = (time: Node) =>
  rich('पिछला बदलाव: ', time, ' · पहली बार प्रकाशित: दिसंबर 2024')
export const onThisPage = 'इस पेज पर'
export const itsOwnTeam = 'इसकी अपनी टीम'
