import type { Part } from '../rich.ts'

export const taggedQuestionsAndAnswersOf = (total: Part, name: Part) =>
  `${name} टैग वाली ${total}: भारतीय निवेशकों के सवाल-जवाब।`
export const discussion = 'चर्चा'
export const discussions = 'चर्चाएँ'
export const newDiscussion = 'नई चर्चा'
export const errorLoadingDiscussions = (error: Part) => `चर्चाएँ लोड नहीं हो सकीं: ${error}`
export const discussions2 = 'चर्चाएँ'
export const pagesOfDiscussions = 'चर्चाओं के पेज'
export const noDiscussionHasThisTag = 'इस टैग की कोई चर्चा नहीं है। पहली चर्चा आपकी हो सकती है।'
export const noDiscussionsYet = 'अभी कोई चर्चा नहीं है'
export const allTags = 'सभी टैग'
export const home = 'होम'
export const tags = 'टैग'
export const whatDiscussionsAreAboutIn =
  'चर्चाएँ किस बारे में हैं, लिखने वालों के शब्दों में: सभी टैग, और हर टैग में कितनी चर्चाएँ हैं।'
export const whatDiscussionsAreAboutIn2 = 'चर्चाएँ किस बारे में हैं, लिखने वालों के शब्दों में।'
export const errorLoadingTags = (error: Part) => `टैग लोड नहीं हो सके: ${error}`
export const theyAppearWithTheFirst = 'किसी चर्चा में टैग लगते ही वे यहाँ दिखने लगेंगे।'
export const noTagsYet = 'अभी कोई टैग नहीं है'
export const startADiscussion = 'चर्चा शुरू करें'
