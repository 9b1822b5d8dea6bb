import { type Part, rich, type Tag } from '../rich.ts'

export const home = 'होम'
export const experts = 'विशेषज्ञ'
export const experts2 = (speciality: Part) => `विशेषज्ञ: ${speciality}`
export const members = 'सदस्य'
export const expertsInMembers = (speciality: Part) => `${speciality} के विशेषज्ञ: सदस्य`
export const whoseProfessionWasVerifiedWith = (value: Part) =>
  `${value}, जिनका पेशा सत्यापित है, अपनी विशेषज्ञता और पंजीकरण संख्या के साथ। वे चर्चा करते और समझाते हैं, सलाह नहीं देते।`
export const membersWhoseProfessionWas =
  'वे सदस्य जिनका पेशा सत्यापित है। पंजीकरण संख्या वैसी ही दी गई है जैसी नियामक ने दी थी, ताकि आप उसे वहाँ खुद जाँच सकें।'
export const whatExpertsWriteHereIs =
  'विशेषज्ञ यहाँ जो लिखते हैं, वह सिर्फ़ जानकारी के लिए है: इस सूची में किसी की सिफ़ारिश नहीं की जा रही, और यहाँ कुछ भी आपके लिए सलाह नहीं है।'
export const expertsMarkedSampleAreInvented = ' ‘नमूना’ लिखे विशेषज्ञ नमूना समुदाय के काल्पनिक सदस्य हैं।'
export const nobodysProfessionHasBeenVerified =
  'अब तक किसी का पेशा सत्यापित नहीं हुआ है। अच्छे जवाब हर स्तर के सदस्यों से मिलते हैं।'
export const noExpertsYet = 'अभी कोई विशेषज्ञ नहीं'
export const browseTheForums = 'फ़ोरम देखें'
export const whichSpeciality = 'कौन-सी विशेषज्ञता'
export const all = (total: Part) => `सभी (${total})`
export const sortBy = 'क्रम'
export const allExperts = 'सभी विशेषज्ञ'
export const inAll = (length: Part, length2: Part) => `${length}, कुल ${length2}`
export const loadMore = 'और दिखाएँ'
export const repliesBy = (title: Part) => `${title} के जवाब`
export const answersWithTheirDiscussions = (figures: Part) => `जवाब और उनकी चर्चाएँ, सबसे नए पहले: ${figures}`
export const thereAreNoPrivateMessages = (link: Tag) =>
  rich(
    'यहाँ निजी संदेश नहीं हैं: टिप बेचने वाले इन्हीं से लोगों तक पहुँचते हैं। कोई कहीं और बात करने को कहे, तो शिकायत करें। ',
    link('क्यों?'),
  )
export const sectionsOfThisProfile = 'इस प्रोफ़ाइल के हिस्से'
export const discussions = 'चर्चाएँ'
export const hasNotStartedOneSo = (username: Part) => `${username} ने अब तक कोई चर्चा शुरू नहीं की है।`
export const replies = 'जवाब'
export const hasNotAnsweredAnybodySo = (username: Part) => `${username} ने अब तक किसी को जवाब नहीं दिया है।`
export const pagesOfReplies = 'जवाबों के पेज'
export const pagesOfDiscussions = 'चर्चाओं के पेज'
export const deletedMember = 'हटाया गया सदस्य'
export const memberNotFound = 'सदस्य नहीं मिला'
export const thisMemberClosedTheirAccount = 'इस सदस्य ने अपना खाता बंद कर दिया है। दूसरों के जवाब बने रहते हैं।'
export const theNameMayBeMistyped = 'शायद नाम गलत लिखा गया है, या सदस्य ने उसे बदल लिया है।'
export const seeTheExperts = 'विशेषज्ञ देखें'
export const noDiscussionsYet = 'अभी कोई चर्चा नहीं है'
export const noRepliesYet = 'अभी कोई जवाब नहीं है'
export const about = 'परिचय'
export const discussion = 'चर्चा'
export const discussionsWord = 'चर्चाएँ'
export const reply = 'जवाब'
export const repliesWord = 'जवाब'
export const figures = (discussions: Part, replies: Part, title: Part) =>
  `${title} की ${discussions} और ${replies}।`
export const moreExpert = 'और विशेषज्ञ'
export const moreExperts = 'और विशेषज्ञ'
export const sort = 'क्रम बदलें'
