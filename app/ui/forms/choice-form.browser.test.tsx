import { createMemoryRouter, RouterProvider, useSearchParams } from 'react-router'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { ChoiceForm } from './choice-form.tsx'

const OPTIONS = ['newest', 'oldest', 'top'].map((value) => ({ value, label: value }))

function List() {
  const [search] = useSearchParams()
  const sort = search.get('sort') ?? 'newest'
  return (
    <>
      <ChoiceForm action="/" label="Sort" name="sort" value={sort} options={OPTIONS} button="Sort" />
      <output>{sort}</output>
    </>
  )
}

test('choosing by keys leads on again and again, and the control keeps the focus', async () => {
  await render(<RouterProvider router={createMemoryRouter([{ path: '/', element: <List /> }])} />)
  const select = page.getByLabelText('Sort')
  const element = select.element() as HTMLSelectElement
  element.focus()
  for (const choice of ['oldest', 'top', 'newest']) {
    // Browsers differ in what an arrow key does; the resulting change event is the same.
    await select.selectOptions(choice)
    await expect.element(page.getByRole('status')).toHaveTextContent(choice)
    await expect.element(select).toHaveValue(choice)
    expect(select.element(), 'the same control').toBe(element)
    expect(document.activeElement).toBe(element)
  }
})
