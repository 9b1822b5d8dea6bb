// The security of one's own account. Loaded when the profile is, and not before: most pages never need it.
import { type ReactNode, useId } from 'react'
import { EmailChange } from './email-change.tsx'
import { PasswordChange } from './password-change.tsx'
import { SessionList } from './session-list.tsx'
import { SignInWays } from './sign-in-ways.tsx'
import { TwoStep } from './two-step.tsx'

export default function Security({ email }: { email: string }) {
  return (
    <div className="divide-y divide-line rounded-card border border-line bg-surface">
      <Part title="Password">
        <PasswordChange />
      </Part>
      <Part title="E-mail address">
        <EmailChange email={email} />
      </Part>
      <Part title="Ways to sign in">
        <SignInWays />
      </Part>
      <Part title="Two-step sign-in">
        <TwoStep />
      </Part>
      <Part title="Where you are signed in">
        <SessionList />
      </Part>
    </div>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="p-4 sm:p-6">
      <h3 id={id} className="mb-3 text-16">
        {title}
      </h3>
      {children}
    </section>
  )
}
