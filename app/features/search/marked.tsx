// A line of an answer with the found words marked.
import { Fragment } from 'react'
import { partsOf } from './marks.ts'

export function Marked({ line, isText = false }: { line: string; isText?: boolean }) {
  return partsOf(line, isText).map(({ text, isFound }, index) =>
    isFound ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: a part is its place in a line that never changes
      <mark key={index} className="rounded-[3px] bg-accent-soft px-0.5 text-accent">
        {text}
      </mark>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: as above
      <Fragment key={index}>{text}</Fragment>
    ),
  )
}
