import type { Part } from '../rich.ts'

export const muted = 'म्यूट किया गया'
export const leftOutOfYourLists =
  'ये आपकी सूचियों, सूचनाओं, ईमेल और चैट में नहीं दिखते; चर्चा में ऐसा जवाब सिमटा हुआ दिखता है। खोज में ये मिलते हैं। यह सिर्फ़ आपको दिखता है। सदस्य, श्रेणी, टैग और चर्चा को उनके पेज पर म्यूट किया जाता है, सदस्य को जवाब के पास भी।'
export const whatYouMuteCouldNot = 'आपकी म्यूट सूची लोड नहीं हो पाई।'
export const loadingWhatYouMute = 'आपकी म्यूट सूची लोड हो रही है...'
export const unmute = (nameOf: Part) => `म्यूट हटाएँ: ${nameOf}`
export const aWordOrPhraseTo = 'म्यूट करने के लिए शब्द या वाक्यांश'
export const mute = 'म्यूट करें'
export const isLeftOutOfYour = (name: Part) => `${name} को अब आपकी सूचियों, सूचनाओं और ईमेल से बाहर रखा जाएगा।`
export const noLongerMuted = 'म्यूट हट गया'
export const isBackInYourLists = (name: Part) =>
  `${name} को फिर से आपकी सूचियों, सूचनाओं और ईमेल में शामिल किया जाएगा।`
export const undo = 'वापस लें'
