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
import { switchTheme } from './theme.ts'

type OwnMenuProps = { name: string; picture: string | null; className: string }

export default withQueries(OwnMenu)

function OwnMenu({ name, picture, className }: OwnMenuProps) {
  const signOut = useSignOut()
  const session = useSession()
  const isMember = session.status === 'member'
  const { data: run } = useQuery({ ...firstRunQueries.of(isMember ? session.userId : ''), enabled: isMember })
  const done = stepsDone(run)
  return (
    <MenuButton
      label="Your menu"
      startsOpen
      className={className}
      items={[
        { label: 'Your profile', icon: <UserRound size={16} aria-hidden />, to: '/profile' },
        ...(done === null
          ? []
          : [
              {
                label: `Get started (${done} of 3)`,
                icon: <ListChecks size={16} aria-hidden />,
                to: '/dashboard',
              },
            ]),
        { label: 'Dashboard', icon: <LayoutDashboard size={16} aria-hidden />, to: '/dashboard' },
        { label: 'Bookmarks', icon: <Bookmark size={16} aria-hidden />, to: '/bookmarks' },
        {
          label: 'Drafts',
          icon: <NotebookPen size={16} aria-hidden />,
          to: '/dashboard?tab=activity&show=drafts',
        },
        { label: 'Settings', icon: <Settings size={16} aria-hidden />, to: '/settings' },
        { label: 'Light or dark', icon: <Moon size={16} aria-hidden />, onSelect: switchTheme },
        { label: 'Sign Out', icon: <LogOut size={16} aria-hidden />, onSelect: () => void signOut() },
      ]}
    >
      <Avatar name={name} src={picture} size={32} />
    </MenuButton>
  )
}
