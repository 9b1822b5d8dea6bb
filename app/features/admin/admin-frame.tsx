// The frame of the administration's pages: navigation, the notice of maintenance mode, and the page head.
import {
  ClipboardList,
  Construction,
  Database,
  FileText,
  Flag,
  FolderTree,
  Gauge,
  Hourglass,
  Languages,
  Mail,
  MessagesSquare,
  Newspaper,
  Scale,
  Settings,
  ShieldAlert,
  Tag,
  Users,
} from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { Link, type MetaDescriptor, useLocation } from 'react-router'
import { pageMeta } from '#app/platform/seo/meta.ts'
import { memberFetch } from '#app/platform/supabase/member-fetch.ts'
import { ENGLISH, EnglishNote } from '#app/ui/in-english.tsx'
import { Rail } from '#app/ui/rail.tsx'
import * as t from '#words/admin.ts'

/** The five tabs of SPEC.md, in its order. */
const TABS = [
  { to: '/admin', label: t.dashboard, Icon: Gauge },
  { to: '/admin/users', label: t.users, Icon: Users },
  { to: '/admin/content', label: t.content, Icon: MessagesSquare },
  { to: '/admin/categories', label: t.categories, Icon: FolderTree },
  { to: '/admin/settings', label: t.settings, Icon: Settings },
] as const

/** The tab of the reports' console with the posts that wait. */
export const WAITING = '/admin/moderate?state=waiting'

/** Further sections. */
const MORE = [
  { to: '/admin/moderate', label: t.reports, Icon: Flag },
  { to: WAITING, label: t.waitingPosts, Icon: Hourglass },
  { to: '/admin/appeals', label: t.appeals, Icon: Scale },
  { to: '/admin/blog', label: t.articles, Icon: FileText },
  { to: '/admin/contact', label: t.contact, Icon: Mail },
  { to: '/admin/newsletter', label: t.newsletter, Icon: Newspaper },
  { to: '/admin/synonyms', label: t.synonyms, Icon: Languages },
  { to: '/admin/names', label: t.names, Icon: Tag },
  { to: '/admin/shield', label: t.scamShield, Icon: ShieldAlert },
  { to: '/admin/log', label: t.log, Icon: ClipboardList },
  { to: '/admin/database', label: t.database, Icon: Database },
] as const

/** @param counts what waits in a section, by its address */
function AdminNavigation({ counts }: { counts: Readonly<Record<string, number>> }) {
  const { pathname, search } = useLocation()
  return <Rail label={t.admin} groups={[TABS, MORE]} current={sectionOf(pathname, search)} counts={counts} />
}

/** The navigation entry of an address: the form of an article belongs to Articles, the reasons to Appeals. */
function sectionOf(pathname: string, search: string): string {
  if (pathname + search === WAITING) return WAITING
  if (pathname.startsWith('/admin/create-blog')) return '/admin/blog'
  if (pathname.startsWith('/admin/reasons')) return '/admin/appeals'
  return pathname.split('/').slice(0, 3).join('/').replace(/\/$/, '')
}

type AdminFrameProps = { counts?: Readonly<Record<string, number>>; children: ReactNode }

/** The page beside the navigation. */
export function AdminFrame({ counts = {}, children }: AdminFrameProps) {
  return (
    <div
      lang={ENGLISH}
      data-no-footer
      className="page pt-3 lg:grid lg:grid-cols-[156px_minmax(0,1fr)] lg:gap-6 lg:pt-6"
    >
      <AdminNavigation counts={counts} />
      <div className="min-w-0 space-y-4 pt-4 lg:pt-0">
        <EnglishNote />
        {children}
      </div>
    </div>
  )
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
        {t.maintenanceModeIsOnOnly((text) => (
          <Link to="/admin/settings" className="font-medium underline underline-offset-2">
            {text}
          </Link>
        ))}
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
  return ({ matches }: { matches: readonly unknown[] }): MetaDescriptor[] =>
    pageMeta(matches, {
      title: title === 'Admin' ? title : t.admin2(title),
      description: t.forTheAdministratorsOfThis,
      path,
      isIndexed: false,
    })
}
