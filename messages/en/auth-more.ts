import { type Node, type Part, rich, type Tag } from '../rich.ts'

export const theServerCouldNotBe =
  'The server could not be reached. Check your connection and try again; what you typed is still here.'
export const theFaultIsOnOur =
  'The fault is on our side. Try again in a moment; what you typed is still here.'
export const tooManyAttemptsPleaseTry = (when: Part) => `Too many attempts. Please try again ${when}.`
export const nothingWasChangedThisNeeds = 'Nothing was changed: this needs a proof that it is you.'
export const thatDidNotWork = 'That did not work'
export const thisSignInWasLeft =
  'This sign-in was left too long, or begun in another browser. Please try again.'
export const theOtherSiteDidNot = 'The other site did not let you through. Please try again, or sign in here.'
export const yourAddressHasAnAccount =
  'Your address has an account here already. Please sign in to it with its password.'
export const pleaseVerifyYourEMail = 'Please verify your e-mail address at the other site first.'
export const thatAccountIsConnectedAlready = 'That account is connected already, here or to another member.'
export const thisAccountIsBanned = 'This account is banned.'
export const signingInDidNotWork = 'Signing in did not work. Please try again.'
export const sentAgain = 'Sent again'
export const anotherMailIsOnIts = (email: Part) => `Another mail is on its way to ${email}.`
export const notSent = 'Not sent'
export const codeFromTheEMail = 'Code from the e-mail'
export const ifYouReadYourE = 'If you read your e-mail on another device, type its code here.'
export const checking = 'Checking...'
export const theCode = 'Use the code'
export const nothingThereCheckYourSpam = 'Nothing there? Check your spam folder.'
export const sending = 'Sending...'
export const sendItAgain = 'Send it again'
export const keepItUnderDeletedMember = 'Keep it, under ‘Deleted member’'
export const deleteWhatIWroteToo = 'Delete what I wrote too'
export const signOutAndInAgain = 'Sign out and in again with your second step, then close the account.'
export const yourAccountHasNoPassword = 'Your account has no password. Ask for a code below.'
export const pleaseEnterTheCode = 'Please enter the code.'
export const pleaseEnterYourPassword = 'Please enter your password.'
export const accountClosed = 'Account closed'
export const yourNameIsGoneFrom = 'Your name is gone from the site. Thank you for having been here.'
export const closingIsForGoodYour =
  'Closing is for good. Your name, picture and profile go at once, everywhere; so do your chat messages, bookmarks, follows, notifications and your newsletter. Nobody can sign in to the account again.'
export const whatOthersWroteStaysAlso =
  'What others wrote stays, also under your discussions. What you registered with is kept apart for 180 days, as the law requires, and then erased. Words of yours that others quoted stay in their posts.'
export const closeAccount = 'Close account'
export const whatYouWrote = 'What you wrote'
export const yourDiscussionsAndRepliesStay = 'Your discussions and replies stay readable, without your name.'
export const yourRepliesAndDiscussionsAre =
  'Your replies and discussions are deleted within the day. Of a discussion that others answered, the title stays with their answers: change it first if it names you. Your edits of others’ wikis stay, without your name.'
export const codeFromTheMail = 'Code from the mail'
export const itWentTo = (email: Part) => `It went to ${email}.`
export const yourPassword = 'Your password'
export const closing = 'Closing...'
export const closeAccountForGood = 'Close Account For Good'
export const cancel = 'Cancel'
export const iHaveNoPasswordMail = 'I have no password: mail me a code'
export const closeAccount2 = 'Close Account…'
export const eMail = 'E-mail'
export const atLeastCharactersAFew = (minCodePoints: Part) =>
  `At least ${minCodePoints} characters. A few words are best.`
