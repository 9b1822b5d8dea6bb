import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { setSession } from '#app/platform/session/session.ts'
import { fakeClient } from '../../../tests/support/fake-client.ts'
import { Unchecked, useReplyAbilities, useThreadAbilities } from './abilities.tsx'

const server = vi.hoisted(() => ({ isRight: true }))
vi.mock('#app/platform/supabase/browser-client.ts', () => ({
  openClient: async () =>
    fakeClient(({ address }) => {
      if (!server.isRight) return Response.json({ code: '42501', message: 'refused' }, { status: 403 })
      const row = { id: 'r1', can_edit: true, can_delete: false, can_make_wiki: false }
      return Response.json(address.pathname.endsWith('/replies') ? [row] : [{ ...row, can_reply: true }])
    }),
}))

const THREAD = { id: 't1' }
const REPLIES = [{ id: 'r1' }]

function Posts() {
  const thread = useThreadAbilities(THREAD)
  const replies = useReplyAbilities(REPLIES)
  return (
    <>
      <Unchecked check={thread} what="this discussion" />
      <Unchecked check={replies} what="these replies" />
      {thread.data?.can_edit ? <p>Edit discussion</p> : null}
      {replies.data?.r1?.can_edit ? <p>Edit reply</p> : null}
    </>
  )
}

test('a check that failed is told and can be tried again; it is not an answer', async () => {
  server.isRight = false
  setSession({
    status: 'member',
    userId: 'asha',
    email: 'asha@example.com',
    profile: null,
    isAdmin: false,
    settled: true,
  })
  await render(<Posts />)
  for (const [what, edit] of [
    ['this discussion', 'Edit discussion'],
    ['these replies', 'Edit reply'],
  ] as const) {
    server.isRight = false
    const alert = page.getByRole('alert').filter({ hasText: what })
    const said = alert.getByText(`What you may do with ${what} could not be checked.`)
    await expect.element(said).toBeVisible()
    expect(page.getByText(edit).elements()).toEqual([])
    server.isRight = true
    await alert.getByRole('button', { name: 'Try again' }).click()
    await expect.element(page.getByText(edit)).toBeVisible()
    expect(alert.elements()).toEqual([])
  }
})
