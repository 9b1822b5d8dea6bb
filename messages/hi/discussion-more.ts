import { type Node, type Part, rich, type Tag } from '../rich.ts'

export const unmarkAnswer = 'स्वीकृति वापस लें'
export const markAsAnswer = 'उत्तर स्वीकार करें'
export const replyBy = (label: Part, author: Part) => `${label}: ${author} का जवाब`
export const itCouldNotBeShown = 'जवाब यहाँ दिख नहीं सका। देखने के लिए पेज फिर से लोड करें।'
export const failedToPostReply = 'जवाब पोस्ट नहीं हुआ'
export const thereWasAnErrorPosting = 'जवाब पोस्ट करने में गड़बड़ी हुई। फिर कोशिश करें।'
export const notSentWhatYouTyped = 'भेजा नहीं गया। आपका लिखा इस ब्राउज़र में सुरक्षित है।'
export const replyingTo = (part: Node, text: Node) => rich(part, ' को जवाब: ', text)
export const replyToDiscussion = 'चर्चा में जवाब दें'
export const answerTheDiscussionInsteadOf = (memberName: Part) => `${memberName} के बजाय पूरी चर्चा पर जवाब दें`
export const posting = 'पोस्ट हो रहा है...'
export const postReply = 'जवाब पोस्ट करें'
export const close = 'बंद करें'
export const yourReply = 'आपका जवाब'
export const draftFromButtonDiscard = (timeAgo: Node, button: Tag) =>
  rich(timeAgo, ' का ड्राफ़्ट ', button('हटाएँ'))
export const cancel = 'रद्द करें'
export const somebodyHasVotedInThe = 'इस बीच किसी ने वोट दे दिया, इसलिए पोल अब बदला नहीं जा सकता।'
export const pollCorrected = 'पोल सुधारा गया'
export const notSavedPleaseTryAgain = 'सहेजा नहीं गया। फिर कोशिश करें।'
export const correctThePoll = 'पोल सुधारें'
export const save = 'सहेजें'
export const deleteReply = 'जवाब हटाएँ'
export const areYouSureYouWant = (username: Part) =>
  `क्या ${username} का यह जवाब हटाना है? हटाने के बाद इसे वापस नहीं लाया जा सकेगा।`
export const replyDeleted = 'जवाब हटाया गया'
export const failedToDelete = 'हटाया नहीं जा सका'
export const thereWasAnErrorDeleting = 'जवाब हटाने में गड़बड़ी हुई। फिर कोशिश करें।'
export const replyUpdated = 'जवाब अपडेट हुआ'
export const discussionUpdated = 'चर्चा अपडेट हुई'
export const notSavedPleaseTryAgain2 = 'सहेजा नहीं गया। फिर कोशिश करें; आपका लिखा सुरक्षित है।'
export const failedToUpdate = 'बदलाव सहेजा नहीं गया'
export const thereWasAnErrorSaving = 'आपका लिखा सहेजने में गड़बड़ी हुई। फिर कोशिश करें।'
export const editYourReply = 'अपना जवाब बदलें'
export const editTheText = 'टेक्स्ट बदलें'
export const thisIsAWikiYour =
  'यह एक विकी है। आपका बदलाव तुरंत दिखेगा, इतिहास में आपके नाम से दर्ज होगा और लेखक को इसकी सूचना मिलेगी।'
