// The card of the sign-in, sign-up and claim pages.
import type { ReactNode } from 'react'

type AuthCardProps = { title: string; lead?: ReactNode; children: ReactNode; footer?: ReactNode }

export function AuthCard({ title, lead, children, footer }: AuthCardProps) {
  return (
    <div className="page py-6 sm:py-12">
      <div className="mx-auto max-w-[27rem]">
        <h1 className="text-28">{title}</h1>
        {lead ? <p className="mt-1 text-15 text-muted">{lead}</p> : null}
        <div className="mt-6 rounded-card border border-line bg-surface p-4 sm:p-6">{children}</div>
        {footer ? <p className="mt-5 text-center text-15 text-muted">{footer}</p> : null}
      </div>
    </div>
  )
}

/** The style of links in the text of these cards. */
export const TEXT_LINK = 'font-medium text-accent underline underline-offset-3 decoration-1'
