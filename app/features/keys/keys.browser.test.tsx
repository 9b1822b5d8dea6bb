// Keys press the buttons of the post in focus, whatever the buttons are called.
import { Pencil } from 'lucide-react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { Breadcrumb } from '#app/ui/breadcrumb.tsx'
import { ActionButton } from '#app/ui/forms/action-button.tsx'
import { MAIN, OPENING_ANCHOR } from '#shared/page-contract.ts'
import { act } from './keys.ts'

let pressed: string[] = []

/** The buttons of a post in Hindi. */
function Buttons({ of }: { of: string }) {
  const press = (what: string) => () => pressed.push(`${what} ${of}`)
  return (
    <>
      <ActionButton icon="reply" label="उत्तर दें" onClick={press('reply')} />
      <ActionButton icon="bookmark" label="सहेजें" onClick={press('bookmark')} />
      <ActionButton icon={<Pencil />} act="edit" label="बदलें" onClick={press('edit')} />
    </>
  )
}

function Discussion() {
  return (
    <main id={MAIN}>
      <Breadcrumb
        crumbs={[{ label: 'मंच', to: '/forums' }, { label: 'आईपीओ', to: '/forums/ipos' }, { label: 'यह' }]}
      />
      <div id={OPENING_ANCHOR}>
        <Buttons of="the opening post" />
      </div>
      <ol>
        <li className="reply">
          <Buttons of="the first reply" />
        </li>
        <li className="reply">
          <Buttons of="the second reply" />
        </li>
      </ol>
    </main>
  )
}

let router: ReturnType<typeof createMemoryRouter>
const press = (keys: string) => {
  for (const key of keys) act(key, (to) => pressed.push(to))
}

beforeEach(async () => {
  pressed = []
  router = createMemoryRouter([{ path: '*', element: <Discussion /> }])
  await render(<RouterProvider router={router} />)
})

test('r, b and e act on the post in focus', () => {
  press('jjj')
  expect(document.activeElement).toBe(document.querySelectorAll('li.reply')[1])
  press('rbe')
  expect(pressed).toEqual(['reply the second reply', 'bookmark the second reply', 'edit the second reply'])
  press('ke')
  expect(pressed.at(-1)).toBe('edit the first reply')
})

test('without a post in focus, r and b act on the opening post, and e on nothing', () => {
  press('rbe')
  expect(pressed).toEqual(['reply the opening post', 'bookmark the opening post'])
})

test('u leads to the last link of the trail', () => {
  press('u')
  expect(router.state.location.pathname).toBe('/forums/ipos')
})