export const thereWasAnErrorSaving2 = 'आपकी चर्चा सहेजने में गड़बड़ी हुई। फिर कोशिश करें।'
export const title = 'शीर्षक'
export const content = 'टेक्स्ट'
export const tags = 'टैग'
export const separatedByCommasAtMost = 'कॉमा लगाकर लिखें, ज़्यादा से ज़्यादा 5।'
export const markedAsTheAnswer = 'यह अब स्वीकृत उत्तर है'
export const noLongerTheAnswer = 'यह अब स्वीकृत उत्तर नहीं है'
export const jumpToFirstUnread = 'पहले बिना पढ़े जवाब पर जाएँ'
export const bookmark = 'बुकमार्क करें'
export const yourNote = 'आपका नोट'
export const addNote = 'नोट जोड़ें'
export const edit = 'बदलें'
export const letOthersEdit = 'दूसरों को बदलने दें'
export const mute = (username: Part) => `${username} को म्यूट करें`
export const deleteLabel = 'हटाएँ'
export const thisIsAWikiNow = 'यह अब विकी है'
export const membersWhoHaveBeenHere = 'कुछ समय से जुड़े सदस्य इसका टेक्स्ट बदल सकते हैं।'
export const noLongerAWiki = 'यह अब विकी नहीं है'
export const itsTextAndItsHistory = 'इसका टेक्स्ट और इतिहास जैसे हैं, वैसे ही रहेंगे।'
export const unsentReply = 'न भेजा गया जवाब'
export const yourReplyFromIsNot = (timeAgo: Node) => rich('आपका ', timeAgo, ' का जवाब भेजा नहीं गया है।')
export const continueLabel = 'जारी रखें'
export const discard = 'हटाएँ'
export const hide = 'छिपाएँ'
export const youMuted = (name: Part) => `आपने ${name} को म्यूट किया है।`
export const usesAWordThatYou = (name: Part) => `${name} की इस पोस्ट में आपका म्यूट किया हुआ शब्द है।`
export const whatWrote = (name: Part) => `: ${name} का लिखा`
export const show = (part: Node) => rich('दिखाएँ', part)
export const putYourOwnWordsInto = 'पहले टेम्पलेट में अपनी बात लिखें।'
export const failedToCreateDiscussion = 'चर्चा शुरू नहीं हो सकी'
export const thereWasAnErrorCreating = 'आपकी चर्चा शुरू करने में गड़बड़ी हुई। फिर कोशिश करें।'
export const about = (name: Part) => `${name} के बारे में`
export const whatDoYouWantTo = 'क्या पूछना या बताना है?'
export const atLeastCharacters = (min: Part) => `कम से कम ${min} अक्षर।`
export const loadingThePoll = 'पोल लोड हो रहा है...'
export const addAPoll = 'पोल जोड़ें'
export const saving = 'सहेजा जा रहा है...'
export const startDiscussion = 'चर्चा शुरू करें'
export const link = 'लिंक:'
export const toCharacters = (min: Part, max: Part) => `${min} से ${max} अक्षर`
export const ofCharacters = (length: Part, max: Part) => `${max} में से ${length} अक्षर`
export const beforeYouPost = 'पोस्ट करने से पहले'
export const aClearTitleThatSays = 'साफ़ शीर्षक, जिससे विषय समझ आए'
export const theCategoryWhereOthersWill = 'सही श्रेणी, जहाँ लोग इसे ढूँढेंगे'
export const factsThatHelpToAnswer = 'ज़रूरी जानकारी: तारीखें, रकम, अब तक क्या किया'
export const keepInMind = 'ध्यान रखें'
export const noTipsNoGuaranteedReturns = 'न टिप दें, न पक्के रिटर्न का वादा करें'
export const saySoIfYouHold = 'जिस निवेश पर लिखें, वह आपके पास हो तो बता दें'
export const noPANAadhaarAccountOr = 'पैन, आधार, खाता या फ़ोन नंबर न लिखें'
export const forEducationOnlyNotFinancial = (link: Tag) =>
  rich('सिर्फ़ जानकारी के लिए, वित्तीय सलाह नहीं। ', link('समुदाय के नियम'))
export const done = ' (हो गया)'
export const stillMissing = ' (अभी बाकी)'
export const category = 'श्रेणी'
export const thereWasAnError = 'कुछ गड़बड़ी हुई।'
export const butItsPollWasNot = (reason: Part) =>
  `लेकिन पोल नहीं जुड़ा: ${reason} ‘वापस लें’ दबाने पर चर्चा और पोल, दोनों फ़ॉर्म में लौट आएँगे।`
export const continueToTheNextNew = 'अगली नई चर्चा पर जाएँ'
export const continueToTheNextUnread = 'अगली बिना पढ़ी चर्चा पर जाएँ'
export const everythingIsReadLinkLatest = (link: Tag) => rich('सब पढ़ लिया। ', link('ताज़ा चर्चाएँ'))
export const poll = 'पोल'
export const questionOfThePoll = 'पोल का सवाल'
export const option = (value: Part) => `विकल्प ${value}`
export const removeOption = (value: Part) => `विकल्प ${value} हटाएँ`
export const addAnOption = 'विकल्प जोड़ें'
export const removeThePoll = 'पोल हटाएँ'
export const openFor = 'कितने समय खुला रहे'
export const itCannotBeChangedOnce =
  'पहला वोट आने के बाद पोल बदला नहीं जा सकता। किसने क्या चुना, यह गुप्त रहता है; गिनती सबको दिखती है।'
export const text1Day = '1 दिन'
export const days = (count: Part) => `${count} दिन`
export const noEnd = 'कोई समय-सीमा नहीं'
export const voteTakenBack = 'वोट वापस लिया गया'
export const voteCounted = 'वोट दर्ज हुआ'
export const voteNotCounted = 'वोट दर्ज नहीं हुआ'
export const thereWasAnErrorSaving3 = 'आपका वोट सहेजने में गड़बड़ी हुई। फिर कोशिश करें।'
export const vote = 'वोट: '
export const yourVote = 'आपका वोट'
export const vote2 = 'वोट'
export const votes = 'वोट'
export const noVotesYet = 'अभी कोई वोट नहीं'
export const inAll = (total: Part) => `कुल ${total}`
export const closedOn = 'बंद हुआ: '
export const closesOn = 'बंद होगा: '
export const signInToVote = 'वोट देने के लिए साइन इन करें'
export const takeBack = 'वापस लें'
export const takeBack2 = (chosen: Part) => `वापस लें: ${chosen}`
export const showResults = 'नतीजे दिखाएँ'
export const yourVoteCouldNotBe = 'आपका वोट लोड नहीं हो सका।'
export const share = 'साझा करें'
export const history = 'बदलावों का इतिहास'
export const addThePollToA = 'पोल को कैलेंडर में जोड़ें'
export const report = 'शिकायत करें'
export const more = (value: Part) => `और: ${value}`
export const quote = 'उद्धरण'
export const quoteTheSelectedWords = 'चुने हुए शब्दों का उद्धरण दें'
export const editHistory = 'बदलावों का इतिहास'
export const theHistoryCouldNotBe = 'इतिहास लोड नहीं हो सका।'
export const loadingTheHistory = 'इतिहास लोड हो रहा है...'
export const older = 'पुराना'
export const newer = 'नया'
export const versionOf = (part: Node, part2: Node, value: Node) =>
  rich('संस्करण ', part, ' (कुल ', part2, ')', value, ' ·')
