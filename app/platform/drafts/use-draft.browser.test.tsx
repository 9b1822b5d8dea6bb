import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { keepDraft, listDrafts } from './drafts.ts'
import { useDraft } from './use-draft.ts'
import { useEdit } from './use-edit.ts'
import WaitingDraft from './waiting-draft.tsx'

const KEY = 'asha:reply:1'
const isText = (value: unknown): value is string => typeof value === 'string'
const kept = (prefix = KEY) => listDrafts(localStorage, prefix, Date.now()).map(({ value }) => value)
const field = page.getByLabelText('Reply')

beforeEach(() => localStorage.clear())

function ReplyForm() {
  const { found, keep, drop } = useDraft(KEY, isText)
  return (
    <form onSubmit={(event) => event.preventDefault()}>
      <input
        aria-label="Reply"
        defaultValue={found?.value ?? ''}
        onChange={(event) => keep(event.target.value)}
      />
      <button type="button" onClick={drop}>
        Sent
      </button>
    </form>
  )
}

test('typed text is stored, and restored when the form opens again', async () => {
  const first = await render(<ReplyForm />)
  await field.fill('Wait for the allotment')
  await expect.poll(() => kept()).toEqual(['Wait for the allotment'])
  await first.unmount()
  await render(<ReplyForm />)
  await expect.element(field).toHaveValue('Wait for the allotment')
})

function Attempting({ name }: { name: string }) {
  const draft = useDraft(KEY, isText)
  const [shown, setShown] = useState('')
  return (
    <form aria-label={name} onSubmit={(event) => event.preventDefault()}>
      <input aria-label={`Reply of ${name}`} onChange={(event) => draft.keep(event.target.value)} />
      <button type="button" onClick={() => draft.noteAttempts({ id: 'a', sent: ['words'] })}>
        Try in {name}
      </button>
      <button type="button" onClick={() => setShown(draft.attempts()?.id ?? 'none')}>
        Ask {name}
      </button>
      <button type="button" onClick={draft.drop}>
        Sent by {name}
      </button>
      <output aria-label={`Attempt of ${name}`}>{shown}</output>
    </form>
  )
}

const press = (name: string) => page.getByRole('button', { name, exact: true }).click()

test('an attempt goes with the draft: to the form that opens again, and to one of two tabs', async () => {
  const first = await render(<Attempting name="the first" />)
  await page.getByLabelText('Reply of the first').fill('one')
  await expect.poll(() => kept()).toEqual(['one'])
  await press('Try in the first')
  await first.unmount()

  await render(
    <>
      <Attempting name="tab 1" />
      <Attempting name="tab 2" />
    </>,
  )
  await press('Ask tab 1')
  await expect.element(page.getByLabelText('Attempt of tab 1')).toHaveTextContent('a')
  await page.getByLabelText('Reply of tab 2').fill('two')
  await press('Ask tab 2')
  await expect.element(page.getByLabelText('Attempt of tab 2')).toHaveTextContent('a')
  await press('Ask tab 1')
  await expect.element(page.getByLabelText('Attempt of tab 1')).toHaveTextContent('none')
})

test('what one tab posted, no other one posts over', async () => {
  const first = await render(<Attempting name="the first" />)
  await page.getByLabelText('Reply of the first').fill('one')
  await expect.poll(() => kept()).toEqual(['one'])
  await press('Try in the first')
  await first.unmount()
  await render(
    <>
      <Attempting name="tab 1" />
      <Attempting name="tab 2" />
    </>,
  )
  await page.getByLabelText('Reply of tab 2').fill('two')
  await press('Ask tab 2')
  await press('Sent by tab 1')
  await press('Ask tab 2')
  await expect.element(page.getByLabelText('Attempt of tab 2')).toHaveTextContent('none')
  expect(kept()).toEqual(['two'])
})

test('what one tab posted, one that writes on only afterwards does not post over either', async () => {
  const first = await render(<Attempting name="the first" />)
  await page.getByLabelText('Reply of the first').fill('one')
  await expect.poll(() => kept()).toEqual(['one'])
  await press('Try in the first')
  await first.unmount()
  await render(
    <>
      <Attempting name="tab 1" />
      <Attempting name="tab 2" />
    </>,
  )
  await press('Sent by tab 1')
  await page.getByLabelText('Reply of tab 2').fill('two')
  await expect.poll(() => kept()).toEqual(['two'])
  await press('Ask tab 2')
  await expect.element(page.getByLabelText('Attempt of tab 2')).toHaveTextContent('none')
})

test('without room in the storage a form keeps its attempts itself', async () => {
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new Error('quota')
  })
  try {
    await render(<Attempting name="tab 1" />)
    await page.getByLabelText('Reply of tab 1').fill('one')
    await press('Try in tab 1')
    await press('Ask tab 1')
    await expect.element(page.getByLabelText('Attempt of tab 1')).toHaveTextContent('a')
  } finally {
    full.mockRestore()
  }
})

