// The list of keys, opened by `?`, and the switch that turns the single letters off.
import { Fragment, useState } from 'react'
import { areLetterKeysOff, switchLetterKeys } from '#app/platform/browser/letter-keys.ts'
import { Checkbox } from '#app/ui/forms/choices.tsx'
import { Dialog } from '#app/ui/overlays/dialog.tsx'
import * as t from '#words/keys.ts'

const GROUPS = [
  [
    'reading',
    t.reading,
    [
      ['j', t.nextDiscussionOrPost],
      ['k', t.previousDiscussionOrPost],
      ['o', t.openTheDiscussion],
      ['u', t.backToTheListAt],
    ],
  ],
  [
    'writing',
    t.writing,
    [
      ['n', t.newDiscussion],
      ['r', t.replyToThePost],
      ['e', t.editYourPost],
      ['b', t.bookmark],
      ['Ctrl Enter', t.send],
      ['Esc', t.close],
    ],
  ],
  [
    'go-to',
    t.goTo,
    [
      ['/', t.search],
      ['g h', t.home],
      ['g f', t.forums],
      ['g l', t.latestDiscussions],
      ['g u', t.unread],
      ['g n', t.notifications],
      ['g b', t.bookmarks],
      ['g c', t.liveChat],
    ],
  ],
] as const

export default function KeysDialog({ onClose }: { onClose: () => void }) {
  const [isOn, setOn] = useState(() => !areLetterKeysOff())
  return (
    <Dialog open title={t.keys} wide keepsDraft onClose={onClose}>
      <div className="grid gap-x-6 gap-y-4 sm:grid-cols-[9fr_12fr_10fr]">
        {GROUPS.map(([id, group, keys]) => (
          <section key={id} aria-labelledby={`keys-${id}`}>
            <h3 id={`keys-${id}`} className="mb-1 text-14 font-semibold">
              {group}
            </h3>
            <dl className="grid grid-cols-[6rem_minmax(0,1fr)] items-baseline gap-x-3 gap-y-1.5 text-14 sm:grid-cols-[auto_minmax(0,1fr)]">
              {keys.map(([key, meaning]) => (
                <Fragment key={key}>
                  <dt className="flex gap-1">
                    {key.split(' ').map((part) => (
                      <kbd
                        key={part}
                        className="rounded-control border border-line bg-raised px-1.5 font-sans text-13"
                      >
                        {part}
                      </kbd>
                    ))}
                  </dt>
                  <dd className="text-muted">{meaning}</dd>
                </Fragment>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <div className="mt-4 border-t border-line pt-2">
        <Checkbox
          label={t.singleLettersWorkAsKeys}
          checked={isOn}
          onChange={({ target }) => {
            setOn(target.checked)
            switchLetterKeys(!target.checked)
          }}
        />
      </div>
    </Dialog>
  )
}
