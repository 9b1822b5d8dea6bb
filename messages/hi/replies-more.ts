import type { Part } from '../rich.ts'

export const upvote = 'अपवोट'
export const upvotes = 'अपवोट'
export const hiddenByAModerator = '· मॉडरेटर ने छिपाया'
export const other = 'अन्य'
export const others = 'अन्य'
export const and = (one: Part, other: Part) => `${one} और ${other}`
export const isReplyingToo = (name: Part) => `${name} का जवाब भी लिखा जा रहा है`
export const areReplyingToo = (names: Part) => `${names} के जवाब भी लिखे जा रहे हैं`
