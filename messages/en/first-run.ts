import type { Part } from '../rich.ts'

export const getStarted = 'Get started'
export const of3Done = (done: Part) => `${done} of 3 done`
export const chooseThreeSubjects = 'Choose three subjects'
export const theBellTellsYouOf =
  'The bell tells you of new discussions in them. Change them at any time in your settings.'
export const addAPhoto = 'Add a photo'
export const aPictureOfYourOwn = 'A picture of your own, or the one that was drawn for you.'
export const keepThisPicture = 'Keep this picture'
export const sayHello = 'Say hello'
export const inTheLiveChatWhose =
  'In the live chat, whose messages disappear after 12 hours, or by answering a question.'
export const sayHelloInTheChat = 'Say hello in the chat'
export const findAQuestionToAnswer = 'Find a question to answer'
export const hideThis = 'Hide this'
export const done = ' (done)'
