import { type Node, type Part, rich, type Tag } from '../rich.ts'

export const inTheLastYear = 'पिछले एक साल में'
export const post = 'पोस्ट'
export const posts = 'पोस्ट'
export const on = (posts: Part, day: Part) => `${day} को ${posts}`
export const lessMore = (svg: Node) => rich('कम', svg, 'ज़्यादा')
export const firstAcceptedAnswer = 'पहला स्वीकृत उत्तर'
export const aYearHere = 'एक साल पूरा'
export const badges = 'बैज'
export const reputation = 'साख'
export const posts2 = 'पोस्ट'
export const followers = 'फ़ॉलोअर'
export const recentlyActive = 'हाल में सक्रिय'
export const featuredExpert = 'चुनिंदा विशेषज्ञ'
export const mostActiveExpertOfThe = (recentPosts: Part) => `पिछले 30 दिन में सबसे सक्रिय विशेषज्ञ: ${recentPosts}।`
export const highestReputationOfAllExperts = 'सभी विशेषज्ञों में सबसे ज़्यादा साख।'
export const expert = 'विशेषज्ञ'
export const reputation2 = (reputation: Part, posts: Part, followers: Part) =>
  `साख ${reputation} · ${posts} · ${followers}`
export const reputation3 = (value: Node, speciality: Node, reputation: Node) =>
  rich(value, speciality, ' · साख ', reputation)
export const advanced = 'अनुभवी'
export const takesPartInTheCommunity = 'समुदाय में हिस्सा लेने वाले सदस्य।'
export const hasTakenPartForA = 'लंबे समय से हिस्सा लेने वाले सदस्य।'
export const worksInTheFieldThis = 'इसी क्षेत्र के पेशेवर। यह कोई सिफ़ारिश नहीं है, और इनकी पोस्ट सलाह नहीं हैं।'
export const aTitleGivenByThe = 'एडमिन का दिया हुआ पद। इससे साइट पर कोई अधिकार नहीं मिलता।'
export const canReadButNoLonger = 'पढ़ने की अनुमति है, पोस्ट करने की नहीं।'
export const about = (value: Part) => `${value} के बारे में`
export const fullName = 'पूरा नाम'
export const nothingYet = 'अभी कुछ नहीं।'
export const administersThisSite = 'इस साइट के एडमिन।'
export const discussion = 'चर्चा'
export const discussions = 'चर्चाएँ'
export const reply = 'जवाब'
export const replies = 'जवाब'
export const point = 'अंक'
export const points = 'अंक'
export const fromPostsAndFromUpvotes =
  'पोस्ट से और दूसरों के अपवोट से। इससे पता चलता है कि बात कितनों के काम आई, यह नहीं कि वह सही है।'
export const discussionsAreForEducationNot = (link: Tag) =>
  rich('चर्चाएँ सिर्फ़ जानकारी के लिए हैं, वित्तीय सलाह नहीं। ', link('अस्वीकरण पढ़ें'))
export const aboutThisMember = 'इस सदस्य के बारे में'
export const thisMemberIsBannedTheir = 'यह सदस्य प्रतिबंधित है। पुरानी पोस्ट पढ़ी जा सकती हैं; नई पोस्ट नहीं हो सकती।'
export const editProfile = 'प्रोफ़ाइल बदलें'
export const follow = 'फ़ॉलो करें'
export const follower = 'फ़ॉलोअर'
export const followers2 = 'फ़ॉलोअर'
export const expert2 = ' विशेषज्ञ'
export const verifiedExpert = 'सत्यापित विशेषज्ञ'
export const registrationNumber = 'पंजीकरण संख्या'
export const notGiven = 'नहीं दी गई'
export const verifiedOn = 'सत्यापन की तारीख'
export const thisMemberOfTheSample =
  'नमूना समुदाय का यह सदस्य काल्पनिक है: यह पेशा किसी का नहीं है, और कोई पंजीकरण भी नहीं है।'
export const verifiedMeansThatTheProfession =
  'सत्यापित का मतलब है कि उस दिन पेशे की जाँच की गई थी। इससे कोई पोस्ट सलाह नहीं बन जाती।'
export const failedToFollow = 'फ़ॉलो नहीं हो पाया'
export const thereWasAnErrorSaving = 'आपका फ़ॉलो सहेजने में गड़बड़ी हुई। कृपया फिर कोशिश करें।'
export const joined = 'सदस्यता शुरू'
export const joinedOn = (date: Node) => rich(date, ' से सदस्य')
export const discussionsTerm = 'चर्चाएँ'
export const repliesTerm = 'जवाब'
export const username = 'यूज़रनेम'
export const bio = 'परिचय'
export const staff = 'स्टाफ़'
export const level = 'स्तर'
export const wrote = 'लिखा'
export const feeds = 'फ़ीड'
export const speciality = 'विशेषज्ञता'
export const sampleMark = 'नमूना · '
export const reputationWord = 'साख'
export const ended = (words: Part) => `${words}।`
