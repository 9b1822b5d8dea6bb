// A titled section of the settings, beside its controls from the size of a tablet on.
import { type ReactNode, useId } from 'react'

export function FormSection({
  title,
  about,
  children,
}: {
  title: string
  about: string
  children: ReactNode
}) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="gap-x-8 p-4 sm:grid sm:grid-cols-[200px_minmax(0,1fr)] sm:p-6">
      <div className="mb-4 sm:mb-0">
        <h2 id={id} className="font-sans text-16 font-semibold">
          {title}
        </h2>
        <p className="mt-0.5 text-13 text-muted">{about}</p>
      </div>
      <div>{children}</div>
    </section>
  )
}
