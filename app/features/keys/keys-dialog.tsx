// The list of keys, opened by `?`, and the switch that turns the single letters off.
import { Fragment, useState } from 'react'
import { areLetterKeysOff, switchLetterKeys } from '#app/platform/browser/letter-keys.ts'
import { Checkbox } from '#app/ui/forms/choices.tsx'
import { Dialog } from '#app/ui/overlays/dialog.tsx'

const GROUPS = [
  [
    'Reading',
    [
      ['j', 'Next discussion or post'],
      ['k', 'Previous discussion or post'],
      ['o', 'Open the discussion'],
      ['u', 'Back to the list'],
    ],
  ],
  [
    'Writing',
    [
      ['n', 'New discussion'],
      ['r', 'Reply to the post'],
      ['e', 'Edit your post'],
      ['b', 'Bookmark'],
      ['Ctrl Enter', 'Send'],
      ['Esc', 'Close'],
    ],
  ],
  [
    'Go to',
    [
      ['/', 'Search'],
      ['g h', 'Home'],
      ['g f', 'Forums'],
      ['g l', 'Latest discussions'],
      ['g u', 'Unread'],
      ['g n', 'Notifications'],
      ['g b', 'Bookmarks'],
      ['g c', 'Live chat'],
    ],
  ],
] as const

export default function KeysDialog({ onClose }: { onClose: () => void }) {
  const [isOn, setOn] = useState(() => !areLetterKeysOff())
  return (
    <Dialog open title="Keys" wide keepsDraft onClose={onClose}>
      <div className="grid gap-x-6 gap-y-4 sm:grid-cols-[9fr_12fr_10fr]">
        {GROUPS.map(([group, keys]) => (
          <section key={group} aria-labelledby={`keys-${group}`}>
            <h3 id={`keys-${group}`} className="mb-1 text-14 font-semibold">
              {group}
            </h3>
            <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-3 gap-y-1.5 text-14">
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
          label="Single letters work as keys"
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