export const whatChanged = 'क्या बदला'
export const theFirstVersion = 'पहला संस्करण'
export const itsEarlierVersionsAreNot = 'इसके पुराने संस्करण नहीं दिखाए जाते।'
export const added = 'जोड़ा गया: '
export const removed = 'हटाया गया: '
export const versionRestored = 'संस्करण वापस लाया गया'
export const notRestored = 'वापस नहीं लाया जा सका'
export const somebodyChangedThisInThe = 'इस बीच किसी ने इसे बदल दिया। इतिहास फिर से देखें।'
export const restoring = 'वापस लाया जा रहा है...'
export const restoreThisVersion = 'यह संस्करण वापस लाएँ'
export const showThisVersionAgain = 'यह संस्करण फिर दिखाएँ'
export const hideThisVersion = 'यह संस्करण छिपाएँ'
export const onlyAdminsSeeThisVersion = 'यह संस्करण सिर्फ़ एडमिन को दिखता है।'
export const similarDiscussions = 'मिलती-जुलती चर्चाएँ'
export const opensInAnotherTab = ' (दूसरे टैब में खुलेगी)'
export const answered = 'उत्तर मिला'
export const reply = 'जवाब'
export const replies = 'जवाब'
export const theTextCouldNotBe = 'टेक्स्ट लोड नहीं हो सका।'
export const loadingTheText = 'टेक्स्ट लोड हो रहा है...'
export const tagsOptional = 'टैग (ज़रूरी नहीं)'
export const ipoAsbaAllotment = 'ipo, asba, allotment'
export const separatedByCommasAtMost2 = (max: Part, length: Part) =>
  `कॉमा लगाकर लिखें: ज़्यादा से ज़्यादा ${max} टैग, हर टैग ${length} अक्षर तक।`
export const tagsInUse = 'मौजूदा टैग'
export const discussion = 'चर्चा'
export const discussions = 'चर्चाएँ'
export const chosenTags = 'चुने हुए टैग'
export const removeTheTag = (tag: Part) => `टैग ${tag} हटाएँ`
export const replyPosted = 'जवाब पोस्ट हो गया!'
export const replyTakenBack = 'जवाब वापस लिया गया'
export const yourTextIsADraft = 'आपका लिखा उस चर्चा में फिर से ड्राफ़्ट बन गया है।'
export const discussionCreated = 'चर्चा शुरू हो गई!'
export const yourTextIsTakenBack = 'आपका लिखा वापस लिया गया'
export const somebodyHasRepliedAlreadySo = 'कोई जवाब आ चुका है, इसलिए शीर्षक और जवाब बने रहेंगे।'
export const discussionTakenBack = 'चर्चा वापस ली गई'
export const notTakenBack = 'वापस नहीं लिया जा सका'
export const thePostIsStillThere = 'पोस्ट अब भी मौजूद है। इसे इसके पेज से हटाया जा सकता है।'
export const undo = 'वापस लें'
export const discussionNotFound = 'चर्चा नहीं मिली'
export const itWasDeletedWithAll = 'यह चर्चा अपने सभी जवाबों के साथ हटा दी गई है। इस पते पर अब कुछ नहीं मिलेगा।'
export const theAddressMayBeMistyped = 'शायद पता गलत टाइप हुआ है, या यह चर्चा अब उपलब्ध नहीं है।'
export const backToTheForum = 'फ़ोरम पर लौटें'
export const browseAllForums = 'सभी फ़ोरम देखें'
export const loadingDiscussion = 'चर्चा लोड हो रही है...'
export const goToAReply = 'किसी जवाब पर जाएँ'
export const reply2 = 'जवाब '
export const unread = (below: Part) => ` · ${below} बिना पढ़े`
export const positionInTheDiscussion = 'चर्चा में आपकी जगह'
export const backToReply = (cameFrom: Part) => `जवाब ${cameFrom} पर लौटें`
export const replyOf = (at: Part, total: Part, value: Part) => `जवाब ${at} (कुल ${total})${value}`
export const firstUnreadReply = (number: Part) => `पहला बिना पढ़ा जवाब: ${number}`
export const writtenBy = (name: Node) => rich(name, ' ने लिखा')
export const editedBy = (name: Node) => rich(name, ' ने बदला')
export const error = 'गड़बड़ी हुई'
