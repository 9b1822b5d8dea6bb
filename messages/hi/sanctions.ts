import { type Node, type Part, rich } from '../rich.ts'

/** Stands before the sentence; '' for a sanction without end. */
export const until = (moment: Part) => `${moment} तक `
export const youWereWarned = (_until: string) => 'आपको चेतावनी दी गई है।'
export const youMayNotPostLinks = (until: string) => `आपको ${until}लिंक पोस्ट करने की अनुमति नहीं है।`
export const youMayNotChat = (until: string) => `आपको ${until}लाइव चैट में लिखने की अनुमति नहीं है।`
export const youMayOnlyRead = (until: string) => `आपको ${until}सिर्फ़ पढ़ने की अनुमति है, पोस्ट करने की नहीं।`
export const yourAccountIsSuspended = (until: string) => `आपका खाता ${until}निलंबित है।`
export const yourAccountIsBanned = (until: string) => `आपका खाता ${until}प्रतिबंधित है।`
export const because = (reason: Part) => `कारण: ${reason}।`
export const limitsOnYourAccount = 'रोक और अपील'
export const whyAndWhatYouCanDo = 'कारण, और आगे क्या किया जा सकता है'
export const onlyYouAndTheAdministrators = 'यह पेज सिर्फ़ आपको और एडमिन को दिखता है।'
export const yourLimits = 'आपके खाते पर लगी रोक की सूची'
export const loadingYourLimits = 'सूची खुल रही है…'
export const theListCouldNotBeLoaded = 'सूची नहीं खुल सकी।'
export const noLimits = 'आपके खाते पर कोई रोक नहीं है'
export const noLimitsText = 'आपकी कोई पोस्ट छिपाई जाए या खाते पर रोक लगे, तो यह बात कारण के साथ यहाँ दिखेगी।'
export const readTheGuidelines = 'समुदाय के नियम पढ़ें'
export const nothingIsForbidden = 'आप पर कोई रोक नहीं है। आगे से नियमों का ध्यान रखें।'
export const everythingButLinks = 'लिखना जारी रखें, बस दूसरी साइटों के पते न दें।'
export const everythingButChat = 'चर्चाओं में लिखना जारी रखें।'
export const readingAndYourOwnLists = 'पढ़ना पहले जैसा ही रहेगा, और बुकमार्क व सेटिंग भी।'
export const readingExportAppealClose = 'पढ़ना, अपने डेटा की कॉपी लेना, अपील करना और खाता बंद करना आपके लिए खुला है।'
export const inForce = 'लागू'
export const over = 'समाप्त'
export const lifted = 'हटाई गई'
export const liftedBecause = (reason: Node) => rich('हटाने का कारण: ', reason)
export const yourHiddenPosts = 'आपकी छिपाई गई पोस्ट'
export const hiddenByModeration = 'पोस्ट छिपाई गई'
export const aReplyOfYours = 'आपका एक जवाब'
export const appeal = 'अपील करें'
export const appealHint = 'अपील कोई और पढ़ेगा, फ़ैसला करने वाला नहीं। जवाब आपको यहाँ, सूचनाओं में और ईमेल से मिलेगा।'
export const whyLookAgain = 'हमें फिर से क्यों देखना चाहिए?'
export const sendAppeal = 'अपील भेजें'
export const appealSent = 'अपील भेज दी गई'
export const appealSentText = 'जवाब आपको यहाँ, सूचनाओं में और ईमेल से मिलेगा।'
export const appealOpen = 'आपकी अपील के जवाब का इंतज़ार है।'
export const appealGranted = 'आपकी अपील मान ली गई।'
export const appealRefused = 'आपकी अपील का जवाब आ गया है: फ़ैसला वही रहेगा।'
export const pleaseSignIn = 'अपने खाते पर लगी रोक देखने के लिए साइन इन करें'
