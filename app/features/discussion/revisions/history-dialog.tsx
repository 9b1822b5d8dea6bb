// The versions of a post, one change at a time. Loaded on demand.

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useRevalidator } from 'react-router'
import { useAct } from '#app/platform/acts/act.ts'
import { errorMessage } from '#app/platform/acts/refusal.ts'
import { withQueries } from '#app/platform/query/query-client.tsx'
import { client, useSession } from '#app/platform/session/session.ts'
import { TimeAgo } from '#app/ui/clock.tsx'
import { Failed, Skeleton } from '#app/ui/feedback/states.tsx'
import { toast, toastFailure } from '#app/ui/feedback/toast.ts'
import { Button } from '#app/ui/forms/button.tsx'
import { Dialog } from '#app/ui/overlays/dialog.tsx'
import { memberName } from '#shared/slugs.ts'
import * as t from '#words/discussion-more.ts'
import {
  hideRevision,
  type Post,
  type Revision,
  restoreRevision,
  revisionQueries,
  withdrawRevision,
} from './queries.ts'
import { changesBetween, type Piece, textOf, type Version } from './word-diff.ts'

export type HistoryProps = {
  post: Post
  /** The current text, when and by whom the post was first written. */
  current: Version
  author: string
  writtenAt: string
  onClose: () => void
}

/** A version with its author and time; `revision` is its id, null for the current one. */
type DatedVersion = Version & { by: string | null; at: string; revision: Revision | null }

export default withQueries(HistoryDialog)

function HistoryDialog({ post, current, author, writtenAt, onClose }: HistoryProps) {
  const options = revisionQueries.of(post, textOf(current))
  const { data, isError, refetch } = useQuery(options)
  return (
    <Dialog open onClose={onClose} title={t.editHistory} wide>
      {isError ? (
        <Failed message={t.theHistoryCouldNotBe} onRetry={() => void refetch()} />
      ) : data ? (
        <Versions
          versions={versionsOf(data, current, author, writtenAt)}
          author={author}
          post={post}
          currentText={textOf(current)}
          onClose={onClose}
          queryKey={options.queryKey}
        />
      ) : (
        <Skeleton label={t.loadingTheHistory} rows={2} />
      )}
      <div className="mt-4 flex justify-end">
        <Button variant="secondary" onClick={onClose}>
          {t.close}
        </Button>
      </div>
    </Dialog>
  )
}

type VersionsProps = Pick<HistoryProps, 'post' | 'author' | 'onClose'> & {
  versions: DatedVersion[]
  currentText: string
  queryKey: readonly unknown[]
}

function Versions({ versions, author, post, currentText, queryKey, onClose }: VersionsProps) {
  const session = useSession()
  const last = versions.length - 1
  const [chosen, setChosen] = useState(last)
  const at = Math.min(chosen, last)
  const version = versions[at]
  const before = versions[at - 1]
  const pieces = useMemo(
    (): Piece[] =>
      version && before
        ? changesBetween(textOf(before), textOf(version))
        : [{ text: version ? textOf(version) : '', change: 'same' }],
    [version, before],
  )
  if (!version) return null
  const isAdmin = session.status === 'member' && session.isAdmin
  const isAuthor = session.status === 'member' && session.profile?.username === author
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <Button variant="secondary" size="small" disabled={at === 0} onClick={() => setChosen(at - 1)}>
          <ChevronLeft size={16} aria-hidden /> {t.older}
        </Button>
        <Button variant="secondary" size="small" disabled={at === last} onClick={() => setChosen(at + 1)}>
          {t.newer} <ChevronRight size={16} aria-hidden />
        </Button>
        <p role="status" className="text-14 text-muted">
          {t.versionOf(
            <span className="tabular-nums">{at + 1}</span>,
            <span className="tabular-nums">{versions.length}</span>,
            version.by ? (
              <>
                {' · '}
                {(at === 0 ? t.writtenBy : t.editedBy)(
                  <span className="font-semibold text-text">{version.by}</span>,
                )}
              </>
            ) : null,
          )}{' '}
          <TimeAgo at={version.at} />
        </p>
      </div>
      <section
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a long text is scrolled by the keyboard too
        tabIndex={0}
        aria-label={before ? t.whatChanged : t.theFirstVersion}
        className="mt-3 max-h-[50dvh] overflow-y-auto rounded-control border border-line bg-bg px-3 py-2 text-15 whitespace-pre-wrap [overflow-wrap:anywhere]"
      >
        {pieces.map((piece, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one comparison never change places
          <Change key={index} {...piece} />
        ))}
      </section>
      {versions.length === 1 ? <p className="mt-2 text-13 text-muted">{t.itsEarlierVersionsAreNot}</p> : null}
      {version.revision && (isAdmin || isAuthor) ? (
        <div className="mt-3 flex flex-wrap items-center gap-3">
          <Restore revision={version.revision} post={post} currentText={currentText} onRestored={onClose} />
          <TakeOut revision={version.revision} isAdmin={isAdmin} queryKey={queryKey} />
        </div>
      ) : null}
    </>
  )
}

