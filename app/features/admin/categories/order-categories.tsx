// Sets the order of the categories on the site.
import { ArrowDown, ArrowUp } from 'lucide-react'
import { useState } from 'react'
import { CategoryTile } from '#app/domain/categories/category-tile.tsx'
import { useAct } from '#app/platform/acts/act.ts'
import { failedTo } from '#app/platform/acts/refusal.ts'
import { client } from '#app/platform/session/session.ts'
import { toast } from '#app/ui/feedback/toast.ts'
import { Button } from '#app/ui/forms/button.tsx'
import { IconButton, SMALL_ICON } from '#app/ui/forms/icon-button.tsx'
import { Dialog } from '#app/ui/overlays/dialog.tsx'
import * as t from '#words/admin.ts'
import { type KeptCategory, orderCategories } from './category-mutations.ts'

type OrderCategoriesProps = {
  open: boolean
  categories: readonly KeptCategory[]
  onClose: () => void
  onOrdered: () => Promise<void>
}

export function OrderCategories({ open, categories, onClose, onOrdered }: OrderCategoriesProps) {
  return (
    <Dialog open={open} onClose={onClose} title={t.orderOfTheCategories}>
      <Form categories={categories} onClose={onClose} onOrdered={onOrdered} />
    </Dialog>
  )
}

function Form({ categories, onClose, onOrdered }: Omit<OrderCategoriesProps, 'open'>) {
  const [order, setOrder] = useState(() => publicOrder(categories))
  const [said, setSaid] = useState('')
  const [save, busy] = useAct(async (ids: readonly string[]) => orderCategories(await client(), ids), {
    done: () => {
      toast({ title: t.categoryUpdated, text: t.theSiteListsTheCategories })
      onClose()
      return onOrdered()
    },
    failed: failedTo('update category'),
  })

  function shift(from: number, to: number) {
    const category = order[from]
    setOrder(moved(order, from, to))
    if (category) setSaid(`${category.name} is number ${to + 1}`)
  }

  return (
    <>
      <p className="mb-3 text-14 text-muted">{t.theFrontPageTheForums}</p>
      <ol className="divide-y divide-line rounded-card border border-line">
        {order.map((category, index) => (
          <li key={category.id} className="flex items-center gap-3 py-1 pr-1 pl-3">
            <span className="w-5 text-13 text-muted tabular-nums">{index + 1}</span>
            <CategoryTile category={category} by="own" size={28} />
            <span className="min-w-0 grow text-15 [overflow-wrap:anywhere]">{category.name}</span>
            <IconButton
              icon={<ArrowUp {...SMALL_ICON} />}
              label={t.moveUp(category.name)}
              disabled={index === 0}
              onClick={() => shift(index, index - 1)}
            />
            <IconButton
              icon={<ArrowDown {...SMALL_ICON} />}
              label={t.moveDown(category.name)}
              disabled={index === order.length - 1}
              onClick={() => shift(index, index + 1)}
            />
          </li>
        ))}
      </ol>
      <p role="status" className="sr-only">
        {said}
      </p>
      <div className="mt-5 flex flex-wrap justify-end gap-2">
        <Button variant="quiet" className="mr-auto" disabled={busy} onClick={() => void save([])}>
          {t.byName}
        </Button>
        <Button variant="secondary" onClick={onClose} disabled={busy}>
          {t.cancel}
        </Button>
        <Button disabled={busy} onClick={() => void save(order.map(({ id }) => id))}>
          {busy ? t.saving : t.saveOrder}
        </Button>
      </div>
    </>
  )
}

type Placed = { name: string; position: number | null }

/** In the order of `listCategories`. */
export function publicOrder<Category extends Placed>(categories: readonly Category[]): Category[] {
  const last = Number.MAX_SAFE_INTEGER
  return [...categories].sort(
    (a, b) => (a.position ?? last) - (b.position ?? last) || a.name.localeCompare(b.name, 'en'),
  )
}

/** A copy with the element at `from` moved to `to`. */
export function moved<One>(list: readonly One[], from: number, to: number): One[] {
  const copy = [...list]
  copy.splice(to, 0, ...copy.splice(from, 1))
  return copy
}