export const signInAgain = 'Sign in again.'
export const newPassword = 'New password'
export const confirmNewPassword = 'Confirm new password'
export const saving = 'Saving...'
export const saveNewPassword = 'Save new password'
export const yourUpvoteIsCastAs = 'Your upvote is cast as soon as you are signed in.'
export const theEditorForYourReply = 'The editor for your reply opens as soon as you are signed in.'
export const yourBookmarkIsKeptAs = 'Your bookmark is kept as soon as you are signed in.'
export const youFollowThisMemberAs = 'You follow this member as soon as you are signed in.'
export const youCanReportThePost = 'You can report the post as soon as you are signed in.'
export const google = 'Google'
export const gitHub = 'GitHub'
export const or = 'or'
export const continueWith = (part: Tag, label: Part) => rich(part('Continue with '), label)
export const notSetUpOnThis = 'Not set up on this site'
export const signInFailed = 'Sign in failed'
export const thisPasswordIsNotRight = 'This password is not right.'
export const thisCodeIsNotRight = 'This code is not right, or it was used already.'
export const thisCodeIsNotRight2 = 'This code is not right, or it is too old.'
export const thisCouldNotBeChecked = 'This could not be checked. Check your connection and try again.'
export const pleaseConfirmThatItIs = 'Please confirm that it is you'
export const youSignedInAWhile =
  'You signed in a while ago. This change decides who can sign in, so it needs a proof first.'
export const code = 'Code'
export const sixDigitsOfYourAuthenticator = 'Six digits of your authenticator app, or a recovery code.'
export const mailMeACodeInstead = 'Mail me a code instead'
export const continueLabel = 'Continue'
export const thisCodeIsNotRight3 = 'This code is not right, or it was used already. Wait for the next one.'
export const thisCodeIsNotOne = 'This code is not one of yours, or it was used already.'
export const welcomeBack = 'Welcome back!'
export const youHaveBeenSignedIn = 'You have been signed in successfully.'
export const secondStep = 'Second step'
export const enterOneOfYourRecovery = 'Enter one of your recovery codes.'
export const enterTheCodeThatYour = 'Enter the code that your authenticator app shows.'
export const cancelAndSignOut = 'Cancel and sign out'
export const recoveryCode = 'Recovery code'
export const sixDigits = 'Six digits'
export const eachCodeWorksOnce = 'Each code works once.'
export const aNewOneComesEvery = 'A new one comes every 30 seconds.'
export const theAuthenticatorAppInstead = 'Use the authenticator app instead'
export const aRecoveryCodeInstead = 'Use a recovery code instead'
export const passwordChanged = 'Password changed'
export const yourOtherDevicesHaveBeen = 'Your other devices have been signed out.'
export const currentPassword = 'Current password'
export const changing = 'Changing...'
export const changePassword = 'Change Password'
export const checkYourEMail = 'Check your e-mail'
export const openTheLinkThatWent = (new_email: Part) => `Open the link that went to ${new_email}.`
export const eMailAddressChanged = 'E-mail address changed'
export const fromNowOnYouSign = (value: Part) => `From now on you sign in with ${value}.`
export const now = 'Now'
export const newEMailAddress = 'New e-mail address'
export const passwordForTheNewAddress = 'Password for the new address'
export const changeAddress = 'Change Address'
export const password = 'Password'
export const changingItSignsYourOther = 'Changing it signs your other devices out.'
export const eMailAddress = 'E-mail address'
export const youSignInWithIt = 'You sign in with it, and mails go there. Nobody else sees it.'
export const waysToSignIn = 'Ways to sign in'
export const whatOpensYourAccount = 'What opens your account.'
export const twoStepSignIn = 'Two-step sign-in'
export const aSecondProofBesidesYour = 'A second proof besides your password.'
export const whereYouAreSignedIn = 'Where you are signed in'
export const endSessionsThatYouDo = 'End sessions that you do not recognise, then change your password.'
export const notEnded = 'Not ended'
export const yourDevicesCouldNotBe = 'Your devices could not be loaded.'
export const loadingYourDevices = 'Loading your devices...'
export const thisDevice = 'This device'
export const end = 'End'
export const end2 = (deviceName: Part) => `End ${deviceName}`
export const ending = 'Ending...'
export const endAllOthers = 'End All Others'
export const samsungInternet = 'Samsung Internet'
export const unknownDevice = 'Unknown device'
export const yourWaysToSignIn = 'Your ways to sign in could not be loaded.'
export const loadingYourWaysToSign = 'Loading your ways to sign in...'
export const yourOnlyWayToSign = 'Your only way to sign in'
export const connectedAs = (address: Part) => `Connected as ${address}`
export const connected = 'Connected'
export const notConnected = 'Not connected'
export const connect = 'Connect'
export const connect2 = (label: Part) => `Connect ${label}`
export const disconnect = 'Disconnect'
export const disconnect2 = (label: Part) => `Disconnect ${label}`
export const disconnect3 = (label: Part) => `Disconnect ${label}?`
export const youCanThenNoLonger = (label: Part) =>
  `You can then no longer sign in here with ${label}. Your account and what you wrote stay as they are.`
