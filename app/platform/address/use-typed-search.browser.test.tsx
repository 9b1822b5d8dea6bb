import { useEffect } from 'react'
import { createMemoryRouter, RouterProvider, useLocation, useNavigate } from 'react-router'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { useTypedSearch } from './use-typed-search.ts'

let asked: string[] = []

function Box() {
  const { typed, type, text } = useTypedSearch()
  const { search } = useLocation()
  const navigate = useNavigate()
  useEffect(() => {
    asked.push(search)
  }, [search])
  return (
    <>
      <input aria-label="Search" value={typed} onChange={(event) => type(event.target.value)} />
      <output>{text}</output>
      <button type="button" onClick={() => void navigate('/?q=from+a+link')}>
        Elsewhere
      </button>
      <button type="button" onClick={() => type('')}>
        Clear
      </button>
    </>
  )
}

const box = page.getByLabelText('Search')

async function open(path: string) {
  asked = []
  await render(
    <RouterProvider
      router={createMemoryRouter([{ path: '/', element: <Box /> }], { initialEntries: [path] })}
    />,
  )
  await box.click()
}

test('a pause after a blank, and keys while the address changes, lose nothing', async () => {
  await open('/')
  await userEvent.keyboard('nifty ')
  await expect.element(page.getByRole('status')).toHaveTextContent('nifty')
  await userEvent.keyboard('50')
  await expect.element(box).toHaveValue('nifty 50')
  await expect.element(page.getByRole('status')).toHaveTextContent('nifty 50')
  await expect.element(box).toHaveValue('nifty 50')
})

test('a change of the address from outside changes the box', async () => {
  await open('/?q=before')
  await expect.element(box).toHaveValue('before')
  await page.getByRole('button', { name: 'Elsewhere' }).click()
  await expect.element(box).toHaveValue('from a link')
  await page.getByRole('button', { name: 'Clear' }).click()
  await expect.element(box).toHaveValue('')
  await expect.poll(() => asked.at(-1)).toBe('')
})

test('another search begins on its first page', async () => {
  await open('/?page=3&action=ban')
  await userEvent.keyboard('x')
  await expect.poll(() => asked.at(-1)).toBe('?action=ban&q=x')
})
