// What a guest sees on a member's page: its purpose, and links to sign in or up.
import type { LucideIcon } from 'lucide-react'
import { Link } from 'react-router'
import { SignInLink } from '#app/platform/session/session-links.tsx'
import { useSite } from '#app/platform/site/site.ts'
import { buttonClass } from '#app/ui/forms/button.tsx'
import * as t from '#words/shell-more.ts'

type MembersOnlyProps = {
  title: string
  /** The purpose of the page. */
  finds: readonly { Icon: LucideIcon; title: string; text: string }[]
}

export function MembersOnly({ title, finds }: MembersOnlyProps) {
  const { isSignUpOpen } = useSite()
  return (
    <section className="rounded-card border border-line bg-surface p-5 sm:p-8">
      <h2 className="text-22">{title}</h2>
      <ul className="mt-5 grid gap-5 sm:grid-cols-3">
        {finds.map(({ Icon, title: what, text }) => (
          <li key={what} className="flex gap-3 sm:flex-col">
            <span className="inline-flex size-10 shrink-0 items-center justify-center rounded-control bg-accent-soft text-accent">
              <Icon size={20} aria-hidden />
            </span>
            <div>
              <h3 className="font-sans text-15 font-semibold">{what}</h3>
              <p className="mt-0.5 text-14 text-muted">{text}</p>
            </div>
          </li>
        ))}
      </ul>
      <div className="mt-6 grid gap-2 sm:flex">
        <SignInLink className={buttonClass()} />
        {isSignUpOpen ? (
          <SignInLink to="/signup" className={buttonClass('secondary')}>
            {t.signUp}
          </SignInLink>
        ) : null}
      </div>
      <p className="mt-3 text-14 text-muted">
        {isSignUpOpen ? t.joiningIsFreeAndReading : t.newAccountsCannotBeMade}{' '}
        <Link
          to="/forums"
          className="inline-flex min-h-11 items-center text-accent underline underline-offset-2 sm:min-h-0"
        >
          {t.browseTheForums2}
        </Link>
      </p>
    </section>
  )
}
