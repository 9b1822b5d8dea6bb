// The frame of the administration's pages: navigation, the notice of maintenance mode, and the page head.
import {
  ClipboardList,
  Construction,
  Database,
  FileText,
  Flag,
  FolderTree,
  Gauge,
  Languages,
  Mail,
  MessagesSquare,
  Newspaper,
  Settings,
  Tag,
  Users,
} from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { Link, type MetaDescriptor, useLocation } from 'react-router'
import { pageMeta } from '#app/platform/seo/meta.ts'
import { memberFetch } from '#app/platform/supabase/member-fetch.ts'
import { Rail } from '#app/ui/rail.tsx'

/** The five tabs of SPEC.md, in its order. */
const TABS = [
  { to: '/admin', label: 'Dashboard', Icon: Gauge },
  { to: '/admin/users', label: 'Users', Icon: Users },
  { to: '/admin/content', label: 'Content', Icon: MessagesSquare },
  { to: '/admin/categories', label: 'Categories', Icon: FolderTree },
  { to: '/admin/settings', label: 'Settings', Icon: Settings },
] as const

/** Further sections. */
const MORE = [
  { to: '/admin/moderate', label: 'Reports', Icon: Flag },
  { to: '/admin/blog', label: 'Articles', Icon: FileText },
  { to: '/admin/contact', label: 'Contact', Icon: Mail },
  { to: '/admin/newsletter', label: 'Newsletter', Icon: Newspaper },
  { to: '/admin/synonyms', label: 'Synonyms', Icon: Languages },
  { to: '/admin/names', label: 'Names', Icon: Tag },
  { to: '/admin/log', label: 'Log', Icon: ClipboardList },
  { to: '/admin/database', label: 'Database', Icon: Database },
] as const

export function AdminNavigation() {
  const { pathname } = useLocation()
  return <Rail label="Admin" groups={[TABS, MORE]} current={sectionOf(pathname)} />
}

/** The navigation entry of an address: the form of an article belongs to Articles. */
function sectionOf(pathname: string): string {
  if (pathname.startsWith('/admin/create-blog')) return '/admin/blog'
  return pathname.split('/').slice(0, 3).join('/').replace(/\/$/, '')
}

/** Administrators' access during maintenance lasts an hour. */
const RENEW_EVERY_MS = 30 * 60 * 1_000

/** Tells administrators that maintenance mode is on, and renews this browser's access to the pages. */
export function MaintenanceNote() {
  useEffect(() => {
    const take = () =>
      memberFetch('/site/v1/pass', { method: 'POST' }).then(
        ({ ok, status }) => ok || console.warn('no pass for maintenance', status),
        (error: unknown) => console.warn('no pass for maintenance', error),
      )
    void take()
    const clock = setInterval(() => void take(), RENEW_EVERY_MS)
    return () => clearInterval(clock)
  }, [])
  return (
    <p className="flex items-center gap-2.5 rounded-card bg-warn-soft px-4 py-2.5 text-14 text-warn">
      <Construction size={18} aria-hidden className="shrink-0" />
      <span>
        Maintenance mode is on: only administrators see the pages.{' '}
        <Link to="/admin/settings" className="font-medium underline underline-offset-2">
          Settings
        </Link>
      </span>
    </p>
  )
}

/** The head of an admin page: title, and actions at the right. */
export function PageHead({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="mb-4 flex min-h-11 flex-wrap items-center justify-between gap-x-3 gap-y-3">
      <h1 className="text-28">{title}</h1>
      {children ? <div className="flex flex-wrap gap-2">{children}</div> : null}
    </div>
  )
}

/** The `meta` of an admin page's route. */
export function adminMeta(title: string, path: string) {
  return ({ matches }: { matches: readonly unknown[] }): MetaDescriptor[] => [
    ...pageMeta(matches, {
      title: title === 'Admin' ? title : `${title} · Admin`,
      description: 'For the administrators of this site.',
      path,
    }),
    { name: 'robots', content: 'noindex' },
  ]
}
