import type { Part } from '../rich.ts'

export const home = 'Home'
export const learningCenter = 'Learning Center'
export const inThisArticle = 'In this article'
export const editArticle = 'Edit article'
export const articleNotFound = 'Article not found'
export const theAddressMayBeMistyped = 'The address may be mistyped, or the article was taken down.'
export const allArticles = 'All articles'
export const articlesOnInvestingIPOsTaxation =
  'Articles on investing, IPOs, taxation, insurance, payments and cryptocurrency in India: worked examples in rupees, no recommendations.'
export const learningCenter2 = (topic: Part) => `Learning Center: ${topic}`
export const moneyInIndiaExplainedWith =
  'Money in India, explained with worked examples in rupees. For education, never a recommendation.'
export const featuredArticle = 'Featured article'
export const confirmYourSubscription = 'Confirm your subscription'
export const newArticlesOfTheLearning =
  'New articles of the Learning Center come to your mailbox. One step is left.'
export const confirmMySubscription = 'Confirm my subscription'
export const youAreSubscribed = 'You are subscribed'
export const theNextArticleComesTo =
  'The next article comes to your mailbox. Every mail has a link that ends the subscription.'
export const endYourSubscription = 'End your subscription?'
export const noMoreNewslettersWillBe = 'No more newsletters will be sent to your address.'
export const youAreUnsubscribed = 'You are unsubscribed'
export const noMoreNewslettersWillBe2 =
  'No more newsletters will be sent to your address. You can subscribe again at any time.'
export const thisLinkIsNotValid = 'This link is not valid'
export const itMayHaveBeenCut =
  'It may have been cut in two on its way, or the subscription has ended. Copy the whole address from the mail, or subscribe again.'
export const notSubscribed = 'Not subscribed'
export const mailCannotBeSentTo = 'Mail cannot be sent to this address. Go back and check it.'
export const pleaseTryAgainLater = 'Please try again later'
export const theNewsletterTakesNoMore =
  'The newsletter takes no more addresses from you at this moment. Nothing was changed.'
export const unsubscribe = 'Unsubscribe'
