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
import { authMessage } from './auth-errors.ts'
import { PasswordField } from './fields.tsx'
import { digitsOf, fetchIdentity } from './identity-api.ts'

const POSTS = [
  { value: 'keep', label: 'Keep it, under ‘Deleted member’' },
  { value: 'erase', label: 'Delete what I wrote too' },
] as const

const REFUSED: Readonly<Record<string, string>> = {
  insufficient_aal: 'Sign out and in again with your second step, then close the account.',
  reauthentication_needed: 'Your account has no password. Ask for a code below.',
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
      if (proof === '') return { [name]: withCode ? 'Please enter the code.' : 'Please enter your password.' }
      const { error: refused } = await fetchIdentity('user', 'DELETE', {
        [name]: withCode ? digitsOf(proof) : proof,
        erase_posts: posts === 'erase',
      })
      if (refused) return { [name]: REFUSED[refused.code ?? ''] ?? authMessage(refused) }
      await navigate('/')
      await signOut()
      toast({
        title: 'Account closed',
        text: 'Your name is gone from the site. Thank you for having been here.',
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
      <p>
        Closing is for good. Your name, picture and profile go at once, everywhere; so do your chat messages,
        bookmarks, follows, notifications and your newsletter. Nobody can sign in to the account again.
      </p>
      <p>
        What others wrote stays, also under your discussions. What you registered with is kept apart for 180
        days, as the law requires, and then erased. Words of yours that others quoted stay in their posts.
      </p>
      {isOpen ? (
        <form {...form.props} aria-label="Close account" className="space-y-4">
          <Radios label="What you wrote" options={POSTS} value={posts} onChange={setPosts} />
          <p className="text-14 text-muted">
            {posts === 'keep'
              ? 'Your discussions and replies stay readable, without your name.'
              : 'Your replies and discussions are deleted within the day. Of a discussion that others answered, the title stays with their answers: change it first if it names you. Your edits of others’ wikis stay, without your name.'}
          </p>
          <div className="max-w-md">
            {withCode ? (
              <TextField
                key="nonce"
                label="Code from the mail"
                {...form.field('nonce')}
                required
                autoFocus
                autoComplete="one-time-code"
                inputMode="numeric"
                hint={`It went to ${email}.`}
              />
            ) : (
              <PasswordField
                key="password"
                label="Your password"
                {...form.field('password')}
                autoComplete="current-password"
                required
                autoFocus
              />
            )}
          </div>
          <div className="flex flex-wrap gap-2">
            <Button type="submit" variant="danger" disabled={form.isBusy}>
              {form.isBusy ? 'Closing...' : 'Close Account For Good'}
            </Button>
            <Button variant="secondary" disabled={form.isBusy} onClick={() => setIsOpen(false)}>
              Cancel
            </Button>
            {withCode ? null : (
              <Button variant="quiet" disabled={isSending} onClick={() => void sendCode()}>
                {isSending ? 'Sending...' : 'I have no password: mail me a code'}
              </Button>
            )}
          </div>
        </form>
      ) : (
        <Button variant="secondary" onClick={() => setIsOpen(true)}>
          Close Account…
        </Button>
      )}
    </div>
  )
}
