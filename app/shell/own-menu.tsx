// The menu behind the member's face. Loaded with its first press.
import { useQuery } from '@tanstack/react-query'
import {
  Bookmark,
  LayoutDashboard,
  ListChecks,
  LogOut,
  Moon,
  NotebookPen,
  Settings,
  UserRound,
} from 'lucide-react'
import { firstRunQueries, stepsDone } from '#app/domain/members/first-run.ts'
import { withQueries } from '#app/platform/query/query-client.tsx'
import { useSession } from '#app/platform/session/session.ts'
import { useSignOut } from '#app/platform/session/session-links.tsx'
import { Avatar } from '#app/ui/avatar.tsx'
import { MenuButton } from '#app/ui/overlays/menu-button.tsx'
import * as t from '#words/shell-more.ts'
import { switchTheme } from './theme.ts'

type OwnMenuProps = { id: string; picture: string | null; className: string }

export default withQueries(OwnMenu)

function OwnMenu({ id, picture, className }: OwnMenuProps) {
  const signOut = useSignOut()
  const session = useSession()
  const isMember = session.status === 'member'
  const { data: run } = useQuery({ ...firstRunQueries.of(isMember ? session.userId : ''), enabled: isMember })
  const done = stepsDone(run)
  return (
    <MenuButton
      label={t.yourMenu}
      startsOpen
      className={className}
      items={[
        { label: t.yourProfile, icon: <UserRound size={16} aria-hidden />, to: '/profile' },
        ...(done === null
          ? []
          : [
              {
                label: t.getStartedOf3(done),
                icon: <ListChecks size={16} aria-hidden />,
                to: '/dashboard',
              },
            ]),
        { label: t.dashboard, icon: <LayoutDashboard size={16} aria-hidden />, to: '/dashboard' },
        { label: t.bookmarks, icon: <Bookmark size={16} aria-hidden />, to: '/bookmarks' },
        {
          label: t.drafts,
          icon: <NotebookPen size={16} aria-hidden />,
          to: '/dashboard?tab=activity&show=drafts',
        },
        { label: t.settings, icon: <Settings size={16} aria-hidden />, to: '/settings' },
        { label: t.theme, icon: <Moon size={16} aria-hidden />, onSelect: switchTheme },
        { label: t.signOut, icon: <LogOut size={16} aria-hidden />, onSelect: () => void signOut() },
      ]}
    >
      <Avatar id={id} src={picture} size={32} />
    </MenuButton>
  )
}
