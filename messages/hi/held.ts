import { type Node, rich } from '../rich.ts'

export const waitsForAModerator = 'मॉडरेटर के देखने का इंतज़ार'
export const waitsAfterOthers = '· मॉडरेटर के देखने का इंतज़ार'
export const yourReplyWaits = 'आपका जवाब मॉडरेटर देखेंगे, फिर दिखेगा'
export const yourDiscussionWaits = 'आपकी चर्चा मॉडरेटर देखेंगे, फिर दिखेगी'
export const whyItWaits =
  'नए सदस्यों की जिन पोस्ट में लिंक, फ़ोन नंबर या UPI ID हो, उन्हें मॉडरेटर पहले देखते हैं, फिर वे सबको दिखती हैं।'
export const onlyYouSeeIt = 'तब तक यह सिर्फ़ आपको और मॉडरेटरों को दिखेगी। फ़ैसला आपको सूचनाओं में और ईमेल से मिलेगा।'
export const lastLook = (ago: Node) => rich('इंतज़ार कर रही किसी पोस्ट पर मॉडरेटर का पिछला फ़ैसला: ', ago, '।')
export const yourWaitingReplies = 'आपके जवाब, जिन्हें मॉडरेटर देखेंगे'
export const yourWaitingPosts = 'आपकी पोस्ट, जिन्हें मॉडरेटर देखेंगे'
