import type { Part } from '../rich.ts'

export const home = 'होम'
export const aroundTheCommunity = 'समुदाय की हलचल'
export const liveChat = 'लाइव चैट'
export const topExperts = 'शीर्ष विशेषज्ञ'
export const allExperts = 'सभी विशेषज्ञ'
export const worthKnowing = 'काम की बात'
export const forumCategories = 'फ़ोरम की श्रेणियाँ'
export const allForums = 'सभी फ़ोरम'
export const latestArticles = 'ताज़ा लेख'
export const learningCenter = 'लर्निंग सेंटर'
export const articlesAppearHereOnceThey = 'लेख प्रकाशित होते ही यहाँ दिखेंगे।'
export const noArticlesYet = 'अभी कोई लेख नहीं है'
export const askYourFirstQuestionToday = 'अपना पहला सवाल आज ही पूछें'
export const freeToJoinBringYour =
  'जुड़ना मुफ़्त है। बाज़ार, टैक्स और पैसों से जुड़े अपने सवाल लाएँ, और जिसका जवाब पता हो, उसका जवाब दें।'
export const join = (name: Part) => `${name} से जुड़ें`
