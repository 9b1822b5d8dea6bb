// Ends the session here, and leads home.
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { signOut } from '#app/platform/session/session.ts'

/** The server is told, but nobody waits long for its answer: here the session is gone already. */
const LONGEST_WAIT_MS = 1_000

export function SignOutButton({ className, children }: { className?: string; children: ReactNode }) {
  const navigate = useNavigate()
  const leave = async () => {
    // First the session, then the way: home may not load (offline), and leaving must not depend on it.
    await Promise.race([signOut(), new Promise((resolve) => setTimeout(resolve, LONGEST_WAIT_MS))])
    await navigate('/')
  }
  return (
    <button type="button" className={className} onClick={() => void leave()}>
      {children}
    </button>
  )
}
