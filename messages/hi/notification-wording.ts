import type { Name, Part, Sentence } from '../rich.ts'

// A title is null where it stands above the sentence.

const yourReply = (title: Name | null): Sentence => (title ? [title, ' में आपका जवाब'] : ['आपका जवाब'])
/** Before को and के. */
const ofYourReply = (title: Name | null): Sentence => (title ? [title, ' में आपके जवाब'] : ['आपके जवाब'])
const yourDiscussion = (title: Name | null): Sentence => (title ? ['आपकी चर्चा ', title] : ['आपकी चर्चा'])

export const somethingNewHappenedReloadThe = 'कुछ नया हुआ है। पढ़ने के लिए पेज फिर से लोड करें।'
export const somebody = 'किसी सदस्य'
export const aDiscussion = 'एक चर्चा'
export const started = (who: Name, title: Name | null): Sentence =>
  title ? [who, ' ने नई चर्चा शुरू की: ', title] : [who, ' ने यह चर्चा शुरू की']
export const replied = (who: Name): Sentence => [who, ' ने जवाब दिया']
export const repliedToYou = (who: Name): Sentence => [who, ' ने आपको जवाब दिया']
export const replies = (amount: Part, who: Name): Sentence => [`${amount} जवाब, सबसे नया `, who, ' का']
export const repliesToYou = (amount: Part, who: Name): Sentence => [
  `आपको ${amount} जवाब, सबसे नया `,
  who,
  ' का',
]
export const repliedToYourDiscussion = (who: Name, title: Name): Sentence => [
  who,
  ' ने आपकी चर्चा ',
  title,
  ' में जवाब दिया',
]
export const repliesToYourDiscussion = (amount: Part, title: Name, who: Name): Sentence => [
  'आपकी चर्चा ',
  title,
  ` में ${amount} जवाब, सबसे नया `,
  who,
  ' का',
]
export const repliedToYouIn = (who: Name, title: Name): Sentence => [who, ' ने ', title, ' में आपको जवाब दिया']
export const repliesToYouIn = (amount: Part, title: Name, who: Name): Sentence => [
  title,
  ` में आपको ${amount} जवाब, सबसे नया `,
  who,
  ' का',
]
export const repliedWhereYouFollow = (who: Name, title: Name): Sentence => [
  who,
  ' ने ',
  title,
  ' में जवाब दिया, जिसे आपने फ़ॉलो किया है',
]
export const repliesWhereYouFollow = (amount: Part, title: Name, who: Name): Sentence => [
  title,
  ` में ${amount} जवाब (फ़ॉलो की हुई चर्चा), सबसे नया `,
  who,
  ' का',
]
export const acceptedYourReply = (who: Name, title: Name | null): Sentence =>
  title ? [who, ' ने ', title, ' में आपके जवाब को स्वीकृत उत्तर चुना'] : [who, ' ने आपके जवाब को स्वीकृत उत्तर चुना']
export const mentionedYou = (who: Name, title: Name | null): Sentence =>
  title ? [who, ' ने ', title, ' में आपका ज़िक्र किया'] : [who, ' ने आपका ज़िक्र किया']
export const mentionedYouInTheChat = (who: Name): Sentence => [
  who,
  ' ने ',
  { text: 'लाइव चैट', stands: true },
  ' में आपका ज़िक्र किया',
]
export const editedYourWiki = (who: Name, title: Name | null): Sentence =>
  title ? [who, ' ने आपकी विकी ', title, ' बदली'] : [who, ' ने आपकी विकी बदली']
export const editedYourWikiIn = (who: Name, title: Name | null): Sentence =>
  title ? [who, ' ने ', title, ' में आपकी विकी बदली'] : [who, ' ने आपकी विकी बदली']
export const youWantedToComeBack = (title: Name | null): Sentence =>
  title ? ['आपको इस पर लौटना था: ', title] : ['आपको इस पर लौटना था']
