import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { DataTable } from './data-table.tsx'

const rows = ['delta', 'alpha', 'charlie', 'bravo'].map((name) => ({ name }))

test('a range that is chosen after sorting begins at the row that was chosen, wherever it stands now', async () => {
  await render(
    <DataTable
      label="Names"
      columns={[
        { key: 'name', label: 'Name', sortBy: ({ name }: { name: string }) => name, cell: (row) => row.name },
      ]}
      rows={rows}
      keyOf={({ name }) => name}
      nameOf={({ name }) => name}
      bulk={(chosen) => <p>{chosen.map(({ name }) => name).join(' ')}</p>}
    />,
  )
  await page.getByRole('checkbox', { name: 'Select delta' }).click()
  await page.getByRole('button', { name: 'Name' }).click()
  await userEvent.keyboard('{Shift>}')
  await page.getByRole('checkbox', { name: 'Select charlie' }).click()
  await userEvent.keyboard('{/Shift}')
  await expect.element(page.getByText('charlie delta', { exact: true })).toBeVisible()
})
