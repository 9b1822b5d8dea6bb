// A discussion: opening post, a page of replies, and related discussions.

import { Suspense, useState } from 'react'
import { isRouteErrorResponse, useRevalidator } from 'react-router'
import { DAY_MS, resources } from '#app/context.ts'
import { useUpvotes } from '#app/domain/reactions/use-upvotes.ts'
import { LONG_FROM } from '#app/domain/replies/paging.ts'
import { Participants } from '#app/domain/replies/participants.tsx'
import type { Quotable } from '#app/domain/replies/quote.tsx'
import { leaveTextsToHtml, takeTextsFromHtml } from '#app/domain/threads/post-texts.ts'
import { readMark, useReadMark } from '#app/domain/threads/read-mark.ts'
import { pageItem, ThreadData, threadItem } from '#app/domain/threads/structured-data.tsx'
import { threadPagePath } from '#app/domain/threads/thread-address.ts'
import { preloadEditor } from '#app/editor/editor-on-demand.ts'
import { useCountView } from '#app/features/discussion/count-view.ts'
import { FindInThread } from '#app/features/discussion/find-in-thread.tsx'
import type { Composing } from '#app/features/discussion/member-tools.tsx'
import { OpeningPost } from '#app/features/discussion/opening-post.tsx'
import { ReadingPosition } from '#app/features/discussion/reading-position.tsx'
import { RelatedThreads } from '#app/features/discussion/related-threads.tsx'
import { Replies } from '#app/features/discussion/reply-list.tsx'
import type { Selected } from '#app/features/discussion/selection.ts'
import { ThreadHead } from '#app/features/discussion/thread-head.tsx'
import { useIntent, useRequireMember } from '#app/platform/acts/guest.ts'
import { pageMeta } from '#app/platform/seo/meta.ts'
import { memberClient, useSession } from '#app/platform/session/session.ts'
import { ErrorPage } from '#app/shell/error-page.tsx'
import { Breadcrumb } from '#app/ui/breadcrumb.tsx'
import { lazyOptional, lazyWithRetry } from '#app/ui/lazy-with-retry.tsx'
import { cut } from '#shared/cut.ts'
import { count } from '#shared/format.ts'
import { META_DISCUSSION, META_READ_MARK } from '#shared/page-contract.ts'
import { excerptOf } from '#shared/plain-text.ts'
import * as t from '#words/forums-pages.ts'
import type { Route } from './+types/thread'
import { loadThreadPage } from './load-thread-page.ts'

const DESCRIPTION_LENGTH = 155
const DESCRIPTION_LEAST = 70
const CRUMB_LENGTH = 50

const ComposeReply = lazyWithRetry(
  () => import('#app/features/discussion/compose-reply.tsx'),
  'sticky bottom-[calc(var(--bottom-bar-height)+12px)] z-20 mx-auto mt-4 w-fit rounded-card border border-line bg-surface px-4 py-2 shadow-float sm:bottom-4',
)
const ThreadNotFound = lazyWithRetry(() => import('#app/features/discussion/thread-not-found.tsx'), 'page')
const MemberEnd = lazyOptional(() => import('#app/features/discussion/member-end.tsx'))
const MemberTools = lazyOptional(() => import('#app/features/discussion/member-tools.tsx'))

export async function loader(args: Route.LoaderArgs) {
  const { reader, tags, lasts, declareSearch, rendersHtml } = args.context.get(resources)
  const { linked, namesOthers, ...loaded } = await loadThreadPage(reader, args)
  declareSearch(args.url.search)
  lasts(DAY_MS)
  tags.add(`thread:${loaded.thread.id}`).add('category-names')
  for (const { id } of loaded.related) tags.add(`link:${id}`)
  if (namesOthers) tags.add('member-names')
  for (const { author, wiki } of [loaded.thread, ...loaded.replies]) {
    tags.add(`profile:${author.id}`)
    if (wiki?.editor) tags.add(`profile:${wiki.editor.id}`)
  }
  for (const tag of linked) tags.add(tag)
  if (!rendersHtml) return loaded
  leaveTextsToHtml(loaded)
  // Not serialised either: the browser keeps the description of the server's HTML.
  return Object.defineProperty(loaded as Loaded, 'excerpt', {
    value: excerptOf(loaded.thread.content, DESCRIPTION_LENGTH),
  })
}

type Loaded = Omit<Awaited<ReturnType<typeof loadThreadPage>>, 'linked' | 'namesOthers'> & {
  excerpt?: string
}

export async function clientLoader(args: Route.ClientLoaderArgs) {
  const member = await memberClient()
  if (!member) return args.serverLoader()
  // A dynamic import, because a guest's browser does not need the code that reads the API.
  const { loadThreadPage: load } = await import('./load-thread-page.ts')
  return load(member, args)
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  if (!loaderData) return []
  takeTextsFromHtml(loaderData)
  const { thread, page, pages, isBestFirst } = loaderData
  // The same replies in another order are not another page for a search engine.
  const path = threadPagePath(thread, isBestFirst ? 1 : page)
  const { excerpt = '' } = loaderData as Loaded
  // A short text alone is rarely shown in search results.
  const facts = t.facts(thread.category.name, count(thread.reply_count, t.reply, t.replies))
  return [
    ...pageMeta(matches, {
      title: thread.title,
      page: isBestFirst ? 1 : page,
      path,
      type: 'article',
      description: excerpt.length < DESCRIPTION_LEAST ? `${excerpt} ${facts}` : excerpt,
      prev: page > 1 && !isBestFirst ? threadPagePath(thread, page - 1) : null,
      next: page < pages && !isBestFirst ? threadPagePath(thread, page + 1) : null,
      crumbs: crumbsOf(thread),
    }),
    { name: META_DISCUSSION, content: thread.id },
    ...(isBestFirst ? [] : [{ name: META_READ_MARK, content: readMark(thread) }]),
  ]
}

