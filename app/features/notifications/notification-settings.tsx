// Which notifications the member gets, and how. Each choice saves at once. Loaded after the rest of its page.

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { choiceNotSaved, useAct } from '#app/platform/acts/act.ts'
import { client } from '#app/platform/session/session.ts'
import { Failed, Skeleton } from '#app/ui/feedback/states.tsx'
import { Checkbox } from '#app/ui/forms/choices.tsx'
import { RowSelect } from '#app/ui/forms/field.tsx'
import { MAILED_TOPICS, TOPICS, type Topic } from '#shared/notification-topics.ts'
import {
  choicesQuery,
  type Digest,
  type NotificationChoices,
  saveChoices,
  type Way,
  withDigest,
  withWay,
} from './choices.ts'
import { MailPaused } from './mail-paused.tsx'

const WORDS: Record<Topic, string> = {
  replies: 'Replies to my discussions and to my replies, and replies of mine that answered a question',
  follows: 'Replies in discussions that I follow',
  members: 'New discussions by members whom I follow',
  watched: 'New discussions in categories and with tags that I watch',
  mentions: 'Mentions of my name, also in the live chat (at the bell only)',
  upvotes: 'Upvotes: the 1st, 5th, 10th, 25th and so on',
  reminders: 'Reminders of my bookmarks',
  wikis: 'Edits of my wikis by others, once an hour for each',
}
const WAYS: Record<Way, string> = {
  mail: 'Bell and mail',
  digest: 'Bell and digest',
  bell: 'Bell',
  off: 'Off',
}
const RHYTHMS: Record<Digest['rhythm'], string> = {
  off: 'No digest',
  daily: 'Every day',
  weekly: 'Every week',
}
const HOURS = Array.from({ length: 24 }, (_, hour) => hour)
const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

function waysOf(topic: Topic): Way[] {
  return MAILED_TOPICS.some((one) => one === topic)
    ? ['mail', 'digest', 'bell', 'off']
    : ['digest', 'bell', 'off']
}

export default function NotificationSettings({ userId, email }: { userId: string; email: string }) {
  const queries = useQueryClient()
  const options = choicesQuery(userId)
  // Local state shows the choice at once: until the query updates, the control would go back.
  const [changed, setChanged] = useState<NotificationChoices | null>(null)
  const { data, isError, refetch } = useQuery(options)
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
  if (isError) return <Failed message="Your choices could not be loaded." onRetry={() => void refetch()} />
  if (!choices) return <Skeleton label="Loading your choices..." rows={2} />
  const change = (wanted: NotificationChoices) => {
    setChanged(wanted)
    saved.current = saved.current.then(() => save(wanted))
  }
  return (
    <>
      <MailPaused userId={userId} email={email} />
      <fieldset className="rounded-card border border-line bg-surface">
        <legend className="sr-only">Which notifications you get, and how</legend>
        <ul className="divide-y divide-line px-4 sm:px-6">
          {TOPICS.map((topic) => (
            <li key={topic} className="flex min-h-14 items-center justify-between gap-4 py-1.5 text-15">
              <span>{WORDS[topic]}</span>
              <div className="grid w-40 shrink-0">
                <RowSelect
                  label={WORDS[topic]}
                  className="border border-line"
                  value={choices.ways[topic]}
                  onChange={({ currentTarget }) =>
                    change(withWay(choices, topic, currentTarget.value as Way))
                  }
                >
                  {waysOf(topic).map((way) => (
                    <option key={way} value={way}>
                      {WAYS[way]}
                    </option>
                  ))}
                </RowSelect>
              </div>
            </li>
          ))}
        </ul>
        <DigestChoice digest={choices.digest} onChange={(digest) => change(withDigest(choices, digest))} />
        <div className="border-t border-line px-4 py-2 sm:px-6">
          <Checkbox
            label="I share my phone or mailbox: mails and push name no title, no text and no member"
            checked={choices.hidesContent}
            onChange={({ currentTarget }) => change({ ...choices, hidesContent: currentTarget.checked })}
          />
          <p className="pb-2 text-13 text-muted">
            A mail goes out after a minute, unless you have read it by then; several replies in one discussion
            are one mail. You get at most 20 an hour; the rest come as one. Moderation of your posts, your
            reports and changes of your level are always at the bell.
          </p>
        </div>
      </fieldset>
    </>
  )
}

function DigestChoice({ digest, onChange }: { digest: Digest; onChange: (digest: Digest) => void }) {
  const isOn = digest.rhythm !== 'off'
  return (
    <fieldset className="border-t border-line px-4 py-3 sm:px-6">
      <legend className="float-left mb-1 text-15 font-semibold">Digest</legend>
      <p className="clear-left pb-2 text-13 text-muted">
        One mail of what you have not read by then. None is sent when there is nothing new.
      </p>
      <div className="flex flex-wrap gap-2">
        <RowSelect
          label="How often"
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
            label="Day"
            className="border border-line"
            value={digest.day}
            onChange={({ currentTarget }) => onChange({ ...digest, day: Number(currentTarget.value) })}
          >
            {DAYS.map((day, index) => (
              <option key={day} value={index + 1}>
                {day}
              </option>
            ))}
          </RowSelect>
        ) : null}
        {isOn ? (
          <RowSelect
            label="Time (IST)"
            className="border border-line"
            value={digest.hour}
            onChange={({ currentTarget }) => onChange({ ...digest, hour: Number(currentTarget.value) })}
          >
            {HOURS.map((hour) => (
              <option key={hour} value={hour}>
                {`${hour % 12 || 12} ${hour < 12 ? 'am' : 'pm'} IST`}
              </option>
            ))}
          </RowSelect>
        ) : null}
      </div>
      {isOn ? (
        <Checkbox
          label="With new discussions by members whom I follow, and in the categories that I read"
          checked={digest.threads}
          onChange={({ currentTarget }) => onChange({ ...digest, threads: currentTarget.checked })}
        />
      ) : null}
    </fieldset>
  )
}
