import { type Node, type Part, rich } from '../rich.ts'

export const about = (username: Part) => `${username} के बारे में`
export const loadingTheCard = 'कार्ड लोड हो रहा है...'
export const theCardCouldNotBe = 'कार्ड लोड नहीं हो पाया। '
export const thisMemberIsGoneOr = 'यह सदस्य अब यहाँ नहीं है, या नाम बदल गया है। '
export const tryAgain = 'फिर कोशिश करें'
export const viewProfile = 'प्रोफ़ाइल देखें'
export const sample = (speciality: Part) => `नमूना: ${speciality}`
export const verified = (speciality: Part) => `सत्यापित: ${speciality}`
export const joined = (date: Node) => rich(date, ' से सदस्य')
export const discussions = 'चर्चाएँ'
export const replies = 'जवाब'
export const reputation = 'साख'
export const followers = 'फ़ॉलोअर'