function crumbsOf(thread: { title: string; category: { name: string; slug: string } }) {
  return [
    { label: t.home, to: '/' },
    { label: t.forums, to: '/forums' },
    { label: thread.category.name, to: `/forums/${thread.category.slug}` },
    { label: cut(thread.title, CRUMB_LENGTH) },
  ]
}

/** The key resets state when a link leads from one discussion to another. */
export default function ThreadScreen(props: Route.ComponentProps) {
  takeTextsFromHtml(props.loaderData)
  return <Discussion key={props.loaderData.thread.id} {...props} />
}

function Discussion({ loaderData }: Route.ComponentProps) {
  const { thread, replies, related, page, pages, isBestFirst } = loaderData
  const session = useSession()
  const requireMember = useRequireMember()
  const { revalidate } = useRevalidator()
  const [composing, setComposing] = useState<Composing | null>(null)
  const upvotes = useUpvotes(thread, replies)
  useCountView(thread.id)
  useReadMark(isBestFirst ? '' : readMark(thread))

  async function compose(answered: Quotable | null, selected?: Selected) {
    if (session.status === 'member') preloadEditor()
    if (await requireMember(`reply ${answered?.id ?? thread.id}`)) {
      const { quotedInto, withSelection } = await import('#app/features/discussion/selection.ts')
      const quoting = withSelection(thread, answered, selected)
      setComposing((open) => quotedInto(open, quoting, selected))
    }
  }
  useIntent(
    [thread.id, ...replies.map(({ id }) => id)].map((id) => `reply ${id}` as const),
    !thread.is_locked,
    (intent) => {
      const answered = replies.find(({ id }) => intent === `reply ${id}`)
      void compose(answered ?? null)
    },
  )

  /** The last posted reply, which gets the focus when it is on the page. */
  const [posted, setPosted] = useState<string | null>(null)

  const href = (to: number) => threadPagePath(thread, to, isBestFirst)
  return (
    <div {...pageItem(thread)}>
      <div className={`page ${composing ? 'pb-[55dvh]' : ''}`} {...threadItem(thread)}>
        <ThreadData thread={thread} />
        <Breadcrumb crumbs={crumbsOf(thread)} />
        <ThreadHead
          thread={thread}
          page={page}
          isAnswerHere={replies.some(({ id }) => id === thread.answer_id)}
        />
        <div className="gap-10 lg:grid lg:grid-cols-[minmax(0,1fr)_260px]">
          <article className="min-w-0">
            <OpeningPost
              thread={thread}
              page={page}
              upvotes={upvotes}
              onReply={() => void compose(null)}
              onChanged={revalidate}
            />
            <Replies
              thread={thread}
              replies={replies}
              page={page}
              pages={pages}
              upvotes={upvotes}
              href={href}
              isBestFirst={isBestFirst}
              onReply={(answers) => void compose(answers)}
              onChanged={revalidate}
            />
            {session.status === 'member' && page === pages ? (
              <Suspense>
                <MemberEnd thread={thread} userId={session.userId} />
              </Suspense>
            ) : null}
          </article>
          <aside aria-label={t.aboutThisDiscussion} className="mt-3 lg:mt-0">
            <div className="space-y-7 lg:sticky lg:top-[calc(var(--header-height)+20px)]">
              <div className="hidden space-y-7 lg:block">
                {isBestFirst ? null : (
                  <ReadingPosition
                    thread={thread}
                    isComposing={composing !== null}
                    page={page}
                    pages={pages}
                    href={href}
                    total={thread.reply_count}
                    replyIds={replies.map(({ id }) => id)}
                  />
                )}
                <Participants
                  writers={[...(page === 1 ? [thread.author] : []), ...replies.map(({ author }) => author)]}
                />
              </div>
              {thread.reply_count > LONG_FROM ? <FindInThread thread={thread} /> : null}
              <RelatedThreads threads={related} category={thread.category} />
            </div>
          </aside>
        </div>
        {session.status === 'member' ? (
          <Suspense>
            <MemberTools
              thread={thread}
              replies={replies}
              userId={session.userId}
              isBestFirst={isBestFirst}
              isComposing={composing !== null}
              posted={posted}
              onCompose={compose}
              setComposing={setComposing}
            />
          </Suspense>
        ) : null}
        {composing && session.status === 'member' ? (
          <Suspense>
            <ComposeReply
              thread={thread}
              page={page}
              isBestFirst={isBestFirst}
              userId={session.userId}
              composing={composing}
              setComposing={setComposing}
              onPosted={setPosted}
            />
          </Suspense>
        ) : null}
      </div>
    </div>
  )
}

export function ErrorBoundary({ error, params }: Route.ErrorBoundaryProps) {
  const status = isRouteErrorResponse(error) ? error.status : 500
  if (status !== 404 && status !== 410) return <ErrorPage error={error} />
  return (
    <Suspense>
      <ThreadNotFound category={params.category ?? null} isDeleted={status === 410} />
    </Suspense>
  )
}