export const replyGotFirstUpvote = (title: Name | null): Sentence => [
  ...ofYourReply(title),
  ' को पहला अपवोट मिला',
]
export const discussionGotFirstUpvote = (title: Name | null): Sentence => [
  ...yourDiscussion(title),
  ' को पहला अपवोट मिला',
]
export const replyReachedUpvotes = (title: Name | null, amount: Part): Sentence => [
  ...ofYourReply(title),
  ` के ${amount} अपवोट हो गए`,
]
export const discussionReachedUpvotes = (title: Name | null, amount: Part): Sentence => [
  ...yourDiscussion(title),
  ` के ${amount} अपवोट हो गए`,
]
export const replyHidden = (title: Name | null): Sentence => [...yourReply(title), ' मॉडरेशन ने छिपाया']
export const discussionHidden = (title: Name | null): Sentence => [
  ...yourDiscussion(title),
  ' मॉडरेशन ने छिपाई',
]
export const replyShown = (title: Name | null): Sentence => [...yourReply(title), ' अब फिर दिखता है']
export const discussionShown = (title: Name | null): Sentence => [...yourDiscussion(title), ' अब फिर दिखती है']
export const replyPublished = (title: Name | null): Sentence => [
  ...yourReply(title),
  ' मॉडरेटर ने प्रकाशित किया',
]
export const discussionPublished = (title: Name | null): Sentence => [
  ...yourDiscussion(title),
  ' मॉडरेटर ने प्रकाशित की',
]
export const replyRefused = (title: Name | null): Sentence => [
  ...yourReply(title),
  ' मॉडरेटरों ने प्रकाशित नहीं किया',
]
export const discussionRefused = (title: Name | null): Sentence => [
  ...yourDiscussion(title),
  ' मॉडरेटरों ने प्रकाशित नहीं की',
]
export const replyLocked = (title: Name | null): Sentence => [
  ...yourReply(title),
  ' बंद किया गया: अब इसमें जवाब नहीं दिए जा सकते',
]
export const discussionLocked = (title: Name | null): Sentence => [
  ...yourDiscussion(title),
  ' बंद की गई: अब इसमें जवाब नहीं दिए जा सकते',
]
export const replyUnlocked = (title: Name | null): Sentence => [
  ...yourReply(title),
  ' फिर खोला गया: जवाब दिए जा सकते हैं',
]
export const discussionUnlocked = (title: Name | null): Sentence => [
  ...yourDiscussion(title),
  ' फिर खोली गई: जवाब दिए जा सकते हैं',
]
export const replyRemoved = (title: Name | null): Sentence => [...yourReply(title), ' मॉडरेशन ने हटाया']
export const discussionRemoved = (title: Name | null): Sentence => [
  ...yourDiscussion(title),
  ' मॉडरेशन ने हटाई',
]
export const yourReportWasActedUpon = 'आपकी शिकायत पर कार्रवाई हुई'
export const yourReportWasLookedAt = 'आपकी शिकायत देखी गई, पर कोई बदलाव नहीं किया गया'
export const yourLevelIsNow = (level: Name): Sentence => ['अब आपका स्तर: ', level]
export const theCopyOfYourData = 'आपके डेटा की कॉपी तैयार है'
export const youWereWarned = 'एडमिन ने आपको चेतावनी भेजी है'
export const yourAccountWasSuspended = 'आपका खाता निलंबित कर दिया गया है'
export const yourAccountWasBanned = 'आपके खाते पर प्रतिबंध लगा दिया गया है'
export const yourAccountHasALimit = 'आपके खाते पर कुछ समय के लिए रोक लगाई गई है'
export const aLimitWasLifted = 'आपके खाते पर लगी एक रोक हटा दी गई है'
export const yourAppealWasGranted = 'आपकी अपील मान ली गई है'
export const yourAppealWasRefused = 'आपकी अपील का जवाब आ गया है: फ़ैसला वही रहेगा'
