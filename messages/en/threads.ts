import type { Part } from '../rich.ts'

export const hot = 'HOT'
export const sticky = 'Sticky'
export const pinned = 'Pinned'
export const locked = 'Locked'
export const hidden = 'Hidden'
export const sampleMember = 'Sample member'
export const sample = (speciality: Part) => `Sample: ${speciality}`
export const verified = (speciality: Part) => `Verified: ${speciality}`