function Change({ text, change }: Piece) {
  if (change === 'same') return text
  return change === 'added' ? (
    <ins className="rounded-sm bg-accent-soft text-accent">
      <span className="sr-only">{t.added}</span>
      {text}
    </ins>
  ) : (
    <del className="rounded-sm bg-loss-soft text-loss">
      <span className="sr-only">{t.removed}</span>
      {text}
    </del>
  )
}

type RestoreProps = { revision: Revision; post: Post; currentText: string; onRestored: () => void }

/** Undoes the edits after a version, for the author and administrators while they may edit the post. */
function Restore({ revision, post, currentText, onRestored }: RestoreProps) {
  const { revalidate } = useRevalidator()
  const { data: row } = useQuery(revisionQueries.row(post, currentText))
  const [restore, isRestoring] = useAct(
    async (updatedAt: string) => restoreRevision(await client(), post, revision, updatedAt),
    {
      done: async (isRestored) => {
        await revalidate()
        onRestored()
        if (isRestored) toast({ title: t.versionRestored })
        else toastFailure(t.notRestored, t.somebodyChangedThisInThe)
      },
      failed: (error) => toastFailure(t.notRestored, errorMessage(error)),
    },
  )
  if (!row?.can_edit) return null
  return (
    <Button size="small" disabled={isRestoring} onClick={() => void restore(row.updated_at)}>
      {isRestoring ? t.restoring : t.restoreThisVersion}
    </Button>
  )
}

type TakeOutProps = { revision: Revision; isAdmin: boolean; queryKey: readonly unknown[] }

/**
 * Removes a version that should never have been posted, such as a telephone number or a PAN. Administrators can restore
 * it, authors cannot.
 */
function TakeOut({ revision, isAdmin, queryKey }: TakeOutProps) {
  const queries = useQueryClient()
  const [hide, isHiding] = useAct(
    async (hidden: boolean) =>
      isAdmin
        ? hideRevision(await client(), revision.id, hidden)
        : withdrawRevision(await client(), revision.id),
    {
      done: () => queries.invalidateQueries({ queryKey }),
      failed: (error) => toastFailure(t.error, errorMessage(error)),
    },
  )
  return (
    <>
      <Button
        variant="secondary"
        size="small"
        disabled={isHiding}
        onClick={() => void hide(!revision.is_hidden)}
      >
        {revision.is_hidden ? t.showThisVersionAgain : t.hideThisVersion}
      </Button>
      {revision.is_hidden ? <p className="text-13 text-warn">{t.onlyAdminsSeeThisVersion}</p> : null}
    </>
  )
}

/** The versions in order. Each began when the one before it was replaced, and its author is who replaced it. */
function versionsOf(
  revisions: readonly Revision[],
  current: Version,
  author: string,
  writtenAt: string,
): DatedVersion[] {
  const begun = (index: number) => {
    const before = revisions[index - 1]
    return before
      ? { by: before.editor ? memberName(before.editor.username) : null, at: before.created_at }
      : { by: author, at: writtenAt }
  }
  return [
    ...revisions.map((revision, index) => ({ ...revision, revision, ...begun(index) })),
    { ...current, revision: null, ...begun(revisions.length) },
  ]
}
