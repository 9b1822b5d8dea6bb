import { type Node, type Part, rich, type Tag } from '../rich.ts'

export const writeAMessage = 'संदेश लिखें'
export const change = 'बदलें'
export const orToWriteUnderYour = (link: Node) => rich('या अपने नाम से लिखने के लिए ', link)
export const sendAnonymously = 'नाम छिपाकर भेजें'
export const replyingTo = (bdi: Node) => rich(bdi, ' को जवाब:')
export const doNotReply = 'जवाब न दें'
export const message = 'संदेश'
export const send = 'भेजें'
export const tooMany = (chat_messages_message_length: Part, value: Part) =>
  `${chat_messages_message_length} ${value} अक्षर ज़्यादा हैं।`
export const charactersLeft = (value: Part) => `${value} अक्षर बाकी`
export const onlyAdministratorsCanFindOut = 'किसने लिखा, यह सिर्फ़ एडमिन पता कर सकते हैं।'
export const partChattingAs = (part: Tag) => rich(part('चैट में '), 'नाम:')
export const pleaseEnterAUsernameTo = 'नाम छिपाकर चैट करने के लिए कोई यूज़रनेम लिखें'
export const username = 'यूज़रनेम'
export const anyNameYouLike = 'कोई भी नाम'
export const latestMessages = 'ताज़ा संदेश'
export const joinTheLiveChat = 'लाइव चैट में शामिल हों'
export const liveChat = 'लाइव चैट'
export const youAreOfflineTheseAre =
  'आप ऑफ़लाइन हैं। ये वही संदेश हैं जो पिछली बार दिखे थे; आपका लिखा कनेक्शन लौटने पर भेज दिया जाएगा।'
export const writingHereAndSeeingNew =
  'यहाँ लिखने और नए संदेश आते ही देखने के लिए JavaScript चाहिए। पढ़ने के लिए नहीं: ताज़ा संदेशों के लिए पेज फिर से लोड करें।'
export const theseAreEarlierMessagesLink = (link: Tag) => rich('ये पुराने संदेश हैं। ', link('ताज़ा संदेशों पर जाएँ'))
export const messageChosen = 'संदेश चुना गया'
export const messagesChosen = 'संदेश चुने गए'
export const tooMuchTextForOne = ': एक चर्चा के लिए बहुत ज़्यादा'
export const makeADiscussion = 'चर्चा बनाएँ'
export const clear = 'चयन हटाएँ'
export const theTwoMinutesAreOver = 'दो मिनट पूरे हो गए: यह संदेश अब बदला नहीं जा सकता।'
export const editYourMessage = 'अपना संदेश बदलें'
export const save = 'सहेजें'
export const reply = 'जवाब दें'
export const replyTo = (username: Part, wordsOf: Part) => `${username} को जवाब दें: ${wordsOf}`
export const link = 'लिंक'
export const edit = 'बदलें'
export const editYourMessage2 = (wordsOf: Part) => `अपना संदेश बदलें: ${wordsOf}`
export const deleteLabel = 'हटाएँ'
export const deleteYourMessage = (wordsOf: Part) => `अपना संदेश हटाएँ: ${wordsOf}`
export const choose = 'चुनें'
export const chooseForADiscussion = (name: Part) => `चर्चा के लिए चुनें: ${name}`
export const deleteLabel2 = (name: Part) => `हटाएँ: ${name}`
export const deleteMessage = 'संदेश हटाएँ'
export const areYouSureYouWant = (username: Part) =>
  `क्या ${username} का यह संदेश हटाना है? हटाने के बाद इसे वापस नहीं लाया जा सकेगा।`
export const whoWroteThis = 'यह किसने लिखा'
export const whoWrote = (name: Part) => `यह किसने लिखा: ${name}`
export const asking = 'पता लगाया जा रहा है…'
export const theAuthorCouldNotBe = 'लेखक का पता नहीं लग सका। फिर कोशिश करें।'
export const isAGuestNoAccount = (username: Part) => `${username} मेहमान हैं: इनका कोई खाता नहीं मिला।`
export const isNobodyButAdministratorsCan = (username: Node, link: Node) =>
  rich(username, ' असल में ', link, ' हैं। यह एडमिन के अलावा किसी को नहीं दिखता।')
