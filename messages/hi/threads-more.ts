import { type Node, type Part, rich, type Tag } from '../rich.ts'

export const deleteDiscussion = 'चर्चा हटाएँ'
export const areYouSureYouWant = (title: Part) =>
  `क्या “${title}” को सचमुच हटाना है? चर्चा और उसके सभी जवाब हमेशा के लिए हट जाएँगे, और इसे वापस नहीं लिया जा सकेगा।`
export const discussionDeleted = 'चर्चा हटा दी गई'
export const hasBeenPermanentlyDeleted = (title: Part) => `“${title}” हमेशा के लिए हटा दी गई है।`
export const failedToDelete = 'हटाया नहीं जा सका'
export const thereWasAnErrorDeleting = 'चर्चा हटाने में गड़बड़ी हुई। फिर कोशिश करें।'
export const deleteLabel = (title: Part) => `“${title}” हटाएँ`
export const whichDiscussions = 'कौन-सी चर्चाएँ'
export const latest = 'ताज़ा'
export const newLabel = 'नई'
export const unread = 'बिना पढ़ी'
export const trending = 'ट्रेंडिंग'
export const profileNotFoundPleaseTry =
  'प्रोफ़ाइल नहीं मिली: साइन आउट करके फिर साइन इन करें, आपकी प्रोफ़ाइल बन जाएगी।'
export const begunSinceYourLastVisit = 'आपके पिछली बार आने के बाद शुरू हुई'
export const nothingNew = 'कुछ नया नहीं'
export const discussionsThatOthersBeganSince =
  'आपके पिछली बार आने के बाद दूसरों ने जो चर्चाएँ शुरू कीं और आपने नहीं खोलीं, वे यहाँ दिखती हैं।'
export const withNewReplies = 'नए जवाब वाली'
export const everythingIsRead = 'आपने सब पढ़ लिया है'
export const whenOthersReplyInA = 'जिस चर्चा को आपने खोला है, उसमें कोई नया जवाब आए तो वह यहाँ दिखती है।'
export const allMarkedAsRead = 'सब पढ़ा हुआ मार्क हो गया'
export const thereWasAnErrorMarking = 'चर्चाओं को पढ़ा हुआ मार्क करने में गड़बड़ी हुई। फिर कोशिश करें।'
export const failedToMarkAsRead = 'पढ़ा हुआ मार्क नहीं हो सका'
export const yourDiscussionsCouldNotBe = 'आपकी चर्चाएँ लोड नहीं हो सकीं।'
export const nothingOnThisPage = 'इस पेज पर कुछ नहीं है'
export const goToTheFirstPage = 'पहले पेज पर जाएँ'
export const latestDiscussions = 'ताज़ा चर्चाएँ'
export const markAllRead = 'सब पढ़ा हुआ मार्क करें'
export const pagesOfDiscussions = 'चर्चाओं के पेज'
export const view = 'बार देखा गया'
export const views = 'बार देखा गया'
export const reply = 'जवाब'
export const replies = 'जवाब'
export const answered = ', उत्तर मिल गया'
export const top = 'टॉप'
export const unsolved = 'अनसुलझी'
export const mine = 'मेरी'
export const discussions = 'चर्चाएँ'
export const errorLoadingDiscussions = (error: Part) => `चर्चाएँ लोड नहीं हो सकीं: ${error}`
export const noDiscussionsYet = 'अभी कोई चर्चा नहीं है'
export const beTheFirstToAsk = 'पहला सवाल आप पूछें या अपनी जानकारी साझा करें।'
export const noUnsolvedDiscussions = 'कोई अनसुलझी चर्चा नहीं है'
export const everyDiscussionHereHasAn = 'यहाँ की हर चर्चा को स्वीकृत उत्तर मिल चुका है।'
export const theDiscussionsThatYouStart = 'इस श्रेणी में आपकी शुरू की हुई चर्चाएँ यहाँ दिखती हैं।'
export const newDiscussion = 'नई चर्चा'
export const signInToSeeWhat = 'नई चर्चाएँ देखने के लिए साइन इन करें'
export const thisListHoldsTheDiscussions = 'यहाँ आपके पिछली बार आने के बाद शुरू हुई चर्चाएँ रहती हैं।'
export const signInToSeeWhat2 = 'बिना पढ़ी चर्चाएँ देखने के लिए साइन इन करें'
export const thisListHoldsTheDiscussions2 =
  'यहाँ वे चर्चाएँ दिखती हैं, जो आपने इस श्रेणी में खोली थीं और जिनमें नए जवाब आए हैं।'
export const signInToSeeYour = 'अपनी चर्चाएँ देखने के लिए साइन इन करें'
export const thisListHoldsWhatYou = 'यहाँ वे चर्चाएँ दिखती हैं, जो आपने इस श्रेणी में शुरू की हैं।'
export const loadingYourDiscussions = 'आपकी चर्चाएँ लोड हो रही हैं...'
export const oneNewReply = (part: Tag) => rich('1 नया', part(' जवाब'))
export const newReplies = (amount: Node, part: Tag) => rich(amount, ' नए', part(' जवाब'))
export const lastReplyBy = (name: Node) => rich(name, ' का आखिरी जवाब')
export const failedToCreateThread = (message: Part) => `चर्चा शुरू नहीं हो सकी: ${message}`
export const mustBeAuthenticated = 'चर्चा शुरू करने के लिए साइन इन करें'
