import type { Part } from '../rich.ts'

export const chooseThreeSubjects = 'Choose three subjects'
export const notNow = 'Not now'
export const theBellTellsYouOf =
  'The bell tells you of new discussions in them. Change them at any time in your settings.'
export const hidden = 'Hidden'
export const yourSettingsAndTheChat = 'Your settings and the chat stay where they are.'
export const undo = 'Undo'
export const watching = 'Watching'
export const youWillBeToldOf = (what: Part) => `You will be told of ${what}.`
export const muted = 'Muted'
export const isLeftOutOfYour = (name: Part) => `${name} is left out of your lists, notifications and mails.`
export const noLongerMuted = 'No longer muted'
export const isBackInYourLists = (name: Part) => `${name} is back in your lists, notifications and mails.`
export const noLongerWatching = 'No longer watching'
export const youWillNotBeTold = (what: Part) => `You will not be told of ${what}.`
export const normal = 'Normal'
export const categoriesAndTagsThatYou = 'Categories and tags that you watch'
export const whatYouWatchCouldNot = 'What you watch could not be loaded.'
export const loadingWhatYouWatch = 'Loading what you watch...'
export const noneYetOnThePages =
  'None yet. On the pages of categories and tags choose Watching: you are then told of new discussions there.'
export const stopWatching = (nameOf: Part) => `Stop watching ${nameOf}`
export const newReplies = 'new replies'
export const newDiscussionsBy = (name: Part) => `new discussions by ${name}`
export const newDiscussionsIn = (name: Part) => `new discussions in ${name}`
