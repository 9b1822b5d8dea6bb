// Links to sign in, which return to the current page, and the button to sign out, which leads home.
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { inLanguage } from '#shared/languages.ts'
import { LANGUAGE } from '#words/language.ts'
import * as t from '#words/platform.ts'
import { signOut } from './session.ts'

type AccountLinkProps = { to?: '/signin' | '/signup'; className?: string; children?: ReactNode }

/**
 * A link to sign in or up. All pages have the same address in it, because a search engine would fetch one for each page.
 * It loads a document, whose referrer says where to return to (app/features/auth/next-path.ts).
 */
export function SignInLink({ to = '/signin', className, children = t.signIn }: AccountLinkProps) {
  return (
    <a href={inLanguage(LANGUAGE, to)} className={className}>
      {children}
    </a>
  )
}

/** Waits this long for the server: in this browser the session is over already. */
const LONGEST_WAIT_MS = 1_000

/** @returns ends the session in this browser, and navigates home */
export function useSignOut(): () => Promise<void> {
  const navigate = useNavigate()
  return async () => {
    // The session ends before the navigation, because the home page may fail to load when offline.
    await Promise.race([signOut(), new Promise((resolve) => setTimeout(resolve, LONGEST_WAIT_MS))])
    await navigate('/')
  }
}

export function SignOutButton({ className, children }: { className?: string; children: ReactNode }) {
  const leave = useSignOut()
  return (
    <button type="button" className={className} onClick={() => void leave()}>
      {children}
    </button>
  )
}
