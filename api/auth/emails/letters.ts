// What the mails about accounts say, in the language that emails.ts finds for each.
import type { AccountMails } from '../../../messages/by-language.ts'
import type { Email } from '../../mail/email.ts'

/** The texts of a mail, and the address of a page in its language. */
export type Telling = { t: AccountMails; page: (path: string) => string }
/** A mail before its language is known. */
export type Letter = (telling: Telling) => Email
/** A link to a page with a button, and the same as six digits. */
export type IssuedToken = { address: string; code: string }
/** `verified`: the present address has been proven, and must agree. */
export type ChangedAddress = { email: string; newEmail: string; verified: boolean }

const remarksOf = (t: AccountMails, validity: string) => [validity, t.ifYouDidNotAsk]

export const confirm =
  (to: string, { address, code }: IssuedToken): Letter =>
  ({ t }) => ({
    to,
    subject: t.confirmYourAddress,
    code,
    lines: [t.welcomeOneStepIsLeft],
    button: { label: t.confirmAndSignIn, address },
    remarks: remarksOf(t, t.worksForADay),
  })

export const invite =
  (to: string, { address, code }: IssuedToken): Letter =>
  ({ t }) => ({
    to,
    subject: t.youAreInvited,
    code,
    lines: [t.youHaveBeenInvited],
    button: { label: t.acceptTheInvitation, address },
    remarks: [t.worksForADay, t.ifYouDoNotWantToJoin],
  })

export const accountExists =
  (to: string): Letter =>
  ({ t, page }) => ({
    to,
    subject: t.youAlreadyHaveAnAccount,
    lines: [t.somebodyTriedToJoin, t.ifItWasYouSignIn],
    button: { label: t.signIn, address: page('/signin') },
    remarks: [t.nobodyLearnedOfYourAccount],
  })

export const recover =
  (to: string, { address, code }: IssuedToken): Letter =>
  ({ t }) => ({
    to,
    subject: t.chooseANewPassword,
    code,
    lines: [t.somebodyAskedForANewPassword],
    button: { label: t.chooseANewPassword, address },
    remarks: remarksOf(t, t.worksForTenMinutes),
  })

export const signIn =
  (to: string, { address, code }: IssuedToken): Letter =>
  ({ t }) => ({
    to,
    subject: t.yourLinkToSignIn,
    code,
    lines: [t.hereIsYourLink],
    button: { label: t.signIn, address },
    remarks: remarksOf(t, t.worksForTenMinutes),
  })

export const confirmChange =
  (to: string, account: ChangedAddress, { address, code }: IssuedToken): Letter =>
  ({ t }) => ({
    to,
    subject: t.confirmTheChangeOfYourAddress,
    code,
    lines: [
      [
        t.theAddressShallChange(account.email, account.newEmail),
        ...(account.verified ? [t.onceBothHaveConfirmed] : []),
      ].join(' '),
    ],
    button: { label: t.confirmTheChange, address },
    remarks: remarksOf(t, t.worksForADay),
  })

export const reauthenticate =
  (to: string, code: string): Letter =>
  ({ t }) => ({
    to,
    subject: t.yourCode,
    code,
    lines: [t.enterThisCode],
    remarks: [t.theCodeWorksOnce, t.ifYouAreNotChanging],
  })

export const accountClosed =
  (to: string): Letter =>
  ({ t, page }) => ({
    to,
    subject: t.yourAccountIsClosed,
    lines: [t.yourAccountWasClosedJustNow],
    button: { label: t.itWasNotMe, address: page('/contact?subject=technical') },
    remarks: [t.aClosedAccountStaysClosed],
  })
