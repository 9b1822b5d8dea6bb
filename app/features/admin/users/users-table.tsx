// The table of the Users tab (SPEC.md section 2): level by dropdown, view, edit, ban.
import { Ban, Eye, Pencil, Scale } from 'lucide-react'
import { Suspense, useMemo, useState } from 'react'
import { Link } from 'react-router'
import { useSiteForm } from '#app/platform/forms/use-site-form.ts'
import type { Member } from '#app/platform/session/session.ts'
import { Avatar } from '#app/ui/avatar.tsx'
import { Button, buttonClass } from '#app/ui/forms/button.tsx'
import { RowSelect, TextArea } from '#app/ui/forms/field.tsx'
import { FormActions } from '#app/ui/forms/form-end.tsx'
import { lazyWithRetry } from '#app/ui/lazy-with-retry.tsx'
import { Dialog } from '#app/ui/overlays/dialog.tsx'
import { actionColumn } from '#app/ui/tables/action-column.tsx'
import { columnsOf } from '#app/ui/tables/columns.ts'
import { DataTable } from '#app/ui/tables/data-table.tsx'
import { formatDate, formatNumber } from '#shared/format.ts'
import { REASON } from '#shared/limits.ts'
import { LEVELS, type Level } from '#shared/schemas/members.ts'
import { reasonSchema } from '#shared/schemas/moderation.ts'
import { memberPath } from '#shared/slugs.ts'
import * as t from '#words/admin.ts'
import { emailOf, type User } from './queries.ts'
import { ban, changeLevel } from './use-user-acts.ts'

const column = columnsOf<User>()

const EditUser = lazyWithRetry(() => import('./edit-user.tsx'))
const MemberRecord = lazyWithRetry(() => import('../sanctions/member-record.tsx'))

type UsersTableProps = {
  users: readonly User[]
  self: Member
  /** Exports the selected rows. */
  onExport: (users: readonly User[]) => void
}

type Opened =
  | { dialog: 'edit' | 'record'; user: User }
  | {
      dialog: 'ban'
      users: readonly User[]
      /** Called after the ban. */
      onBanned?: () => void
    }
  | null

export function UsersTable({ users, self, onExport }: UsersTableProps) {
  const [opened, setOpened] = useState<Opened>(null)
  const columns = useMemo(
    () =>
      columnsFor(self, {
        // A ban asks for a reason, wherever it is chosen.
        onLevel: (user, level) =>
          level === 'Banned' ? setOpened({ dialog: 'ban', users: [user] }) : void changeLevel([user], level),
        onOpen: setOpened,
      }),
    [self],
  )
  const close = () => setOpened(null)
  return (
    <>
      <DataTable
        label={t.users}
        columns={columns}
        rows={users}
        keyOf={({ id }) => id}
        nameOf={({ username }) => username}
        bulk={(chosen, clear) => (
          <>
            <LevelSelect
              label={t.setTheLevelOfThe}
              value=""
              levels={LEVELS.filter((level) => level !== 'Banned')}
              onChange={async (level) => {
                if (await changeLevel(chosen, level)) clear()
              }}
            />
            <Button
              variant="secondary"
              size="small"
              disabled={!chosen.some((user) => canBan(user, self))}
              onClick={() =>
                setOpened({
                  dialog: 'ban',
                  users: chosen.filter((user) => canBan(user, self)),
                  onBanned: clear,
                })
              }
            >
              {t.banPartSelected((text) => (
                <span className="sr-only">{text}</span>
              ))}
            </Button>
            <Button variant="secondary" size="small" onClick={() => onExport(chosen)}>
              {t.exportPartSelected((text) => (
                <span className="sr-only">{text}</span>
              ))}
            </Button>
          </>
        )}
      />
      {opened?.dialog === 'ban' ? (
        <BanDialog
          users={opened.users}
          onClose={close}
          onBan={async (reason) => {
            const isBanned = await ban(opened.users, reason)
            if (isBanned) opened.onBanned?.()
            return isBanned
          }}
        />
      ) : null}
      {opened?.dialog === 'edit' ? (
        <Suspense>
          <EditUser user={opened.user} isSelf={opened.user.id === self.userId} onClose={close} />
        </Suspense>
      ) : null}
      {opened?.dialog === 'record' ? (
        <Suspense>
          <MemberRecord user={opened.user} isSelf={opened.user.id === self.userId} onClose={close} />
        </Suspense>
      ) : null}
    </>
  )
}

type Handlers = {
  onLevel: (user: User, level: Level) => void
  onOpen: (opened: Opened) => void
}

function canBan(user: User, self: Member): boolean {
  return user.user_level !== 'Banned' && user.id !== self.userId
}

