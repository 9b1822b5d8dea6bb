// The three ways on from the dashboard; they switch tabs (SPEC.md section 2).
import { FolderTree, MessagesSquare, Users } from 'lucide-react'
import { ButtonLink } from '#app/ui/forms/button.tsx'
import { Panel } from '#app/ui/panel.tsx'

export function QuickActions() {
  return (
    <Panel title="Quick Actions">
      <div className="grid gap-2">
        <ButtonLink to="/admin/users" variant="secondary" className="justify-start">
          <Users size={18} aria-hidden />
          Manage Users
        </ButtonLink>
        <ButtonLink to="/admin/content" variant="secondary" className="justify-start">
          <MessagesSquare size={18} aria-hidden />
          Moderate Content
        </ButtonLink>
        <ButtonLink to="/admin/categories" variant="secondary" className="justify-start">
          <FolderTree size={18} aria-hidden />
          Manage Categories
        </ButtonLink>
      </div>
    </Panel>
  )
}
