import { type Node, type Part, rich, type Tag } from '../rich.ts'

export const discussion = 'चर्चा'
export const activity = 'गतिविधि'
export const change = 'बदलाव'
export const rank = 'स्थान '
export const answered = 'उत्तर मिला'
export const inLabel = (memberName: Node, sampleWord: Node, name: Node) =>
  rich(memberName, sampleWord, ' · ', name)
export const newPartNothingHappenedIn = (part: Tag) => rich('नई', part(': इससे पहले की अवधि में कोई गतिविधि नहीं'))
export const activity2 = (sign: Part, formatNumber: Part) => `${sign}${formatNumber}% गतिविधि`
export const percentActivityThanInThe = (formatNumber: Node, value: Node) =>
  rich('इससे पहले की अवधि से ', formatNumber, ' प्रतिशत ', value, ' गतिविधि')
export const whatHappenedIn = (span: Part) => `${span} की गतिविधि`
export const categories = 'श्रेणियाँ'
export const today = 'आज'
export const week = 'हफ़्ता'
export const month = 'महीना'
export const year = 'साल'
export const inADay = 'पिछले 24 घंटे'
export const inAWeek = 'पिछले 7 दिन'
export const inAMonth = 'पिछले 30 दिन'
export const inAYear = 'पिछले 365 दिन'
export const less = 'कम'
export const more = 'ज़्यादा'
export const upvote = 'अपवोट'
export const upvotes = 'अपवोट'
export const reply = 'जवाब'
export const replies = 'जवाब'
export const view = 'बार देखा गया'
export const views = 'बार देखा गया'
export const viewsTerm = 'बार देखा गया'
export const users = 'सदस्य'
export const posts = 'पोस्ट'
export const trending = 'ट्रेंडिंग'
export const all = 'सभी'
