import type { Part } from '../rich.ts'

export const checkYourMail = 'Check your mail'
export const ifTheAddressCanGet =
  'If the address can get the newsletter, a mail is on its way to it. Open the link in it to confirm; until then nothing else is sent.'
export const newArticlesByMail = 'New articles by mail'
export const aMailWhenANew =
  'A mail when a new article is out, and nothing else. Every mail has a link that ends it with one click.'
export const eMailForTheNewsletter = 'E-mail for the newsletter'
export const youExampleCom = 'you@example.com'
export const subscribing = 'Subscribing...'
export const subscribe = 'Subscribe'
export const anotherAddress = 'Use another address'
export const notSentCheckYourConnection = 'Not sent. Check your connection and try again.'
export const thatIsALotOf = (retryText: Part) => `That is a lot of addresses. Try again ${retryText}.`
export const theSiteIsUnderMaintenance = 'The site is under maintenance. Please try again later.'
