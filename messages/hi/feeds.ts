import type { Part } from '../rich.ts'

export const newDiscussionsOf = (site: Part) => `${site}: नई चर्चाएँ`
export const latestDiscussionsOf = (site: Part) => `${site}: ताज़ा चर्चाएँ`
export const discussionsTagged = (tag: Part) => `${tag} टैग वाली चर्चाएँ।`
export const newRepliesIn = (title: Part) => `चर्चा “${title}” में नए जवाब।`
export const whatAMemberWrote = (member: Part, site: Part) => `${site} पर ${member} का लिखा हुआ।`
export const learningCenterOf = (site: Part) => `${site}: लर्निंग सेंटर`
export const articlesOnMoney = (site: Part) => `भारत में पैसों पर लेख, ${site} की ओर से।`
export const ofTheSample = (author: Part) => `${author} (नमूना)`
export const teamOf = (site: Part) => `टीम ${site}`

export const forum = 'फ़ोरम'
export const member = 'सदस्य'
export const memberSince = (month: Part) => `${month} से सदस्य`
