import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server.browser'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { useFollow } from './use-stick-to-bottom.ts'

const MESSAGES = Array.from({ length: 40 }, (_, n) => ({ id: String(n), isOwn: false }))

function List() {
  const { list, isAtEnd, onScroll } = useFollow(MESSAGES)
  const style = { display: 'flex', flexDirection: 'column-reverse', height: 200, overflow: 'auto' } as const
  return (
    <>
      <div ref={list} onScroll={onScroll} style={style} role="log">
        <div>
          {MESSAGES.map(({ id }) => (
            <p key={id} data-message={id}>
              {id}
            </p>
          ))}
        </div>
      </div>
      <output>{isAtEnd ? 'at the end' : 'further up'}</output>
    </>
  )
}

test('a position that was scrolled to before hydration is kept', async () => {
  const root = document.createElement('div')
  root.innerHTML = renderToString(<List />)
  document.body.append(root)
  await expect.element(page.getByText('at the end')).toBeVisible()
  root.querySelector('[role=log]')?.scrollTo({ top: -400 })
  // The browser sends the scroll event once, before anything listens.
  await new Promise((resolve) =>
    root.querySelector('[role=log]')?.addEventListener('scroll', resolve, { once: true }),
  )
  hydrateRoot(root, <List />)
  await expect.element(page.getByText('further up')).toBeVisible()
})