export const guestMuted = 'मेहमान म्यूट किया गया'
export const cannotWriteInTheChat = (username: Part) => `${username} का चैट में लिखना 24 घंटे के लिए बंद है।`
export const aMutedGuestReadsThe =
  'म्यूट होने पर मेहमान को चैट दिखती है, पर 24 घंटे तक किसी भी नाम से लिखने की इजाज़त नहीं होती। पहले के संदेश बने रहते हैं।'
export const reason = 'कारण'
export const forTheModerationLogOnly = 'सिर्फ़ मॉडरेशन लॉग के लिए; इसे केवल एडमिन पढ़ते हैं।'
export const muteGuest = 'मेहमान को म्यूट करें'
export const messages = 'संदेश'
export const sayGoodMorningWhatDo = 'नमस्ते कहें: आज आपकी नज़र किस पर है?'
export const itIsQuietAtThe = 'अभी यहाँ शांति है।'
export const newMessages = 'नए संदेश'
export const newMessage = 'नया संदेश'
export const newMessages2 = 'नए संदेश'
export const jumpToLatest = 'ताज़ा संदेशों पर जाएँ'
export const mentionsYou = 'इसमें आपका ज़िक्र है। '
export const edited = 'बदला गया'
export const replyToAnEarlierMessage = (sign: Node) => rich(sign, 'किसी पुराने संदेश का जवाब')
export const inReplyTo = 'इसके जवाब में: '
export const anonymous = 'गुमनाम'
export const sending = 'भेजा जा रहा है…'
export const waitingForTheConnection = 'कनेक्शन का इंतज़ार'
export const tryAgain = 'फिर कोशिश करें'
export const discard = 'हटाएँ'
export const thatWasQuickItIs = (part: Node) => rich('ज़रा जल्दी हो गई। यह ', part, ' भेजा जाएगा।')
export const online = (count: Part) => `${count} ऑनलाइन`
export const membersOnline = 'ऑनलाइन सदस्य'
export const noMembersAreHereAt = (join: Part) => `अभी यहाँ कोई सदस्य नहीं, सिर्फ़ ${join}।`
export const and = (join: Part) => `और ${join}।`
export const close = 'बंद करें'
export const connecting = 'कनेक्ट हो रहा है…'
export const live = 'लाइव'
export const reconnecting = 'फिर से कनेक्ट हो रहा है'
export const checkingEvery5Seconds = ', हर 5 सेकंड में जाँच'
export const offline = 'ऑफ़लाइन'
export const writingInTheChatIs = 'फ़िलहाल चैट में लिखना आपके लिए बंद है।'
export const notSent = 'भेजा नहीं गया।'
export const itIsQuietAtThe2 = 'अभी यहाँ शांति है। नमस्ते कहें।'
export const reactTo = (name: Part) => `प्रतिक्रिया दें: ${name}`
export const react = 'प्रतिक्रिया दें'
export const agree = 'सहमत'
export const thanks = 'सराहना'
export const funny = 'मज़ेदार'
export const goodIdea = 'अच्छा विचार'
export const notSure = 'पक्का नहीं'
export const reactionsTo = (name: Part) => `प्रतिक्रियाएँ: ${name}`
export const member = 'सदस्य'
export const members = 'सदस्य'
export const membersToMention = 'ज़िक्र के लिए सदस्य'
export const messageDeleted = 'संदेश हटाया गया'
export const theMessageCouldNotBe = 'संदेश हटाया नहीं जा सका। फिर कोशिश करें।'
export const theMessageBy = (username: Part, words: Part) => `${username} का संदेश: ${words}`
export const toMessage = (name: Part) => `${name}`
export const muting = 'म्यूट किया जा रहा है...'
export const other = 'अन्य'
export const others = 'अन्य'
export const andOthers = (others: Part) => ` और ${others}`
export const moreMember = 'और सदस्य'
export const moreMembers = 'और सदस्य'
export const guest = 'मेहमान'
export const guests = 'मेहमान'
export const fromTheLiveChat = 'लाइव चैट से:'
export const muteMember = (name: Part) => `${name} को म्यूट करें`
export const unmuteMember = (name: Part) => `${name} का म्यूट हटाएँ`
