import type { Part } from '../rich.ts'

// What each mail has (api/mail/email.ts).
export const orEnterThisCode = 'Or enter this code'
export const yourCode = 'Your code'
export const unsubscribe = 'Unsubscribe'
export const ifTheButtonDoesNothing = 'If the button does nothing, open this address:'

// Mails about accounts (api/auth/emails), and the pages behind their links (api/auth/signin/confirm-page.ts).
export const ifYouDidNotAsk =
  'If you did not ask for this, ignore this e-mail: nothing happens without the link.'
export const worksForTenMinutes = 'The link and the code work once, for 10 minutes.'
export const worksForADay = 'The link works once, for 24 hours; the code for 10 minutes.'

export const confirmYourAddress = 'Confirm your e-mail address'
export const welcomeOneStepIsLeft = 'Welcome! One step is left: confirm that this address is yours.'
export const oneStepIsLeft = 'One step is left: confirm that this address is yours.'
export const confirmAndSignIn = 'Confirm and sign in'

export const youAreInvited = 'You are invited'
export const youHaveBeenInvited = 'You have been invited to join. Accept, and your account is ready.'
export const acceptAndYourAccountIsReady = 'Accept the invitation, and your account is ready.'
export const acceptTheInvitation = 'Accept the invitation'
export const ifYouDoNotWantToJoin = 'If you do not want to join, ignore this mail.'

export const youAlreadyHaveAnAccount = 'You already have an account'
export const somebodyTriedToJoin =
  'Somebody, perhaps you, tried to join with this address. It has an account already, so nothing was changed.'
export const ifItWasYouSignIn = 'If it was you, sign in. A forgotten password can be replaced there.'
export const nobodyLearnedOfYourAccount =
  'If it was not you, there is nothing to do: nobody learned that you have an account.'

export const chooseANewPassword = 'Choose a new password'
export const somebodyAskedForANewPassword =
  'Somebody, we hope you, asked for a new password for your account.'
export const theOldPasswordWorksUntil = 'Your old password works until you have saved a new one.'

export const yourLinkToSignIn = 'Your link to sign in'
export const hereIsYourLink = 'Here is your link. No password is needed.'
export const noPasswordIsNeeded = 'No password is needed.'
export const signIn = 'Sign in'

export const confirmTheChangeOfYourAddress = 'Confirm the change of your e-mail address'
export const theAddressShallChange = (from: Part, to: Part) =>
  `The address of your account shall change from ${from} to ${to}.`
export const onceBothHaveConfirmed = 'The change happens once both addresses have confirmed it.'
export const confirmThatTheAddressShallChange = 'Confirm that the address of your account shall change.'
export const confirmTheChange = 'Confirm the change'

export const enterThisCode =
  'Enter this code to confirm that it is you who changes something in your account.'
export const theCodeWorksOnce =
  'The code works once, for 10 minutes. Nobody from this site will ever ask you for it.'
export const ifYouAreNotChanging =
  'If you are not changing anything, somebody else is signed in as you: change your password.'

export const yourAccountIsClosed = 'Your account is closed'
export const yourAccountWasClosedJustNow =
  'Your account was closed just now, and every device was signed out. Your name is gone from the site.'
export const aClosedAccountStaysClosed =
  'If it was you, there is nothing to do. A closed account cannot be opened again.'
export const itWasNotMe = 'It was not me'

// Changes of the ways into an account.
export const otherDevicesWereSignedOut = 'Every other device was signed out.'
export const passwordChanged = 'Your password was changed'
export const thePasswordWasChanged = 'The password of your account was changed just now.'
export const addressChanged = 'Your e-mail address was changed'
export const theAddressIsNow = (address: Part) => `The address of your account is now ${address}.`
export const theOldMailboxGetsNoMore = 'The old mailbox gets no more mail from us.'
export const secondStepAdded = 'Two-step sign-in was set up'
export const aSecondStepWasAdded = 'A second step was added to signing in to your account.'
export const secondStepRemoved = 'A second step was removed'
export const anAppNoLongerBelongs = 'An authenticator app no longer belongs to your account.'
export const recoveryCodesMade = 'Recovery codes were made'
export const yourAccountHasRecoveryCodes =
  'Your account has recovery codes now, each of which replaces the second step once.'
export const recoveryCodesRenewed = 'New recovery codes were made'
export const theOldCodesNoLongerWork = 'Your account has new recovery codes, and the old ones no longer work.'
export const recoveryCodesRemoved = 'Recovery codes were removed'
export const yourAccountHasNoRecoveryCodes = 'Your account no longer has recovery codes.'
export const wasConnected = (provider: Part) => `${provider} was connected`
export const canBeSignedInToWith = (provider: Part) =>
  `Your account can now be signed in to with ${provider}.`
export const wasDisconnected = (provider: Part) => `${provider} was disconnected`
export const canNoLongerBeSignedInToWith = (provider: Part) =>
  `Your account can no longer be signed in to with ${provider}.`
export const eMail = 'E-mail'
export const ifItWasYouNothingToDo = 'If it was you, there is nothing to do.'
export const theButtonUndoes =
  'If not, the button undoes this change and all later ones, and signs every device out. It works for 72 hours.'
export const ifYouKnowNothingOfThisAccount =
  'If you know nothing of this account, write to us: somebody has given your address.'
export const ifNotWriteAtOnce = 'If it was you, there is nothing to do. If not, write to us at once.'
export const pressTheButtonOfTheMail =
  'If not, press the button of the mail that told you of the change of your address.'

export const undoTheChange = 'Undo the change of your account'
export const whatUndoingDoes =
  'Passwords, addresses and second steps become what they were before this change, later changes are undone too, and every device is signed out. Then choose a new password.'
export const itWasNotMeUndoIt = 'It was not me: undo it'
export const thisLinkIsNotComplete = 'This link is not complete'
export const itMayHaveBeenCut =
  'It may have been cut in two on its way. Copy the whole address from the mail. Nothing was changed.'
export const pleaseTryAgainLater = 'Please try again later'
export const manyLinksWereOpened =
  'Many links were opened from your connection in a short time. Open this one again in some minutes; it still works.'
