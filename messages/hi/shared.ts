import type { Part } from '../rich.ts'

export const anAnimatedPNGWouldBe = 'एनिमेटेड PNG की सिर्फ़ पहली तस्वीर सहेजी जा सकती है: GIF या WebP चुनें'
export const pleaseSayWhyIn3 = 'वजह 3 से 500 अक्षरों में बताएँ।'
export const deletedMember = 'हटाया गया सदस्य'
export const aTableCanHaveUp = (mostCells: Part) =>
  `टेबल में ज़्यादा से ज़्यादा ${mostCells} खाने हो सकते हैं। उसका एक हिस्सा ही पेस्ट करें या भेजें।`
export const oneMomentPlease = 'बस एक पल'
