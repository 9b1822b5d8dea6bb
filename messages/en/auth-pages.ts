import { type Node, type Part, rich, type Tag } from '../rich.ts'

export const confirmation = 'Confirmation'
export const yourEMailAddressIs = 'Your e-mail address is confirmed here.'
export const oneMoment = 'One moment'
export const signingIn = 'Signing in'
export const openingYourLink = 'Opening your link'
export const thisLinkNoLongerWorks = 'This link no longer works'
export const thisAccountHasBeenBanned = 'This account has been banned.'
export const eachLinkWorksOnceAnd =
  'Each link works once and for a limited time, and only the newest one does. If you have used it already, just sign in.'
export const goToSignIn = 'Go to Sign In'
export const oneMoreStep = 'One more step'
export const returnToHome = 'Return to Home'
export const thisAddressIsConfirmedNow =
  'This address is confirmed. Now open the link that we sent to the other one: the change happens once both are confirmed.'
export const yourAddressIsConfirmed = 'Your address is confirmed'
export const openTheLinkInYour = 'Open the link in your e-mail'
export const youAskedForTheLink =
  'You asked for the link in another browser, so you are not signed in here yet. Sign in to go on.'
export const thisPageOpensFromA =
  'This page opens from a link in our e-mails. If you have an account, sign in.'
export const youAreSignedIn = 'You are signed in'
export const yourProfile = 'Your profile'
export const theAddressIsConfirmed = (strong: Node) => rich('The address ', strong, ' is confirmed.')
export const continueLabel = 'Continue'
export const forgotPassword = 'Forgot Password'
export const askForALinkTo = 'Ask for a link to choose a new password.'
export const thisButtonNoLongerWorks = 'This button no longer works'
export const backToSignIn = 'Back to Sign In'
export const checkYourEMail = 'Check your e-mail'
export const ifHasAnAccountA = (strong: Node) =>
  rich('If ', strong, ' has an account, a link to choose a new password is on its way.')
export const itWorksOnceInThis = 'It works once, in this browser, for 10 minutes.'
export const theChangeIsUndone = 'The change is undone'
export const forgotYourPassword = 'Forgot your password?'
export const everyDeviceIsSignedOut =
  'Every device is signed out, and everything is as it was before the change. Choose a new password now: tell us your address, and we send you a link.'
export const theButtonWorksOnceFor =
  'The button works once, for 72 hours, and not after an earlier change was undone. To keep others out, choose a new password: tell us your address, and we send you a link.'
export const tellUsYourAddressAnd = 'Tell us your address, and we send you a link to choose a new one.'
export const choosingANewPassword = 'Choosing a new password'
export const sendTheLink = 'Send the link'
export const newPassword = 'New Password'
export const chooseANewPasswordFor = 'Choose a new password for your account.'
export const chooseANewPassword = 'Choose a new password'
export const eachLinkWorksOnceFor =
  'Each link works once, for 10 minutes, and only the newest one does. Ask for another and it is in your inbox in a moment.'
export const thisLinkWasAskedFor =
  'This link was asked for in another browser and works only there. It has been used up now, so please ask for a new one here.'
export const toChooseANewPassword =
  'To choose a new password, ask for a link by e-mail and open it in this browser.'
export const askForANewLink = 'Ask for a new link'
export const forEveryOtherDeviceWill = (strong: Node) =>
  rich('For ', strong, '. Every other device will be signed out.')
export const loadingTheForm = 'Loading the form'
export const passwordChanged = 'Password changed'
export const yourNewPasswordFrom = 'Use your new password from now on.'
export const signIn = 'Sign In'
export const signInToStartDiscussions = 'Sign in to start discussions, reply, upvote and keep your profile.'
export const goodToSeeYouBack = (name: Part) => `Good to see you back on ${name}.`
export const youWillComeBackTo = 'You will come back to where you were.'
export const newHereLinkCreateAn = (link: Tag) => rich('New here? ', link('Create an account'))
export const newAccountsCannotBeMade = 'New accounts cannot be made at the moment.'
export const sendALinkToSign = 'Send a link to sign in'
export const myPasswordInstead = 'Use my password instead'
export const eMailMeALink = 'E-mail me a link instead'
export const welcomeBack = 'Welcome back!'
export const youHaveBeenSignedIn = 'You have been signed in successfully.'
export const ifHasAnAccountA2 = (strong: Node) =>
  rich('If ', strong, ' has an account, a link to sign in is on its way.')
export const signUp = 'Sign Up'
export const joinTheCommunityAskAnswer =
  'Join the community: ask, answer and learn with investors and traders from all over India.'
export const join = (name: Part) => `Join ${name}`
export const alreadyAMemberLinkSign = (link: Tag) => rich('Already a member? ', link('Sign in'))
export const joining = 'Joining'
export const signUpIsClosed = 'Sign-up is closed'
export const everythingHereCanBeRead =
  'Everything here can be read without an account. Please come back later if you would like to take part.'
export const browseTheForums = 'Browse the forums'
export const accountCreated = 'Account created!'
export const yourAddressIsConfirmedWelcome = 'Your address is confirmed. Welcome!'
export const weSentALinkTo = (strong: Node) =>
  rich('We sent a link to ', strong, '. Open it within 24 hours to finish joining.')
export const askAnswerAndLearnTogether = 'Ask, answer and learn together. Joining is free.'
