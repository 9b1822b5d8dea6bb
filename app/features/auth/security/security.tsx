// The security settings of one's own account. Loaded with their page only.
import { AsksForProof } from '#app/features/auth/recent-proof.tsx'
import { FormSection } from '#app/ui/forms/form-section.tsx'
import { EmailChange, PasswordChange } from './credentials.tsx'
import { SessionList } from './session-list.tsx'
import { SignInWays } from './sign-in-ways.tsx'
import { TwoStep } from './two-step.tsx'

export default function Security({ email }: { email: string }) {
  return (
    <AsksForProof email={email}>
      <div className="divide-y divide-line rounded-card border border-line bg-surface">
        <FormSection title="Password" about="Changing it signs your other devices out.">
          <PasswordChange />
        </FormSection>
        <FormSection
          title="E-mail address"
          about="You sign in with it, and mails go there. Nobody else sees it."
        >
          <EmailChange email={email} />
        </FormSection>
        <FormSection title="Ways to sign in" about="Connect another account to sign in with one click.">
          <SignInWays />
        </FormSection>
        <FormSection title="Two-step sign-in" about="A second proof besides your password.">
          <TwoStep />
        </FormSection>
        <FormSection
          title="Where you are signed in"
          about="End sessions that you do not recognise, then change your password."
        >
          <SessionList />
        </FormSection>
      </div>
    </AsksForProof>
  )
}
