import type { Part } from '../rich.ts'

export const home = 'होम'
export const learningCenter = 'लर्निंग सेंटर'
export const inThisArticle = 'इस लेख में'
export const editArticle = 'लेख बदलें'
export const articleNotFound = 'लेख नहीं मिला'
export const theAddressMayBeMistyped = 'शायद पता गलत टाइप हुआ है, या लेख हटा दिया गया है।'
export const allArticles = 'सभी लेख'
export const articlesOnInvestingIPOsTaxation =
  'भारत में निवेश, आईपीओ, टैक्स, बीमा, भुगतान और क्रिप्टोकरेंसी पर लेख: रुपयों में हल किए गए उदाहरण, कोई सिफ़ारिश नहीं।'
export const learningCenter2 = (topic: Part) => `लर्निंग सेंटर: ${topic}`
export const moneyInIndiaExplainedWith =
  'भारत में पैसे की बातें, रुपयों में हल किए गए उदाहरणों के साथ। सिर्फ़ जानकारी के लिए, सिफ़ारिश कभी नहीं।'
export const featuredArticle = 'चुनिंदा लेख'
export const confirmYourSubscription = 'सब्सक्रिप्शन की पुष्टि करें'
export const newArticlesOfTheLearning = 'लर्निंग सेंटर के नए लेख आपके ईमेल पर आएँगे। बस एक कदम बाकी है।'
export const confirmMySubscription = 'पुष्टि करें'
export const youAreSubscribed = 'आपका सब्सक्रिप्शन चालू है'
export const theNextArticleComesTo = 'अगला लेख आपके ईमेल पर आएगा। हर ईमेल में सब्सक्रिप्शन बंद करने का लिंक होता है।'
export const endYourSubscription = 'सब्सक्रिप्शन बंद करना है?'
export const noMoreNewslettersWillBe = 'इसके बाद आपके पते पर न्यूज़लेटर नहीं भेजे जाएँगे।'
export const youAreUnsubscribed = 'आपका सब्सक्रिप्शन बंद हो गया'
export const noMoreNewslettersWillBe2 = 'अब आपके पते पर न्यूज़लेटर नहीं भेजे जाएँगे। जब चाहें, फिर से सब्सक्राइब करें।'
export const thisLinkIsNotValid = 'यह लिंक मान्य नहीं है'
export const itMayHaveBeenCut =
  'शायद लिंक रास्ते में टूट गया, या सब्सक्रिप्शन खत्म हो चुका है। ईमेल से पूरा पता कॉपी करें, या फिर से सब्सक्राइब करें।'
export const notSubscribed = 'सब्सक्रिप्शन नहीं हुआ'
export const mailCannotBeSentTo = 'इस पते पर ईमेल नहीं भेजा जा सकता। पीछे जाकर पता जाँच लें।'
export const pleaseTryAgainLater = 'थोड़ी देर बाद फिर कोशिश करें'
export const theNewsletterTakesNoMore =
  'न्यूज़लेटर के लिए आपकी ओर से फ़िलहाल और पते नहीं जोड़े जा सकते। कुछ भी बदला नहीं है।'
export const unsubscribe = 'सब्सक्रिप्शन बंद करें'