test.each([
  ['the form is closed', async (form: { unmount: () => Promise<void> }) => form.unmount()],
  ['the page goes away', async () => void window.dispatchEvent(new Event('pagehide'))],
])('the last letters are kept at once when %s', async (_when, leave) => {
  // The delay after which a draft is written never ends.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const form = await render(<ReplyForm />)
    await field.fill('last')
    expect(kept()).toEqual([])
    await leave(form)
    expect(kept()).toEqual(['last'])
  } finally {
    vi.useRealTimers()
  }
})

test('a sent draft is gone, with the letters that were about to be kept', async () => {
  const form = await render(<ReplyForm />)
  await field.fill('first')
  await expect.poll(() => kept()).toEqual(['first'])
  await field.fill('first and more')
  await page.getByRole('button', { name: 'Sent' }).click()
  expect(kept()).toEqual([])
  await form.unmount()
  expect(kept(), 'closing writes nothing').toEqual([])
})

test('another tab that writes under the same key keeps its draft, and so does this one', async () => {
  const form = await render(<ReplyForm />)
  await field.fill('mine')
  await expect.poll(() => kept()).toEqual(['mine'])
  keepDraft(localStorage, KEY, 'of the other tab', Date.now() + 1)
  await field.fill('mine, continued')
  await expect.poll(() => kept().toSorted()).toEqual(['mine, continued', 'of the other tab'])
  await page.getByRole('button', { name: 'Sent' }).click()
  expect(kept()).toEqual(['of the other tab'])
  await form.unmount()
})

type Version = { updated_at: string; title: string }
const stored: Version = { updated_at: '2026-11-20T10:00:00Z', title: 'Stored' }
const newer: Version = { updated_at: '2026-11-21T10:00:00Z', title: 'By a moderator' }

/** @param server the version that the server has; a save over another one matches no row */
function EditForm({ server = stored }: { server?: Version }) {
  const edit = useEdit<Version, string>({
    draftKey: KEY,
    current: stored,
    valuesOf: ({ title }) => title,
    isValues: isText,
  })
  const save = () =>
    edit.save({
      update: async (updatedAt) => ({
        data: updatedAt === server.updated_at ? [{ updated_at: 'later', title: edit.values }] : [],
      }),
      load: async () => ({ data: [server] }),
    })
  return (
    <>
      <input aria-label="Reply" value={edit.values} onChange={(event) => edit.change(event.target.value)} />
      {edit.restored ? <p>Restored</p> : null}
      {edit.theirs ? <output>{edit.theirs.title}</output> : null}
      <button type="button" onClick={() => void save()}>
        Save
      </button>
      <button type="button" onClick={edit.keepMine}>
        Keep mine
      </button>
      <button type="button" onClick={edit.takeTheirs}>
        Take theirs
      </button>
      <button type="button" onClick={edit.discard}>
        Discard
      </button>
    </>
  )
}

test('an edit restores its draft, and discarding it shows the stored text', async () => {
  const first = await render(<EditForm />)
  await field.fill('Edited')
  await first.unmount()
  await render(<EditForm />)
  await expect.element(field).toHaveValue('Edited')
  await expect.element(page.getByText('Restored')).toBeVisible()
  await press('Discard')
  await expect.element(field).toHaveValue('Stored')
  expect(page.getByText('Restored').elements()).toEqual([])
  expect(kept()).toEqual([])
})

test('no draft is left after saving, or after typing the stored text again', async () => {
  await render(<EditForm />)
  await field.fill('Edited')
  await expect.poll(() => kept()).toEqual(['Edited'])
  await field.fill('Stored')
  expect(kept()).toEqual([])
  await field.fill('Edited')
  await press('Save')
  await expect.poll(() => kept()).toEqual([])
  await expect.element(field).toHaveValue('Edited')
})

test('saving over a newer version shows it and keeps the typed text, until one of them is chosen', async () => {
  await render(<EditForm server={newer} />)
  await field.fill('Edited')
  await expect.poll(() => kept()).toEqual(['Edited'])
  await press('Save')
  await expect.element(page.getByRole('status')).toHaveTextContent('By a moderator')
  await expect.element(field).toHaveValue('Edited')
  expect(kept()).toEqual(['Edited'])
  await press('Keep mine')
  expect(page.getByRole('status').elements()).toEqual([])
  await press('Save')
  await expect.poll(() => kept()).toEqual([])
  await expect.element(field).toHaveValue('Edited')
})

test('taking the newer version replaces the typed text', async () => {
  await render(<EditForm server={newer} />)
  await field.fill('Edited')
  await press('Save')
  await expect.element(page.getByRole('status')).toHaveTextContent('By a moderator')
  await press('Take theirs')
  await expect.element(field).toHaveValue('By a moderator')
  expect(kept()).toEqual([])
})

test('a draft of an edit that was never saved is offered, and continued or discarded', async () => {
  keepDraft(localStorage, KEY, 'Unsaved', Date.now() - 60_000, { base: stored.updated_at })
  let isContinued = false
  await render(
    <WaitingDraft
      draftKey={KEY}
      onContinue={() => {
        isContinued = true
      }}
    />,
  )
  await press('Continue')
  expect(isContinued).toBe(true)
  expect(kept()).toEqual(['Unsaved'])
  await press('Discard')
  await expect.poll(() => page.getByText('unsaved changes').elements()).toEqual([])
  expect(listDrafts(localStorage, KEY, Date.now())).toEqual([])
})
