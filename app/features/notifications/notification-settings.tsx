// Which notifications the member gets, and how. Each choice saves at once. Loaded after the rest of its page.

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { choiceNotSaved, useAct } from '#app/platform/acts/act.ts'
import { client } from '#app/platform/session/session.ts'
import { Failed, Skeleton } from '#app/ui/feedback/states.tsx'
import { Checkbox } from '#app/ui/forms/choices.tsx'
import { RowSelect } from '#app/ui/forms/field.tsx'
import { MAILED_TOPICS, TOPICS, type Topic } from '#shared/notification-topics.ts'
import { time } from '#words/format.ts'
import * as t from '#words/notifications-more.ts'
import {
  choicesQuery,
  type Digest,
  type Mailing,
  type NotificationChoices,
  saveChoices,
  sitePushQuery,
  withDigest,
  withWays,
} from './choices.ts'
import { MailPaused } from './mail-paused.tsx'

const WORDS: Record<Topic, { label: string; about: string }> = {
  replies: { label: t.replies, about: t.toYouAndRepliesOf },
  mentions: { label: t.mentions, about: t.ofMyNameInThe },
  follows: { label: t.followedDiscussions, about: t.repliesThere },
  members: { label: t.followedMembers, about: t.theirNewDiscussions },
  watched: { label: t.watchedSubjects, about: t.newDiscussionsInTheseCategories },
  upvotes: { label: t.upvotes, about: t.the1st5th10th25th },
  reminders: { label: t.reminders, about: t.ofMyBookmarks },
  wikis: { label: t.wikiEdits, about: t.byOthersOnceAnHour },
}
const MAILINGS: Record<Mailing, string> = { once: t.atOnce, digest: t.digest, off: t.no }
const RHYTHMS: Record<Digest['rhythm'], string> = {
  off: t.noDigest,
  daily: t.everyDay,
  weekly: t.everyWeek,
}
const HOURS = Array.from({ length: 24 }, (_, hour) => hour)

function mailingsOf(topic: Topic): Mailing[] {
  return MAILED_TOPICS.some((one) => one === topic) ? ['once', 'digest', 'off'] : ['digest', 'off']
}

export default function NotificationSettings({ userId, email }: { userId: string; email: string }) {
  const queries = useQueryClient()
  const options = choicesQuery(userId)
  // Local state shows the choice at once: until the query updates, the control would go back.
  const [changed, setChanged] = useState<NotificationChoices | null>(null)
  const { data, isError, refetch } = useQuery(options)
  const { data: hasPush = null } = useQuery(sitePushQuery)
  const [save] = useAct(async (wanted: NotificationChoices) => saveChoices(await client(), wanted), {
    done: (_saved, wanted) => queries.setQueryData(options.queryKey, wanted),
    failed: (error) => {
      setChanged(null)
      void queries.invalidateQueries(options)
      choiceNotSaved(error)
    },
  })
  /** One save after another, so that of two quick changes the second saves both. */
  const saved = useRef<Promise<unknown>>(Promise.resolve())
  const choices = changed ?? data
  if (isError) return <Failed message={t.yourChoicesCouldNotBe} onRetry={() => void refetch()} />
  if (!choices || hasPush === null) return <Skeleton label={t.loadingYourChoices} rows={2} />
  const change = (wanted: NotificationChoices) => {
    setChanged(wanted)
    saved.current = saved.current.then(() => save(wanted))
  }
  return (
    <>
      <MailPaused userId={userId} email={email} />
      <div className="rounded-card border border-line bg-surface">
        <Table choices={choices} hasPush={hasPush} onChange={change} />
        <DigestChoice digest={choices.digest} onChange={(digest) => change(withDigest(choices, digest))} />
        <div className="border-t border-line px-4 py-2 sm:px-6">
          <Checkbox
            label={t.hideNamesAndTextIn}
            checked={choices.hidesContent}
            onChange={({ currentTarget }) => change({ ...choices, hidesContent: currentTarget.checked })}
          />
          <p className="pb-2 text-13 text-muted">{t.forAPhoneOrMailbox}</p>
        </div>
      </div>
    </>
  )
}

type TableProps = {
  choices: NotificationChoices
  hasPush: boolean
  onChange: (choices: NotificationChoices) => void
}

