// The security settings of one's own account. Loaded with their page only.
import { AsksForProof } from '#app/features/auth/recent-proof.tsx'
import { FormSection } from '#app/ui/forms/form-section.tsx'
import * as t from '#words/auth-more.ts'
import { EmailChange, PasswordChange } from './credentials.tsx'
import { SessionList } from './session-list.tsx'
import { SignInWays } from './sign-in-ways.tsx'
import { TwoStep } from './two-step.tsx'

export default function Security({ email }: { email: string }) {
  return (
    <AsksForProof email={email}>
      <div className="divide-y divide-line rounded-card border border-line bg-surface">
        <FormSection title={t.password} about={t.changingItSignsYourOther}>
          <PasswordChange />
        </FormSection>
        <FormSection title={t.eMailAddress} about={t.youSignInWithIt}>
          <EmailChange email={email} />
        </FormSection>
        <FormSection title={t.waysToSignIn} about={t.whatOpensYourAccount}>
          <SignInWays />
        </FormSection>
        <FormSection title={t.twoStepSignIn} about={t.aSecondProofBesidesYour}>
          <TwoStep />
        </FormSection>
        <FormSection title={t.whereYouAreSignedIn} about={t.endSessionsThatYouDo}>
          <SessionList />
        </FormSection>
      </div>
    </AsksForProof>
  )
}
