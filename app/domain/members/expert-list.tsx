// The verified experts: the featured one, and rows. The link of the name is stretched over the whole row.
import { BadgeCheck } from 'lucide-react'
import { Link } from 'react-router'
import { Avatar } from '#app/ui/avatar.tsx'
import { SampleChip, Tag } from '#app/ui/chip.tsx'
import { specialityName } from '#shared/article-words.ts'
import { count, formatCompact } from '#shared/format.ts'
import { spoken } from '#shared/language-of.ts'
import { memberPath } from '#shared/slugs.ts'
import * as t from '#words/members-more.ts'
import type { FeaturedExpert as Featured, ListedExpert } from './queries.ts'

/** The id of a row, which an address can lead to. */
export const expertAnchor = (username: string) => `expert-${username}`

const STRETCHED = 'stretched group-hover:text-accent'

export function FeaturedExpert({ expert }: { expert: Featured }) {
  const name = expert.full_name ?? expert.username
  return (
    <section aria-labelledby="featured" className="mb-6">
      <div className="group relative grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-3 rounded-card border border-line bg-surface p-4 sm:grid-cols-[auto_minmax(0,1fr)_auto] sm:gap-y-2 sm:p-5">
        <span className="sm:row-span-2">
          <Avatar id={expert.id} src={expert.avatar_url} size={72} />
        </span>
        <div className="max-sm:self-center">
          <p className="text-13 text-muted">{t.featuredExpert}</p>
          <h2 id="featured" className="text-22">
            <Link to={memberPath(expert.username)} className={STRETCHED}>
              {name}
            </Link>
          </h2>
          <ExpertFacts expert={expert} />
        </div>
        <div className="max-sm:col-span-2 sm:col-start-2">
          {expert.bio ? (
            <p {...spoken(expert.bio)} className="max-w-prose text-15 text-pretty [overflow-wrap:anywhere]">
              {expert.bio}
            </p>
          ) : null}
          <p className="mt-2 text-14 text-balance text-muted">
            {expert.recentPosts > 0
              ? t.mostActiveExpertOfThe(count(expert.recentPosts, t.post, t.posts))
              : t.highestReputationOfAllExperts}
          </p>
        </div>
        <dl className="flex gap-x-8 border-line max-sm:col-span-2 max-sm:border-t max-sm:pt-3 sm:col-start-3 sm:row-span-2 sm:row-start-1 sm:items-center sm:gap-x-10 sm:border-l sm:pr-4 sm:pl-10">
          {[
            { term: t.reputation, value: expert.reputation },
            { term: t.posts2, value: expert.post_count ?? 0 },
            { term: t.followers, value: expert.expert.followers },
          ].map(({ term, value }) => (
            <div key={term} className="flex flex-col-reverse">
              <dt className="text-13 text-muted">{term}</dt>
              <dd className="text-18 font-semibold tabular-nums">{formatCompact(value)}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  )
}

export function ExpertList({ experts }: { experts: readonly ListedExpert[] }) {
  return (
    <div className="overflow-hidden rounded-card border border-line bg-surface">
      {/* Hidden from screen readers: the rows have these labels themselves. */}
      <div
        aria-hidden
        className="hidden justify-end border-b border-line px-4 py-1.5 text-right text-13 text-muted sm:flex"
      >
        <span className="mr-auto">{t.expert}</span>
        <span className="w-24">{t.reputation}</span>
        <span className="w-20">{t.posts2}</span>
        <span className="w-24">{t.followers}</span>
      </div>
      <ul className="divide-y divide-line">
        {experts.map((expert) => (
          <ExpertRow key={expert.id} expert={expert} />
        ))}
      </ul>
    </div>
  )
}

function ExpertRow({ expert }: { expert: ListedExpert }) {
  const { reputation, full_name: fullName, username } = expert
  const posts = expert.post_count ?? 0
  const { followers } = expert.expert
  return (
    <li
      id={expertAnchor(username)}
      className="group relative grid -outline-offset-2 grid-cols-[auto_minmax(0,1fr)] items-start gap-x-3 px-4 py-3 transition-colors duration-(--quick) hover:bg-bg sm:grid-cols-[auto_minmax(0,1fr)_auto] sm:gap-x-4"
    >
      <span className="pt-0.5">
        <Avatar id={expert.id} src={expert.avatar_url} size={40} />
      </span>
      <div className="min-w-0">
        <h3 className="font-sans text-15 leading-5 font-semibold [overflow-wrap:anywhere]">
          <Link to={memberPath(username)} className={STRETCHED}>
            {fullName ?? username}
          </Link>
          {fullName ? <span className="ml-2 font-normal text-muted">@{username}</span> : null}
        </h3>
        <ExpertFacts expert={expert} />
        {expert.bio ? (
          <p {...spoken(expert.bio)} className="mt-1 hidden truncate text-14 leading-5 text-muted sm:block">
            {expert.bio}
          </p>
        ) : null}
        <p className="mt-1 text-13 text-muted tabular-nums sm:hidden">
          {t.reputation2(
            formatCompact(reputation),
            count(posts, t.post, t.posts),
            count(followers, t.follower, t.followers2),
          )}
        </p>
      </div>
      <div className="hidden pt-0.5 text-right text-14 text-muted tabular-nums sm:flex">
        <Figure value={reputation} word={t.reputationWord} width="w-24" />
        <Figure value={posts} word={posts === 1 ? t.post : t.posts} width="w-20" />
        <Figure value={followers} word={followers === 1 ? t.follower : t.followers2} width="w-24" />
      </div>
    </li>
  )
}

/** An expert's specialities and registration number. */
function ExpertFacts({ expert }: { expert: ListedExpert }) {
  const { speciality, registration_number: registration, is_sample: isSample } = expert.expert
  return (
    <p className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-13 text-muted">
      {isSample ? <SampleChip /> : null}
      <Tag>
        {isSample ? null : <BadgeCheck size={13} aria-hidden className="text-accent" />}
        {specialityName(speciality)}
      </Tag>
      {registration ? <span className="[overflow-wrap:anywhere]">{registration}</span> : null}
    </p>
  )
}

function Figure({ value, word, width }: { value: number; word: string; width: string }) {
  return (
    <span className={width}>
      <span className={value > 0 ? 'text-text' : ''}>{formatCompact(value)}</span>
      <span className="sr-only"> {word}</span>
    </span>
  )
}