export const disconnected = (label: Part) => `${label} disconnected`
export const thisCouldNotBeLoaded = 'This could not be loaded.'
export const loadingTwoStepSignIn = 'Loading two-step sign-in...'
export const twoStepSignInIs = 'Two-step sign-in is on'
export const keepTheRecoveryCodesIn = 'Keep the recovery codes in a safe place.'
export const offWithItOnSigning =
  'Off. With it on, signing in also asks for a code from an app on your phone, so that a stolen password alone opens nothing.'
export const preparing = 'Preparing...'
export const switchOn = 'Switch On'
export const onLeft = (remaining: Part) => `On. ${remaining} recovery codes are left.`
export const makeNewOnesWithoutThem = ' Make new ones: without them a lost phone locks you out.'
export const making = 'Making...'
export const newRecoveryCodes = 'New Recovery Codes'
export const switchOff = 'Switch Off'
export const twoStepSignInIs2 = 'Two-step sign-in is off'
export const yourPasswordAloneSignsYou = 'Your password alone signs you in.'
export const thisCodeIsNotRight4 = 'This code is not right. Is the clock of your phone set automatically?'
export const scanThisWithAnAuthenticator =
  'Scan this with an authenticator app, then enter the code that it shows.'
export const qrCodeOfTheKey = 'QR code of the key below'
export const noCameraTypeThisKey = 'No camera? Type this key into the app:'
export const recoveryCodesCopied = 'Recovery codes copied'
export const notCopied = 'Not copied'
export const yourBrowserDoesNotAllow = 'Your browser does not allow it here.'
export const eachOfTheseSignsYou =
  'Each of these signs you in once when your phone is lost. They are shown only now: print them, or keep them in a password manager.'
export const copy = 'Copy'
export const iHaveKeptThem = 'I have kept them'
export const notSwitchedOffCheckYour = 'Not switched off. Check your connection and try again.'
export const switchOffTwoStepSign = 'Switch off two-step sign-in?'
export const yourPasswordAloneWillSign =
  'Your password alone will sign you in, and the recovery codes stop working.'
export const switchingOff = 'Switching off...'
export const forgotYourPassword = 'Forgot your password?'
export const signingIn = 'Signing In...'
export const signIn = 'Sign In'
export const yourAccountIsSuspended = (value: Node) => rich('Your account is suspended', value, '.')
export const reason = (reason: Part) => `Reason: ${reason}`
export const youCanGoOnReading = (value: Node) =>
  rich(value, ' You can go on reading everything without signing in.')
export const ifYouThinkThatThis = (link: Tag) =>
  rich(
    'If you think that this is wrong, ',
    link('write to the Grievance Officer'),
    ': somebody else looks at it again.',
  )
export const registrationFailed = 'Registration failed'
export const accountCreated = 'Account created!'
export const welcomeToYouCanNow = (name: Part) =>
  `Welcome to ${name}! You can now start participating in discussions.`
export const username = 'Username'
export const toLettersNumbers = (min: Part, max: Part) => `${min} to ${max} letters, numbers, _ . -`
export const neverShownToOtherMembers = 'Never shown to other members.'
export const confirmPassword = 'Confirm password'
export const termsOfUsePartOpens = (part: Tag) => rich('Terms of Use', part(' (opens in a new tab)'))
export const privacyPolicyPartOpensIn = (part: Tag) => rich('Privacy Policy', part(' (opens in a new tab)'))
export const iAgreeToTheAnd = (link: Node, link2: Node) => rich('I agree to the ', link, ' and the ', link2)
export const sendMeAWeeklyDigest = 'Send me a weekly digest of new discussions, on Mondays'
export const accountsAreForPeopleOf = 'Accounts are for people of 18 years and over.'
export const creatingAccount = 'Creating Account...'
export const createAccount = 'Create Account'
export const since = (date: Part) => ` since ${date}`
export const itOpensAgainOn = (date: Part) => `It opens again on ${date}.`
export const itStaysSo = 'It stays so until an administrator lifts it.'
export const onOneLeft = 'On. One recovery code is left.'
export const browserOn = (browser: Part, system: Part) => `${browser} on ${system}`
export const disconnecting = 'Disconnecting...'
export const thatDidNotWorkTry = 'That did not work. Please try again.'
export const showIt = (label: Part) => `Show ${label}`
export const hideIt = (label: Part) => `Hide ${label}`
