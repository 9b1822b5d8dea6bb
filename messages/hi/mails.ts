import type { Part } from '../rich.ts'

export const chooseWhatIsMailed = 'चुनें कि ईमेल पर क्या आए'

export const mentionedYou = (who: Part) => `${who} ने आपका ज़िक्र किया`
export const acceptedYourReply = (who: Part) => `${who} ने आपके जवाब को स्वीकृत उत्तर चुना`
export const replied = (who: Part) => `${who} ने जवाब दिया`
export const repliedToYou = (who: Part) => `${who} ने आपको जवाब दिया`
export const repliedToYourDiscussion = (who: Part) => `${who} ने आपकी चर्चा में जवाब दिया`
export const startedADiscussion = (who: Part) => `${who} ने नई चर्चा शुरू की`
export const editedYourWiki = (who: Part) => `${who} ने आपकी विकी बदली`
export const yourReplyReached = (upvotes: Part) => `आपके जवाब के ${upvotes} अपवोट हो गए`
export const yourDiscussionReached = (upvotes: Part) => `आपकी चर्चा के ${upvotes} अपवोट हो गए`
export const youWantedToComeBack = 'आपको इस पर लौटना था'

// In a digest, above the title of the discussion.
export const mentionedYouIn = (who: Part) => `${who} ने आपका ज़िक्र किया:`
export const acceptedYourReplyTo = (who: Part) => `${who} ने आपके जवाब को स्वीकृत उत्तर चुना:`
export const repliedIn = (who: Part) => `${who} ने जवाब दिया:`
export const repliedToYouIn = (who: Part) => `${who} ने आपको जवाब दिया:`
export const repliedToYourDiscussionIn = (who: Part) => `${who} ने आपकी चर्चा में जवाब दिया:`
export const started = (who: Part) => `${who} ने नई चर्चा शुरू की:`
export const editedYourWikiIn = (who: Part) => `${who} ने आपकी विकी बदली:`

export const reminderOf = (title: Part) => `रिमाइंडर: ${title}`
export const andMore = (left: Part) => `और ${left} बाकी।`
export const goToTheDiscussion = 'चर्चा पर जाएँ'

export const somethingNewForYou = 'आपके लिए कुछ नया है'
export const newNotifications = (amount: Part) => `${amount} नई ${amount === '1' ? 'सूचना' : 'सूचनाएँ'}`
export const newDiscussions = (amount: Part) => `${amount} नई ${amount === '1' ? 'चर्चा' : 'चर्चाएँ'}`
export const youHave = (what: Part) => `आपके लिए ${what}।`
export const signInToReadIt = 'पढ़ने के लिए साइन इन करें। आपकी सेटिंग के अनुसार ईमेल में शीर्षक और टेक्स्ट नहीं दिए जाते।'

export const yourDigest = 'आपका सार-मेल'
export const moreThatIsNew = 'आपके लिए और भी नया'
export const whatYouHaveNotRead = 'जो अब तक बिना पढ़ा है।'
export const soMuchHappened = 'इतना कुछ हुआ कि एक घंटे में 20 से ज़्यादा ईमेल आते। बाकी सब इस एक ईमेल में है।'
export const someNotifications = (amount: Part) => `${amount} ${amount === '1' ? 'सूचना' : 'सूचनाएँ'}`
export const notifications = 'सूचनाएँ'
export const newDiscussionsHeading = 'नई चर्चाएँ'
export const moreMembers = (amount: Part) => `${amount} अन्य`
export const readTheseAndMore = (left: Part) => `ये और ${left} और पढ़ें`
export const goToYourNotifications = 'अपनी सूचनाओं पर जाएँ'

export const youHaveANewNotificationOn = (site: Part) => `${site} पर आपके लिए एक नई सूचना है`

export const yourDataIsReady = 'आपका डेटा तैयार है'
export const theCopyIsReady = 'आपने अपने डेटा की जो कॉपी माँगी थी, वह तैयार है। यह सात दिन तक रखी जाएगी।'
export const goToYourData = 'अपने डेटा पर जाएँ'
export const ifYouDidNotAskForData =
  'अगर यह आपने नहीं माँगी, तो कोई और आपका खाता इस्तेमाल कर रहा है: अपना पासवर्ड बदलें।'

export const confirmYourSubscription = 'न्यूज़लेटर की पुष्टि करें'
export const somebodyAskedForArticles = 'किसी ने, उम्मीद है आपने ही, इस पते पर हमारे लर्निंग सेंटर के नए लेख मँगाए हैं।'
export const confirmMySubscription = 'पुष्टि करें'
export const withoutTheLinkNothingMore =
  'अगर आपने नहीं मँगाए, तो इस ईमेल पर ध्यान न दें: लिंक खोले बिना आगे कुछ नहीं भेजा जाएगा।'
export const youAreSubscribedAlready = 'न्यूज़लेटर आपको पहले से मिल रहा है'
export const somebodyAskedForTheNewsletter =
  'किसी ने, शायद आपने ही, इस पते पर न्यूज़लेटर मँगाया। पता पहले से सूची में है, इसलिए कुछ नहीं बदला गया।'
export const nobodyLearnedOfTheSubscription =
  'अगर आपने नहीं मँगाया, तो कुछ नहीं करना है: किसी को पता नहीं चला कि न्यूज़लेटर आपको मिलता है।'
export const readTheArticle = 'लेख पढ़ें'
export const forEducationOnly = 'सिर्फ़ जानकारी के लिए, वित्तीय सलाह नहीं।'
export const youAskedForArticles = 'यह ईमेल इसलिए आया है कि आपने नए लेख मँगाए थे और इसकी पुष्टि की थी।'

export const weHaveYourMessage = 'आपका संदेश मिल गया'
export const thankYouForWriting = (about: Part, when: Part) =>
  `हमें लिखने के लिए धन्यवाद (${about})। हर संदेश कोई व्यक्ति पढ़ता है, और जवाब आपको ${when} मिलेगा।`
export const ifYouDidNotWriteToUs =
  'अगर आपने हमें नहीं लिखा, तो किसी ने गलती से आपका पता लिख दिया है: आपको कुछ नहीं करना है।'
export const ourAnswer = 'आपके संदेश का जवाब'
export const dear = (name: Part) => `नमस्ते ${name},`
export const youWroteByTheForm = 'आपने इस साइट के संपर्क फ़ॉर्म से हमें लिखा था।'

// Of sanctions and appeals.
export const aboutYourAccount = 'आपके खाते के बारे में'
export const readWhyAndAppeal = 'कारण पढ़ें और अपील करें'
export const aLimitWasLifted = 'आपके खाते पर लगी एक रोक हटा दी गई है'
export const thatALimitWasLifted = 'आपके खाते पर लगी एक रोक हटा दी गई है।'
export const seeYourAccount = 'अपना खाता देखें'
export const theAnswerToYourAppeal = 'आपकी अपील का जवाब'
export const readTheAnswer = 'जवाब पढ़ें'
export const yourPostWasPublished = 'आपकी पोस्ट प्रकाशित हो गई'
export const seeYourPost = 'अपनी पोस्ट देखें'
export const thatAPostWasPublished = 'मॉडरेटर ने आपकी पोस्ट देखकर प्रकाशित कर दी है। अब इसे सब पढ़ सकते हैं:'
export const yourPostWasNotPublished = 'आपकी पोस्ट प्रकाशित नहीं हुई'
export const thatAPostWasNotPublished = 'मॉडरेटरों ने आपकी पोस्ट प्रकाशित नहीं की। इसे कोई और नहीं देखता:'
export const forTheReason = (reason: Part) => `कारण: ${reason}`
