import type { Part } from '../rich.ts'

export const hot = 'चर्चित'
export const sticky = 'सबसे ऊपर'
export const pinned = 'पिन की हुई'
export const locked = 'बंद'
export const hidden = 'छिपाई हुई'
export const sampleMember = 'नमूना सदस्य'
export const sample = (speciality: Part) => `नमूना: ${speciality}`
export const verified = (speciality: Part) => `सत्यापित: ${speciality}`
