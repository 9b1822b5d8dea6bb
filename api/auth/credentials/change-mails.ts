// The mails about changes of the ways into an account: to the owner with the button that undoes it, and to other addresses
// of the account without one.
import type { AccountMails } from '../../../messages/by-language.ts'
import type { Letter, Telling } from '../emails/letters.ts'
import type { ChangeKind, MailedChange } from './undo.ts'

type Text = { subject: string; line: string }

/** `detail` is the new address, or the provider's name. */
const TEXTS: Readonly<Record<ChangeKind, (t: AccountMails, detail: string) => Text>> = {
  password: (t) => ({ subject: t.passwordChanged, line: t.thePasswordWasChanged }),
  email: (t, newEmail) => ({ subject: t.addressChanged, line: t.theAddressIsNow(newEmail) }),
  'factor added': (t) => ({ subject: t.secondStepAdded, line: t.aSecondStepWasAdded }),
  'factor removed': (t) => ({ subject: t.secondStepRemoved, line: t.anAppNoLongerBelongs }),
  'recovery codes made': (t) => ({ subject: t.recoveryCodesMade, line: t.yourAccountHasRecoveryCodes }),
  'recovery codes renewed': (t) => ({ subject: t.recoveryCodesRenewed, line: t.theOldCodesNoLongerWork }),
  'recovery codes removed': (t) => ({
    subject: t.recoveryCodesRemoved,
    line: t.yourAccountHasNoRecoveryCodes,
  }),
  'identity linked': (t, provider) => ({
    subject: t.wasConnected(nameOf(t, provider)),
    line: t.canBeSignedInToWith(nameOf(t, provider)),
  }),
  'identity unlinked': (t, provider) => ({
    subject: t.wasDisconnected(nameOf(t, provider)),
    line: t.canNoLongerBeSignedInToWith(nameOf(t, provider)),
  }),
}

const NAMES: Readonly<Record<string, string>> = { google: 'Google', github: 'GitHub' }

function nameOf(t: AccountMails, provider: string): string {
  return provider === 'email' ? t.eMail : (NAMES[provider] ?? provider)
}

/** @param undoUrl the page with the button that undoes the change */
export function changeMails(change: MailedChange, undoUrl: (page: Telling['page']) => string): Letter[] {
  const { undoEmail, notifiedEmails } = change
  const about = (t: AccountMails) => {
    const { subject, line } = TEXTS[change.kind](t, change.detail ?? '')
    const whole = `${line} ${t.otherDevicesWereSignedOut}`
    return { subject, lines: change.kind === 'email' ? [whole, t.theOldMailboxGetsNoMore] : [whole] }
  }
  const notices = notifiedEmails.map(
    (to): Letter =>
      (telling) => ({ to, ...about(telling.t), ...noticeOf(change, to, telling) }),
  )
  if (!undoEmail) return notices
  const undo: Letter = ({ t, page }) => ({
    to: undoEmail,
    ...about(t),
    button: { label: t.itWasNotMe, address: undoUrl(page) },
    remarks: [t.ifItWasYouNothingToDo, t.theButtonUndoes],
  })
  return [undo, ...notices]
}

function noticeOf(
  { kind, detail }: MailedChange,
  to: string,
  { t, page }: Telling,
): Pick<ReturnType<Letter>, 'remarks'> & Partial<ReturnType<Letter>> {
  if (kind === 'email' && to === detail) return { remarks: [t.ifYouKnowNothingOfThisAccount] }
  if (kind === 'email') {
    return {
      button: { label: t.itWasNotMe, address: page('/contact?subject=technical') },
      remarks: [t.ifNotWriteAtOnce],
    }
  }
  return { remarks: [t.ifItWasYouNothingToDo, t.pressTheButtonOfTheMail] }
}
