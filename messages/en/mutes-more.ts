import type { Part } from '../rich.ts'

export const muted = 'Muted'
export const leftOutOfYourLists =
  'Left out of your lists, notifications, mails and the chat; in a discussion such a reply is folded. The search still finds it. Only you can see this. Members, categories, tags and discussions are muted on their pages, a member also beside a reply.'
export const whatYouMuteCouldNot = 'What you mute could not be loaded.'
export const loadingWhatYouMute = 'Loading what you mute...'
export const unmute = (nameOf: Part) => `Unmute ${nameOf}`
export const aWordOrPhraseTo = 'A word or phrase to mute'
export const mute = 'Mute'
export const isLeftOutOfYour = (name: Part) => `${name} is left out of your lists, notifications and mails.`
export const noLongerMuted = 'No longer muted'
export const isBackInYourLists = (name: Part) => `${name} is back in your lists, notifications and mails.`
export const undo = 'Undo'
