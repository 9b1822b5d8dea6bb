import { Suspense } from 'react'
import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { SESSION_KEY } from '#shared/page-contract.ts'
import { earlyPart } from './early-part.tsx'

const load = async () => ({ default: () => <p>Their rows</p> })

test.each([
  ['a member', '{}', 'Their rows'],
  ['a guest', null, 'Loading'],
])('the first picture of %s has what was loaded before', async (_who, session, first) => {
  localStorage.clear()
  if (session) localStorage.setItem(SESSION_KEY, session)
  const pictures: string[] = []
  const Part = earlyPart(load)
  await new Promise((loaded) => setTimeout(loaded))
  const watch = (element: HTMLElement | null) => {
    if (element) pictures.push(element.textContent ?? '')
  }
  await render(
    <div ref={watch}>
      <Suspense fallback="Loading">
        <Part />
      </Suspense>
    </div>,
  )
  expect(pictures[0]).toBe(first)
})
