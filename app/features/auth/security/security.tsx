// The security of one's own account. Loaded when the profile is, and not before: most pages never need it.
import { type ReactNode, useId } from 'react'
import { EmailChange, PasswordChange } from './credentials.tsx'
import { SessionList } from './session-list.tsx'
import { SignInWays } from './sign-in-ways.tsx'
import { TwoStep } from './two-step.tsx'

export default function Security({ email }: { email: string }) {
  return (
    <div className="divide-y divide-line rounded-card border border-line bg-surface">
      <Part title="Password" about="Changing it signs your other devices out.">
        <PasswordChange />
      </Part>
      <Part title="E-mail address" about="You sign in with it, and mails go there. Nobody else sees it.">
        <EmailChange email={email} />
      </Part>
      <Part title="Ways to sign in" about="Connect another account, and one press signs you in.">
        <SignInWays />
      </Part>
      <Part title="Two-step sign-in" about="A second proof besides your password.">
        <TwoStep />
      </Part>
      <Part title="Where you are signed in" about="End what you do not know, then change your password.">
        <SessionList />
      </Part>
    </div>
  )
}

function Part({ title, about, children }: { title: string; about: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="gap-x-8 p-4 sm:grid sm:grid-cols-[200px_minmax(0,1fr)] sm:p-6">
      <div className="mb-4 sm:mb-0">
        <h3 id={id} className="font-sans text-16 font-semibold">
          {title}
        </h3>
        <p className="mt-0.5 text-13 text-muted">{about}</p>
      </div>
      <div>{children}</div>
    </section>
  )
}
