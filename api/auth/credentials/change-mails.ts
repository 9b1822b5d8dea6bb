// The mails about changes of the ways into an account: to the owner with the button that undoes it, and to other addresses
// of the account without one.
import type { Email } from '../../mail/email.ts'
import type { ChangeKind, MailedChange } from './undo.ts'

const SIGNED_OUT = 'Every other device was signed out.'

/** `detail` is the new address, or the provider's name. */
const TEXTS: Readonly<Record<ChangeKind, (detail: string) => { subject: string; line: string }>> = {
  password: () => ({
    subject: 'Your password was changed',
    line: `The password of your account was changed just now. ${SIGNED_OUT}`,
  }),
  email: (newEmail) => ({
    subject: 'Your e-mail address was changed',
    line: `The address of your account is now ${newEmail}. ${SIGNED_OUT}`,
  }),
  'factor added': () => ({
    subject: 'Two-step sign-in was set up',
    line: `A second step was added to signing in to your account. ${SIGNED_OUT}`,
  }),
  'factor removed': () => ({
    subject: 'A second step was removed',
    line: `An authenticator app no longer belongs to your account. ${SIGNED_OUT}`,
  }),
  'recovery codes made': () => ({
    subject: 'Recovery codes were made',
    line: `Your account has recovery codes now, each of which replaces the second step once. ${SIGNED_OUT}`,
  }),
  'recovery codes renewed': () => ({
    subject: 'New recovery codes were made',
    line: `Your account has new recovery codes, and the old ones no longer work. ${SIGNED_OUT}`,
  }),
  'recovery codes removed': () => ({
    subject: 'Recovery codes were removed',
    line: `Your account no longer has recovery codes. ${SIGNED_OUT}`,
  }),
  'identity linked': (provider) => ({
    subject: `${nameOf(provider)} was connected`,
    line: `Your account can now be signed in to with ${nameOf(provider)}. ${SIGNED_OUT}`,
  }),
  'identity unlinked': (provider) => ({
    subject: `${nameOf(provider)} was disconnected`,
    line: `Your account can no longer be signed in to with ${nameOf(provider)}. ${SIGNED_OUT}`,
  }),
}

const NAMES: Readonly<Record<string, string>> = { email: 'E-mail', google: 'Google', github: 'GitHub' }

function nameOf(provider: string): string {
  return NAMES[provider] ?? provider
}

/** @param undoUrl the page with the button that undoes the change */
export function changeMails(change: MailedChange, undoUrl: string, siteUrl: string): Email[] {
  const { undoEmail, notifiedEmails } = change
  const { subject, line } = TEXTS[change.kind](change.detail ?? '')
  const lines = change.kind === 'email' ? [line, 'The old mailbox gets no more mail from us.'] : [line]
  const notices = notifiedEmails.map((to) => ({ to, subject, lines, ...noticeOf(change, to, siteUrl) }))
  if (!undoEmail) return notices
  const undo = {
    to: undoEmail,
    subject,
    lines,
    button: { label: 'It was not me', address: undoUrl },
    remarks: [
      'If it was you, there is nothing to do.',
      'If not, the button undoes this change and all later ones, and signs every device out. It works for 72 hours.',
    ],
  }
  return [undo, ...notices]
}

function noticeOf(
  { kind, detail }: MailedChange,
  to: string,
  siteUrl: string,
): Pick<Email, 'button' | 'remarks'> {
  if (kind === 'email' && to === detail) {
    return { remarks: ['If you know nothing of this account, write to us: somebody has given your address.'] }
  }
  if (kind === 'email') {
    return {
      button: { label: 'It was not me', address: `${siteUrl}/contact?subject=technical` },
      remarks: ['If it was you, there is nothing to do. If not, write to us at once.'],
    }
  }
  return {
    remarks: [
      'If it was you, there is nothing to do.',
      'If not, press the button of the mail that told you of the change of your address.',
    ],
  }
}
