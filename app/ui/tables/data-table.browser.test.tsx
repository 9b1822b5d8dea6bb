import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { columnsOf } from './columns.ts'
import { DataTable } from './data-table.tsx'

type Item = { id: number; name: string | null; posts: number }

const item = (name: string | null, id: number, posts = 0): Item => ({ id, name, posts })
const column = columnsOf<Item>()
const columns = column.columns([
  column.accessor(({ name }) => name ?? undefined, { id: 'name', header: 'Name' }),
  column.accessor('posts', { header: 'Posts' }),
])

function Items({ rows }: { rows: readonly Item[] }) {
  return (
    <DataTable
      label="Items"
      columns={columns}
      rows={rows}
      keyOf={({ id }) => String(id)}
      nameOf={({ name }) => String(name)}
      bulk={(chosen) => <p>{chosen.map(({ name }) => name).join(' ')}</p>}
    />
  )
}

/** The names in the order of their rows. */
const names = () =>
  page
    .getByRole('checkbox', { name: /^Select (?!all)/ })
    .all()
    .map((box) => box.element().closest('label')?.textContent?.replace('Select ', ''))
const boxOf = (name: string) => page.getByRole('checkbox', { name: `Select ${name}`, exact: true })
const head = (name: string) => page.getByRole('columnheader', { name })
const sortBy = (name: string) => head(name).getByRole('button').click()

test('a range that is chosen after sorting begins at the row that was chosen, wherever it stands now', async () => {
  await render(<Items rows={['delta', 'alpha', 'charlie', 'bravo'].map((name, id) => item(name, id))} />)
  await boxOf('delta').click()
  await sortBy('Name')
  await userEvent.keyboard('{Shift>}')
  await boxOf('charlie').click()
  await userEvent.keyboard('{/Shift}')
  await expect.element(page.getByText('charlie delta', { exact: true })).toBeVisible()
})

test('sorts names naturally, empty values last, and then restores the original order', async () => {
  await render(<Items rows={['b', null, 'A', 'a10', 'a9'].map((name, id) => item(name, id))} />)
  await expect.element(head('Name')).toHaveAttribute('aria-sort', 'none')
  await sortBy('Name')
  await expect.element(head('Name')).toHaveAttribute('aria-sort', 'ascending')
  expect(names()).toEqual(['A', 'a9', 'a10', 'b', 'null'])
  await sortBy('Name')
  await expect.element(head('Name')).toHaveAttribute('aria-sort', 'descending')
  expect(names()).toEqual(['b', 'a10', 'a9', 'A', 'null'])
  await sortBy('Name')
  await expect.element(head('Name')).toHaveAttribute('aria-sort', 'none')
  expect(names()).toEqual(['b', 'null', 'A', 'a10', 'a9'])
})

test('figures come by size, equal ones as they were', async () => {
  const rows = [item('one', 1, 10), item('two', 2, 9), item('three', 3, 10)]
  await render(<Items rows={rows} />)
  await sortBy('Posts')
  await sortBy('Posts')
  await expect.element(head('Posts')).toHaveAttribute('aria-sort', 'descending')
  expect(names()).toEqual(['one', 'three', 'two'])
  expect(rows.map(({ id }) => id)).toEqual([1, 2, 3])
})

test('all rows are chosen together, and one that has left the list is chosen no more', async () => {
  const rows = ['alpha', 'bravo'].map((name, id) => item(name, id))
  const { rerender } = await render(<Items rows={rows} />)
  const all = page.getByRole('checkbox', { name: /^Select all/ })
  await boxOf('alpha').click()
  await expect.element(all).toBePartiallyChecked()
  await all.click()
  await expect.element(page.getByText('2 selected')).toBeVisible()
  await rerender(<Items rows={rows.slice(1)} />)
  await expect.element(page.getByText('1 selected')).toBeVisible()
  await rerender(<Items rows={rows} />)
  await expect.element(boxOf('alpha')).not.toBeChecked()
  await expect.element(boxOf('bravo')).toBeChecked()
})

test('the arrows go to the same control of the next row', async () => {
  await render(<Items rows={['alpha', 'bravo'].map((name, id) => item(name, id))} />)
  boxOf('alpha').element().focus()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(boxOf('bravo')).toHaveFocus()
  await userEvent.keyboard('{ArrowUp}')
  await expect.element(boxOf('alpha')).toHaveFocus()
})
