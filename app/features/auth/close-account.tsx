// Closes one's own account: what is deleted, what is kept, whether posts are deleted too, and re-authentication.
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useAct } from '#app/platform/acts/act.ts'
import { useSiteForm } from '#app/platform/forms/use-site-form.ts'
import { client, signOut } from '#app/platform/session/session.ts'
import { toast } from '#app/ui/feedback/toast.ts'
import { Button } from '#app/ui/forms/button.tsx'
import { Radios } from '#app/ui/forms/choices.tsx'
import { TextField } from '#app/ui/forms/field.tsx'
import { closeAccountSchema } from '#shared/schemas/members.ts'
import * as t from '#words/auth-more.ts'
import { authMessage } from './auth-errors.ts'
import { PasswordField } from './fields.tsx'
import { digitsOf, fetchIdentity } from './identity-api.ts'

const POSTS = [
  { value: 'keep', label: t.keepItUnderDeletedMember },
  { value: 'erase', label: t.deleteWhatIWroteToo },
] as const

const REFUSED: Readonly<Record<string, string>> = {
  insufficient_aal: t.signOutAndInAgain,
  reauthentication_needed: t.yourAccountHasNoPassword,
}

export default function CloseAccount({ email }: { email: string }) {
  const navigate = useNavigate()
  const [isOpen, setIsOpen] = useState(false)
  const [posts, setPosts] = useState<'keep' | 'erase'>('keep')
  const [withCode, setWithCode] = useState(false)
  const name = withCode ? 'nonce' : 'password'
  const form = useSiteForm({
    schema: closeAccountSchema,
    start: { nonce: '', password: '' },
    send: async (proofs) => {
      const proof = proofs[name]
      if (proof === '') return { [name]: withCode ? t.pleaseEnterTheCode : t.pleaseEnterYourPassword }
      const { error: refused } = await fetchIdentity('user', 'DELETE', {
        [name]: withCode ? digitsOf(proof) : proof,
        erase_posts: posts === 'erase',
      })
      if (refused) return { [name]: REFUSED[refused.code ?? ''] ?? authMessage(refused) }
      await navigate('/')
      await signOut()
      toast({
        title: t.accountClosed,
        text: t.yourNameIsGoneFrom,
      })
    },
  })
  const [sendCode, isSending] = useAct(async () => {
    const { error: refused } = await (await client()).auth.reauthenticate()
    if (refused) return form.showProblems({ password: authMessage(refused) })
    form.show({})
    setWithCode(true)
  })

  return (
    <div className="max-w-prose space-y-4 text-15">
      <p>{t.closingIsForGoodYour}</p>
      <p>{t.whatOthersWroteStaysAlso}</p>
      {isOpen ? (
        <form {...form.props} aria-label={t.closeAccount} className="space-y-4">
          <Radios label={t.whatYouWrote} options={POSTS} value={posts} onChange={setPosts} />
          <p className="text-14 text-muted">
            {posts === 'keep' ? t.yourDiscussionsAndRepliesStay : t.yourRepliesAndDiscussionsAre}
          </p>
          <div className="max-w-md">
            {withCode ? (
              <TextField
                key="nonce"
                label={t.codeFromTheMail}
                {...form.field('nonce')}
                required
                autoFocus
                autoComplete="one-time-code"
                inputMode="numeric"
                hint={t.itWentTo(email)}
              />
            ) : (
              <PasswordField
                key="password"
                label={t.yourPassword}
                {...form.field('password')}
                autoComplete="current-password"
                required
                autoFocus
              />
            )}
          </div>
          <div className="flex flex-wrap gap-2">
            <Button type="submit" variant="danger" disabled={form.isBusy}>
              {form.isBusy ? t.closing : t.closeAccountForGood}
            </Button>
            <Button variant="secondary" disabled={form.isBusy} onClick={() => setIsOpen(false)}>
              {t.cancel}
            </Button>
            {withCode ? null : (
              <Button variant="quiet" disabled={isSending} onClick={() => void sendCode()}>
                {isSending ? t.sending : t.iHaveNoPasswordMail}
              </Button>
            )}
          </div>
        </form>
      ) : (
        <Button variant="secondary" onClick={() => setIsOpen(true)}>
          {t.closeAccount2}
        </Button>
      )}
    </div>
  )
}
