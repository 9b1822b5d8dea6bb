// The menu of a post, ⋯: what is done seldom, so that each post has one short row of buttons. Its items are loaded with
// the first press.
import { type ReactNode, useState } from 'react'
import { currentSession, memberClient } from '#app/platform/session/session.ts'
import { toastFailure } from '#app/ui/feedback/toast.ts'
import * as t from '#words/discussion.ts'
import type { PostMenuProps } from './post-menu.tsx'

type Menu = (props: PostMenuProps) => ReactNode

/** The items of whoever reads, which is not known before the session is. */
async function loadMenu(): Promise<Menu> {
  await memberClient()
  const session = currentSession()
  if (session.status !== 'member') return (await import('./post-menu.tsx')).default
  const { default: MemberMenu } = await import('./member-menu.tsx')
  return (props) => <MemberMenu {...props} userId={session.userId} />
}

export function MoreButton(props: PostMenuProps) {
  const [Menu, setMenu] = useState<Menu | null>(null)
  const load = () =>
    loadMenu().then(
      (loaded) => setMenu(() => loaded),
      () => toastFailure(t.theMenuCouldNotBe, t.checkYourConnectionAndTry),
    )
  return Menu ? (
    <Menu {...props} />
  ) : (
    <button
      type="button"
      className="act sign-more"
      aria-label={t.more(props.of)}
      aria-haspopup="menu"
      onClick={() => void load()}
    />
  )
}
