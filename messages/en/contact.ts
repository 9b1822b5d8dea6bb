import { type Node, type Part, rich } from '../rich.ts'

export const yourMessageCouldNotBe =
  'Your message could not be sent. Check your connection and try again; what you wrote is still here.'
export const atMost5MessagesAn = (retryText: Part) =>
  `At most 5 messages an hour can be sent from one place. You can send the next ${retryText}; what you wrote is still here.`
export const contact = 'Contact'
export const name = 'Name'
export const eMail = 'E-mail'
export const subject = 'Subject'
export const chooseASubject = 'Choose a subject'
export const message = 'Message'
export const upToCharactersPleaseSend = (max: Part) =>
  `Up to ${max} characters. Please send no passwords, PAN or account numbers.`
export const sendMessage = 'Send Message'
export const sending = 'Sending...'
export const messageSent = 'Message sent'
export const thankYouWeAnswerTo = (within: Node, strong: Node, except: Node) =>
  rich('Thank you. We answer ', within, ', to ', strong, '.', except, ' A receipt is on its way there.')
export const writeAnotherMessage = 'Write another message'
