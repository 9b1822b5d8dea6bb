import { createRef } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { ChatBox } from './chat-box.tsx'

test('a message whose name was refused is tried again with the name in the field', async () => {
  const onName = vi.fn()
  const renaming = createRef<() => void>()
  const box = (
    <ChatBox
      onSend={() => undefined}
      nameFault={{ messageId: '1', words: 'That name belongs to a member. Please choose another.' }}
      onName={onName}
      names={[]}
      parent={null}
      onNoReply={() => undefined}
      renaming={renaming}
    />
  )
  const screen = await render(<RouterProvider router={createMemoryRouter([{ path: '*', element: box }])} />)
  await userEvent.fill(screen.getByRole('textbox').first(), 'asha')
  renaming.current?.()
  await expect.poll(() => onName.mock.calls).toEqual([['asha']])
})
