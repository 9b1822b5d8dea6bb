// Chooses a category's icon and colour, with the tile as the forums will show it.
import { type CSSProperties, useId } from 'react'
import { CategoryTile, FORUM_ICONS } from '#app/domain/categories/category-tile.tsx'
import { CATEGORY } from '#shared/limits.ts'
import * as t from '#words/admin.ts'

const NAMES: Readonly<Record<string, string>> = {
  [CATEGORY.icon]: 'Default',
  TrendingUp: 'Trend',
  Users: 'People',
  MessageSquare: 'Speech',
  Star: 'Star',
  CreditCard: 'Card',
  Shield: 'Shield',
  Coins: 'Coins',
}

/** Distinct in light and dark; the first is the default. */
const COLORS = [
  { value: '#10b981', name: 'Emerald' },
  { value: '#0ea5e9', name: 'Sky' },
  { value: '#6366f1', name: 'Indigo' },
  { value: '#a855f7', name: 'Purple' },
  { value: '#ec4899', name: 'Pink' },
  { value: '#ef4444', name: 'Red' },
  { value: '#f59e0b', name: 'Amber' },
  { value: '#64748b', name: 'Slate' },
] as const

const CHOICE =
  'relative flex size-11 cursor-pointer items-center justify-center rounded-control has-checked:bg-accent-soft has-checked:outline-2 has-checked:outline-accent has-focus-visible:outline-2 has-focus-visible:outline-focus hover:bg-raised sm:size-9'

type PickerProps = { value: string; onChange: (value: string) => void }

/** The icons that the forums have; a category's other icon stays available. */
export function IconPicker({ value, onChange, color }: PickerProps & { color: string }) {
  const id = useId()
  const icons = [...new Set([CATEGORY.icon, ...FORUM_ICONS, value])]
  return (
    <fieldset>
      <legend className="mb-1 text-14 font-medium">{t.icon}</legend>
      <div className="-ml-1 flex flex-wrap gap-1 max-sm:-ml-2 max-sm:gap-0">
        {icons.map((icon) => (
          <label key={icon} className={CHOICE} title={NAMES[icon] ?? icon}>
            <input
              type="radio"
              name={id}
              className="sr-only"
              checked={icon === value}
              onChange={() => onChange(icon)}
              aria-label={NAMES[icon] ?? icon}
            />
            <CategoryTile category={{ name: '', slug: '', icon, color }} by="own" size={28} />
          </label>
        ))}
      </div>
    </fieldset>
  )
}

export function ColorPicker({ value, onChange }: PickerProps) {
  const id = useId()
  return (
    <fieldset>
      <legend className="mb-1 text-14 font-medium">{t.colour}</legend>
      <div className="-ml-1 flex flex-wrap items-center gap-1 max-sm:-ml-2 max-sm:gap-0">
        {COLORS.map((color) => (
          <label key={color.value} className={CHOICE} title={color.name}>
            <input
              type="radio"
              name={id}
              className="sr-only"
              checked={color.value === value.toLowerCase()}
              onChange={() => onChange(color.value)}
              aria-label={color.name}
            />
            <span
              aria-hidden
              className="size-6 rounded-full bg-(--cat)"
              style={{ '--cat': color.value } as CSSProperties}
            />
          </label>
        ))}
        <label className="ml-1 inline-flex min-h-11 items-center gap-2 text-13 text-muted sm:min-h-9">
          {t.own}
          <input
            type="color"
            className="h-9 w-11 cursor-pointer rounded-control border border-control-line bg-surface p-1"
            value={/^#[0-9a-f]{6}$/i.test(value) ? value : COLORS[0].value}
            onChange={(event) => onChange(event.target.value)}
          />
        </label>
      </div>
    </fieldset>
  )
}
