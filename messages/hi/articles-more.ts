import type { Part } from '../rich.ts'

export const teamOf = (site: Part) => `टीम ${site}`
export const featured = 'चुनिंदा'
export const reviewedOn = 'पिछली जाँच:'
export const against = (reviewed_against: Part) => ` (आधार: ${reviewed_against})`
export const thisArticleIsForEducation =
  'यह लेख सिर्फ़ जानकारी के लिए है। यह वित्तीय, टैक्स या कानूनी सलाह नहीं है और किसी सिक्योरिटी की सिफ़ारिश नहीं करता। नियम और दरें बदलती रहती हैं: कोई भी कदम उठाने से पहले उन्हें मूल स्रोत से जाँच लें, या किसी पंजीकृत सलाहकार से पूछें।'
export const allTopics = 'सभी विषय'
export const investment = 'निवेश'
export const cryptocurrency = 'क्रिप्टोकरेंसी'
export const taxation = 'टैक्स'
export const ipo = 'आईपीओ'
export const payments = 'भुगतान'
export const contents = 'विषय-सूची'
