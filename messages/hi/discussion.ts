import { type Node, type Part, rich } from '../rich.ts'

export const whatYouMayDoHere = 'यह जाँचा नहीं जा सका कि आप यहाँ क्या कर सकते हैं।'
export const loadingTheEditor = 'एडिटर लोड हो रहा है...'
export const searchThisDiscussion = 'इस चर्चा में खोजें'
export const theMenuCouldNotBe = 'मेनू लोड नहीं हो सका'
export const checkYourConnectionAndTry = 'अपना कनेक्शन जाँचें और फिर कोशिश करें।'
export const more = (value: Part) => `और: ${value}`
export const loading = 'लोड हो रहा है...'
export const reply = 'जवाब दें'
export const replyToTheOpeningPost = 'पहली पोस्ट पर जवाब दें'
export const locked = 'बंद'
export const openingPost = 'पहली पोस्ट'
export const discussionDeleted = 'चर्चा हटाई गई'
export const yourTextIsDeletedThe = 'आपका लिखा हटा दिया गया। शीर्षक और दूसरों के जवाब बने रहेंगे।'
export const thereWasAnErrorDeleting = 'चर्चा हटाने में गड़बड़ी हुई। फिर कोशिश करें।'
export const deletedByItsAuthor = 'लेखक ने हटा दिया'
export const article = 'लेख'
export const positionInTheDiscussion = 'चर्चा में आपकी जगह'
export const first = 'शुरुआत'
export const replyOf = (strong: Node, total: Node) => rich('जवाब ', strong, ' (कुल ', total, ')')
export const pageOf = (page: Part, pages: Part) => `पेज ${page} (कुल ${pages})`
export const last = 'अंत'
export const moreIn = (name: Part) => `${name} में और चर्चाएँ`
export const replies = 'जवाब'
export const reply2 = 'जवाब'
export const replies2 = 'जवाब'
export const orderOfTheReplies = 'जवाबों का क्रम'
export const noRepliesYet = 'अभी कोई जवाब नहीं'
export const thisDiscussionWasLockedBefore = 'कोई जवाब आने से पहले ही यह चर्चा बंद कर दी गई।'
export const weWillTellYou = 'जवाब आते ही आपको सूचना मिलेगी।'
export const beTheFirstToAnswer = 'पहला जवाब आप दें।'
export const pagesOfReplies = 'जवाबों के पेज'
export const thisDiscussionIsLockedIt = 'यह चर्चा बंद है। इसे पढ़ा जा सकता है, पर अब जवाब नहीं दिया जा सकता।'
export const yourAccountCanReadHere = 'आपके खाते से यहाँ फ़िलहाल सिर्फ़ पढ़ा जा सकता है, लिखा नहीं जा सकता।'
export const replyToDiscussion = 'चर्चा में जवाब दें'
export const replying = 'जवाब देने'
export const replyDeleted = 'जवाब हटाया गया'
export const thereWasAnErrorDeleting2 = 'जवाब हटाने में गड़बड़ी हुई। फिर कोशिश करें।'
export const replyBy = (name: Part) => `${name} का जवाब`
export const replyTo = (name: Part) => `${name} को जवाब दें`
export const wiki = 'विकी'
export const editedShowWhatChanged = (editedMoment: Part) => `बदलाव: ${editedMoment} · देखें, क्या बदला`
export const view = 'बार देखा गया'
export const views = 'बार देखा गया'
export const tags = 'टैग'
export const answeredBy = (memberName: Part) => `${memberName} ने उत्तर दिया`
export const bestFirst = 'सबसे अच्छे पहले'
export const oldestFirst = 'सबसे पुराने पहले'
export const theOpeningPost = 'पहली पोस्ट'
export const thisDiscussion = 'यह चर्चा'
export const theReplyBy = (name: Part) => `${name} का जवाब`
export const startedThis = 'चर्चा शुरू करने वाले'
export const joined = (date: Part, posts: Part) => `${date} से सदस्य · ${posts}`
export const post = 'पोस्ट'
export const posts = 'पोस्ट'
export const newReply = 'नया जवाब'
export const newReplies = 'नए जवाब'
export const load = (newReplies: Part) => `${newReplies} दिखाएँ`
export const edited = 'बदला गया · '
export const editedBy = (name: Part) => `${name} ने बदला · `
export const editedAgo = (ago: Part) => `${ago}`
