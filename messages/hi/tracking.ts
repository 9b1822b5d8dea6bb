import type { Part } from '../rich.ts'

export const chooseThreeSubjects = 'तीन विषय चुनें'
export const notNow = 'अभी नहीं'
export const theBellTellsYouOf = 'इन विषयों की नई चर्चाओं की खबर घंटी पर मिलेगी। विषय सेटिंग में कभी भी बदलें।'
export const hidden = 'छिपाई हुई'
export const yourSettingsAndTheChat = 'आपकी सेटिंग और चैट अपनी जगह पर हैं।'
export const undo = 'वापस लें'
export const watching = 'नज़र में'
export const youWillBeToldOf = (what: Part) => `आपको ${what} की सूचना मिलेगी।`
export const muted = 'म्यूट किया गया'
export const isLeftOutOfYour = (name: Part) => `अब आपकी सूचियों, सूचनाओं और ईमेल में नहीं: ${name}।`
export const noLongerMuted = 'म्यूट हट गया'
export const isBackInYourLists = (name: Part) => `आपकी सूचियों, सूचनाओं और ईमेल में फिर से: ${name}।`
export const noLongerWatching = 'अब नज़र में नहीं'
export const youWillNotBeTold = (what: Part) => `आपको ${what} की सूचना नहीं मिलेगी।`
export const normal = 'सामान्य'
export const categoriesAndTagsThatYou = 'आपकी नज़र में: श्रेणियाँ और टैग'
export const whatYouWatchCouldNot = 'आपकी नज़र में रखी श्रेणियाँ और टैग लोड नहीं हो सके।'
export const loadingWhatYouWatch = 'आपकी नज़र में रखी श्रेणियाँ और टैग लोड हो रहे हैं...'
export const noneYetOnThePages =
  'अभी कुछ नहीं। किसी श्रेणी या टैग के पेज पर ‘नज़र रखें’ चुनें: वहाँ की नई चर्चाओं की सूचना मिलेगी।'
export const stopWatching = (nameOf: Part) => `${nameOf} पर नज़र रखना बंद करें`
export const newReplies = 'नए जवाबों'
export const newDiscussionsBy = (name: Part) => `${name} की नई चर्चाओं`
export const newDiscussionsIn = (name: Part) => `${name} में नई चर्चाओं`