function columnsFor(self: Member, { onLevel, onOpen }: Handlers) {
  return column.columns([
    column.accessor('username', {
      header: 'User',
      cell: ({ row }) => (
        <span className="flex items-center gap-2.5">
          <Avatar id={row.original.id} src={row.original.avatar_url} size={32} />
          <span className="min-w-0 leading-tight">
            <span className="block max-w-40 truncate font-medium" title={row.original.username}>
              {row.original.username}
            </span>
            <span className="block max-w-40 truncate text-13 text-muted">
              {[row.original.full_name, row.original.roles.length > 0 ? 'Admin' : null]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </span>
        </span>
      ),
    }),
    column.display({
      id: 'email',
      header: 'Email',
      cell: ({ row: { original: user } }) => (
        <span className="block max-w-32 truncate text-muted" title={emailOf(user, self)}>
          {emailOf(user, self)}
        </span>
      ),
    }),
    column.accessor(({ user_level }) => LEVELS.indexOf(user_level as Level), {
      id: 'level',
      header: 'Level',
      meta: { stacked: 'beside' },
      cell: ({ row: { original: user } }) => (
        <LevelSelect
          label={t.levelOf(user.username)}
          value={user.user_level}
          levels={LEVELS}
          onChange={(level) => onLevel(user, level)}
        />
      ),
    }),
    column.accessor('total_posts', {
      header: 'Posts',
      meta: { align: 'end' },
      cell: ({ row }) => formatNumber(row.original.total_posts),
    }),
    column.accessor('reputation', {
      header: 'Reputation',
      meta: { align: 'end' },
      cell: ({ row }) => formatNumber(row.original.reputation),
    }),
    column.accessor(({ joined_at }) => Date.parse(joined_at), {
      id: 'joined',
      header: 'Joined',
      meta: { className: 'whitespace-nowrap' },
      cell: ({ row }) => formatDate(row.original.joined_at),
    }),
    actionColumn<User>((user) => (
      <>
        <Link to={memberPath(user.username)} className={ICON} title={t.viewProfile}>
          <Eye size={16} aria-hidden />
          <span className="sr-only">{t.viewProfileOf(user.username)}</span>
        </Link>
        <button
          type="button"
          className={ICON}
          title={t.editUser2}
          onClick={() => onOpen({ dialog: 'edit', user })}
        >
          <Pencil size={16} aria-hidden />
          <span className="sr-only">{t.edit3(user.username)}</span>
        </button>
        <button
          type="button"
          className={ICON}
          title={t.sanctionsAndNotes}
          onClick={() => onOpen({ dialog: 'record', user })}
        >
          <Scale size={16} aria-hidden />
          <span className="sr-only">{t.sanctionsOf(user.username)}</span>
        </button>
        <button
          type="button"
          className={ICON}
          title={user.user_level === 'Banned' ? t.banned : t.banUser}
          disabled={!canBan(user, self)}
          onClick={() => onOpen({ dialog: 'ban', users: [user] })}
        >
          <Ban size={16} aria-hidden />
          <span className="sr-only">{t.ban(user.username)}</span>
        </button>
      </>
    )),
  ])
}

const ICON = buttonClass('quiet', 'small', 'min-w-11 px-0! sm:min-w-9')

type LevelSelectProps = {
  label: string
  value: string
  levels: readonly Level[]
  onChange: (level: Level) => void
}

function LevelSelect({ label, value, levels, onChange }: LevelSelectProps) {
  return (
    <RowSelect
      label={label}
      value={value}
      onChange={(event) => onChange(event.target.value as Level)}
      className="min-w-28 border border-control-line sm:min-h-9"
    >
      {value === '' ? <option value="">{t.setLevel}</option> : null}
      {levels.map((level) => (
        <option key={level}>{level}</option>
      ))}
    </RowSelect>
  )
}

type BanDialogProps = {
  users: readonly User[]
  onClose: () => void
  /** Resolves to whether it succeeded. */
  onBan: (reason: string) => Promise<boolean>
}

/** Confirms a ban, with its consequences and a reason for the moderation log. */
function BanDialog({ users, onClose, onBan }: BanDialogProps) {
  const names = users.map(({ username }) => username)
  const form = useSiteForm({
    schema: reasonSchema,
    start: { reason: '' },
    send: async ({ reason }) => {
      if (await onBan(reason)) onClose()
    },
  })
  return (
    <Dialog
      open
      onClose={onClose}
      busy={form.isBusy}
      title={t.ban2(names.length === 1 ? (names[0] ?? '') : t.users2(names.length))}
    >
      <form {...form.props}>
        <p className="text-15 text-muted">{t.theyAreSignedOutEverywhere}</p>
        {names.length > 1 ? (
          <p className="mt-2 text-15 font-medium [overflow-wrap:anywhere]">{names.join(', ')}</p>
        ) : null}
        <div className="mt-4">
          <TextArea
            label={t.reason}
            hint={t.theMemberReadsItWhen}
            rows={3}
            required
            maxLength={REASON.max}
            {...form.field('reason')}
          />
        </div>
        <FormActions
          action={names.length === 1 ? t.banUser2 : t.banUsers(names.length)}
          busyAction="Banning..."
          variant="danger"
          className="mt-5"
          busy={form.isBusy}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  )
}