function Table({ choices, hasPush, onChange }: TableProps) {
  return (
    <table className="w-full text-15">
      <caption className="sr-only">{t.whichNotificationsYouGetAnd}</caption>
      <thead className="text-13 text-muted">
        <tr className="border-b border-line *:px-1 *:py-2 *:font-medium">
          <th scope="col" className="pl-4! text-left sm:pl-6!">
            {t.what}
          </th>
          <th scope="col" className="w-14">
            {t.bell}
          </th>
          <th scope="col" className="w-30 pr-4! text-left">
            {t.mail}
          </th>
          {hasPush ? (
            <th scope="col" className="w-16 pr-4! sm:pr-6!">
              {t.push}
            </th>
          ) : null}
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {TOPICS.map((topic) => {
          const { label, about } = WORDS[topic]
          const ways = choices.ways[topic]
          const box = (way: 'bell' | 'push', name: string) => (
            <label className="inline-flex size-11 cursor-pointer items-center justify-center">
              <input
                type="checkbox"
                aria-label={name}
                className="size-5 cursor-pointer accent-(--accent) disabled:cursor-default"
                checked={ways[way] && ways.bell}
                disabled={way !== 'bell' && !ways.bell}
                onChange={({ currentTarget }) =>
                  onChange(withWays(choices, topic, { [way]: currentTarget.checked }))
                }
              />
            </label>
          )
          return (
            <tr key={topic} className="*:px-1 *:py-1">
              <th scope="row" className="py-2! pl-4! text-left font-medium sm:pl-6!">
                {label}
                <span className="block text-13 font-normal text-muted">{about}</span>
              </th>
              <td className="text-center">{box('bell', t.bellOf(label))}</td>
              <td className="pr-4!">
                <div className="grid">
                  <RowSelect
                    label={t.mail2(label)}
                    className="border border-line disabled:text-muted"
                    value={ways.bell ? ways.mail : 'off'}
                    disabled={!ways.bell}
                    onChange={({ currentTarget }) =>
                      onChange(withWays(choices, topic, { mail: currentTarget.value as Mailing }))
                    }
                  >
                    {mailingsOf(topic).map((mailing) => (
                      <option key={mailing} value={mailing}>
                        {MAILINGS[mailing]}
                      </option>
                    ))}
                  </RowSelect>
                </div>
              </td>
              {hasPush ? (
                <td className="pr-4! text-center sm:pr-6!">{box('push', t.pushOf(label))}</td>
              ) : null}
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

function DigestChoice({ digest, onChange }: { digest: Digest; onChange: (digest: Digest) => void }) {
  const isOn = digest.rhythm !== 'off'
  return (
    <fieldset className="border-t border-line px-4 py-3 sm:px-6">
      <legend className="float-left mb-1 text-15 font-semibold">{t.digest}</legend>
      <p className="clear-left pb-2 text-13 text-muted">{t.oneMailOfWhatYou}</p>
      <div className="flex flex-wrap gap-2">
        <RowSelect
          label={t.howOften}
          className="border border-line"
          value={digest.rhythm}
          onChange={({ currentTarget }) =>
            onChange({ ...digest, rhythm: currentTarget.value as Digest['rhythm'] })
          }
        >
          {Object.entries(RHYTHMS).map(([rhythm, words]) => (
            <option key={rhythm} value={rhythm}>
              {words}
            </option>
          ))}
        </RowSelect>
        {digest.rhythm === 'weekly' ? (
          <RowSelect
            label={t.day}
            className="border border-line"
            value={digest.day}
            onChange={({ currentTarget }) => onChange({ ...digest, day: Number(currentTarget.value) })}
          >
            {t.weekdays.map((day, index) => (
              <option key={day} value={index + 1}>
                {day}
              </option>
            ))}
          </RowSelect>
        ) : null}
        {isOn ? (
          <RowSelect
            label={t.timeIST}
            className="border border-line"
            value={digest.hour}
            onChange={({ currentTarget }) => onChange({ ...digest, hour: Number(currentTarget.value) })}
          >
            {HOURS.map((hour) => (
              <option key={hour} value={hour}>
                {t.ist(time(`${hour % 12 || 12}`, hour))}
              </option>
            ))}
          </RowSelect>
        ) : null}
      </div>
      {isOn ? (
        <Checkbox
          label={t.withNewDiscussionsByMembers}
          checked={digest.threads}
          onChange={({ currentTarget }) => onChange({ ...digest, threads: currentTarget.checked })}
        />
      ) : null}
    </fieldset>
  )
}
