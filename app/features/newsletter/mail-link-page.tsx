// A page that a link in an e-mail opens. Opening it changes nothing; its button posts, without a script.
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '#app/ui/forms/button.tsx'
import { PageLanguage } from '#app/ui/forms/page-language.tsx'

export type MailStep = {
  title: string
  text: string
  /** The button's act with the e-mail's token. */
  button?: string
}

type MailLinkPageProps = {
  step: MailStep
  /** Where the button posts to; null without one. */
  action: string | null
  token: string
  Sign: LucideIcon
  /** Links besides the button. */
  children: ReactNode
}

export function MailLinkPage({ step, action, token, Sign, children }: MailLinkPageProps) {
  return (
    <div className="page py-16 text-center sm:py-20">
      <span className="inline-flex size-14 items-center justify-center rounded-full bg-accent-soft text-accent">
        <Sign size={26} aria-hidden />
      </span>
      <h1 className="mt-4 text-28">{step.title}</h1>
      <p className="mx-auto mt-2 max-w-prose text-16 text-balance text-muted">{step.text}</p>
      <div className="mx-auto mt-6 flex justify-center gap-2 max-sm:max-w-80 max-sm:flex-col">
        {action ? (
          <form method="post" action={action}>
            <input type="hidden" name="token" value={token} />
            <PageLanguage />
            <Button type="submit" className="max-sm:w-full">
              {step.button}
            </Button>
          </form>
        ) : null}
        {children}
      </div>
    </div>
  )
}
