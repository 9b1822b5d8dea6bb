// The category as chips, each with its colour: radio buttons that look like it, so that arrow keys choose.
import { type CSSProperties, useId } from 'react'

export type CategoryOption = { id: string; name: string; slug: string; color: string }

type ChoiceProps = {
  categories: readonly CategoryOption[]
  /** The chosen one's id, or empty. */
  value: string
  onChange: (id: string) => void
}

export function CategoryChoice({ categories, value, onChange }: ChoiceProps) {
  const name = useId()
  return (
    <fieldset>
      <legend className="mb-1 text-14 font-medium">Category</legend>
      <div className="flex flex-wrap gap-2">
        {categories.map((category) => (
          <label
            key={category.id}
            style={{ '--cat': category.color } as CSSProperties}
            className="relative inline-flex min-h-11 cursor-pointer items-center gap-2 rounded-full border border-control-line bg-surface px-3.5 text-15 hover:bg-raised has-checked:border-cat has-checked:bg-[color-mix(in_oklch,var(--cat)_14%,var(--surface))] has-checked:[text-shadow:0_0_0.6px_currentcolor] has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus sm:min-h-9 sm:text-14"
          >
            <input
              type="radio"
              name={name}
              required
              value={category.id}
              checked={value === category.id}
              onChange={() => onChange(category.id)}
              className="absolute inset-0 cursor-pointer appearance-none rounded-full opacity-0"
            />
            <span aria-hidden className="size-2.5 shrink-0 rounded-full bg-cat" />
            {category.name}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
