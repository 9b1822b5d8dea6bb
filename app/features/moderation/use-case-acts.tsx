// Actions on reported content: each ends with the message to the reporters.

import { Ban, Check, Eye, EyeOff, Lock, LockOpen, Pencil, RotateCcw, Trash2, X } from 'lucide-react'
import { type ReactNode, Suspense, useState } from 'react'
import { ConfirmAct } from '#app/platform/acts/confirm.tsx'
import { failedTo } from '#app/platform/acts/refusal.ts'
import { SMALL_ICON } from '#app/ui/forms/icon-button.tsx'
import { lazyWithRetry } from '#app/ui/lazy-with-retry.tsx'
import * as t from '#words/moderation.ts'
import { DeleteReplies, DeleteThreads } from './delete-content.tsx'
import { deleteMessage } from './mutations.ts'
import type { Case } from './queue.ts'
import { useHideReplies, useReopen, useThreadActs } from './use-moderation.ts'

// The forms and their rules come with the first decision.
const dialogs = () => import('./case-dialogs.tsx')
const ResolveDialog = lazyWithRetry(dialogs, '', ({ ResolveDialog: Part }) => Part)
const BanDialog = lazyWithRetry(dialogs, '', ({ BanDialog: Part }) => Part)
const EditThreadModal = lazyWithRetry(
  () => import('./edit-thread-modal.tsx'),
  '',
  ({ EditThreadModal: Part }) => Part,
)

type Asked =
  | { dialog: 'resolved' | 'dismissed'; about: Case; words: string }
  | { dialog: 'delete' | 'ban' | 'edit'; about: Case }

export type Act = {
  label: string
  icon: ReactNode
  intent?: 'danger'
  onSelect: () => void
  /** The letter that does it. */
  key: string
  /** The usual end of a case. */
  isDecision?: true
}

/** @returns `actsOn` lists the actions on a case; `dialogs` must be rendered on the page */
export function useCaseActs(): {
  actsOn: (about: Case) => Act[]
  dialogs: ReactNode
} {
  const { setFlag } = useThreadActs()
  const hideReplies = useHideReplies()
  const reopen = useReopen()
  const [asked, setAsked] = useState<Asked | null>(null)
  const close = () => setAsked(null)
  const resolve = (about: Case, words: string) => setAsked({ dialog: 'resolved', about, words })

  function actsOn(about: Case): Act[] {
    const { reports } = about
    const { thread, reply, message, author } = about.target
    const answers: Act[] =
      about.target.state === 'open'
        ? [
            {
              label: t.resolve,
              icon: <Check {...SMALL_ICON} />,
              key: 'r',
              isDecision: true,
              onSelect: () => resolve(about, ''),
            },
            {
              label: t.dismiss,
              icon: <X {...SMALL_ICON} />,
              key: 'd',
              onSelect: () => setAsked({ dialog: 'dismissed', about, words: '' }),
            },
          ]
        : [
            {
              label: t.reopen,
              icon: <RotateCcw {...SMALL_ICON} />,
              key: 'o',
              onSelect: () =>
                void reopen(reports, reports.length === 1 ? t.reportReopened : t.reportsReopened),
            },
          ]
    const acts: (Act | null)[] = [
      ...answers,
      thread || reply
        ? {
            ...((thread ?? reply)?.is_hidden
              ? { label: t.showAgain, icon: <Eye {...SMALL_ICON} /> }
              : { label: t.hide, icon: <EyeOff {...SMALL_ICON} /> }),
            key: 'h',
            onSelect: () => void hide(about),
          }
        : null,
      thread
        ? {
            ...(thread.is_locked
              ? { label: t.unlock, icon: <LockOpen {...SMALL_ICON} /> }
              : { label: t.lock, icon: <Lock {...SMALL_ICON} /> }),
            key: 'l',
            onSelect: () => void lock(about),
          }
        : null,
      thread
        ? {
            label: t.edit2,
            icon: <Pencil {...SMALL_ICON} />,
            key: 'e',
            onSelect: () => setAsked({ dialog: 'edit', about }),
          }
        : null,
      author || message
        ? {
            label: about.target.target_kind === 'profile' ? t.banMember : t.banTheAuthor,
            key: 'b',
            icon: <Ban {...SMALL_ICON} />,
            intent: 'danger',
            onSelect: () => setAsked({ dialog: 'ban', about }),
          }
        : null,
      thread || reply || message
        ? {
            label: t.deleteLabel2,
            icon: <Trash2 {...SMALL_ICON} />,
            intent: 'danger',
            key: 'x',
            onSelect: () => setAsked({ dialog: 'delete', about }),
          }
        : null,
    ]
    return acts.filter((act): act is Act => act !== null)
  }

  async function hide(about: Case) {
    const { thread, reply } = about.target
    const hidden = !(thread ?? reply)?.is_hidden
    const isDone = thread
      ? await setFlag([thread], 'is_hidden', hidden)
      : reply
        ? await hideReplies([reply], hidden)
        : false
    // The message to the reporters names only what was done.
    if (isDone && hidden && about.target.state === 'open') resolve(about, t.itWasHidden)
  }

  async function lock(about: Case) {
    const { thread } = about.target
    if (!thread) return
    const isDone = await setFlag([thread], 'is_locked', !thread.is_locked)
    if (isDone && !thread.is_locked && about.target.state === 'open') resolve(about, t.itWasLocked)
  }

  const about = asked?.about
  const target = about?.target
  const open = (
    <Suspense>
      {about && (asked.dialog === 'resolved' || asked.dialog === 'dismissed') ? (
        <ResolveDialog
          key={asked.words}
          answered={about}
          state={asked.dialog}
          words={asked.words}
          onClose={close}
        />
      ) : null}
      {about && asked.dialog === 'ban' ? (
        <BanDialog
          target={about.target}
          onClose={close}
          onBanned={() => (about.target.state === 'open' ? resolve(about, t.theMemberWasBanned) : close())}
        />
      ) : null}
      {asked?.dialog === 'delete' && target?.thread ? (
        <DeleteThreads threads={[target.thread]} onClose={close} onDeleted={close} />
      ) : null}
      {asked?.dialog === 'delete' && target?.reply ? (
        <DeleteReplies
          replies={[{ id: target.reply.id, author: { username: target.author?.username ?? '' } }]}
          onClose={close}
          onDeleted={close}
        />
      ) : null}
      {asked?.dialog === 'delete' && target?.message ? (
        <DeleteMessage id={target.message.id} name={target.target_label ?? ''} onClose={close} />
      ) : null}
      {asked?.dialog === 'edit' && target?.thread ? (
        <EditThreadModal thread={target.thread} onClose={close} />
      ) : null}
    </Suspense>
  )
  return { actsOn, dialogs: open }
}

function DeleteMessage({ id, name, onClose }: { id: string; name: string; onClose: () => void }) {
  return (
    <ConfirmAct
      title={t.deleteMessage}
      text={t.areYouSureYouWant4(name)}
      action={t.deleteMessage}
      write={(client) => deleteMessage(client, id)}
      said={{ title: t.messageDeleted }}
      onClose={onClose}
      failed={failedTo('delete message')}
    />
  )
}
