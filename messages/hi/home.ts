import { type Node, type Part, rich } from '../rich.ts'

export const alwaysOpen = 'हमेशा खुला'
export const forYou = 'आपके लिए'
export const newLabel = 'नई'
export const unread = 'बिना पढ़ी'
export const trending = 'ट्रेंडिंग'
export const latest = 'ताज़ा'
export const discussions = 'चर्चाएँ'
export const whichDiscussions = 'कौन-सी चर्चाएँ'
export const newDiscussion = 'नई चर्चा'
export const loadingYourDiscussions = 'आपकी चर्चाएँ लोड हो रही हैं...'
export const searchTheCommunity = 'समुदाय में खोजें'
export const searchIPOAllotment80C = 'खोजें: आईपीओ अलॉटमेंट, 80C, टर्म बीमा'
export const startADiscussion = 'चर्चा शुरू करें'
export const startLearning = 'सीखना शुरू करें'
export const browseTheForums = 'फ़ोरम देखें'
export const liveChat = 'लाइव चैट'
export const yourDashboard = 'आपका डैशबोर्ड'
export const nothingNewSince = (when: Part) => `${when} से कुछ नया नहीं।`
export const toYou = (replies: Node, value: Node) => rich('आपको ', replies, ' ', value)
export const newLabel2 = (begun: Part) => `${begun} नई`
export const inLabel = (link: Node) => rich(link, ':')
export const and = ' और '
export const andMore = (more: Part) => ` और ${more} अन्य`
export const unread2 = (unread: Part) => `${unread} बिना पढ़ी`
export const since = (when: Part) => `${when} से:`
export const yourDiscussionsCouldNotBe = 'आपकी चर्चाएँ लोड नहीं हो सकीं।'
export const theSquareIsStillEmpty = 'चौक अभी सूना है। जो सवाल आपको यहाँ तक लाया, वही पूछ लें।'
export const noDiscussionsYet = 'अभी कोई चर्चा नहीं है'
export const seeAll = 'सभी देखें'
export const members = 'सदस्य'
export const discussionsWord = 'चर्चाएँ'
export const posts = 'पोस्ट'
export const reply = 'जवाब'
export const replies = 'जवाब'
export const yesterday = 'कल'
