// Parts of a page whose file comes when they are needed. A file that does not arrive (the network was cut) costs its
// part alone: the page around it stands, with what was typed there.
import { type ComponentType, createContext, lazy, use, useReducer } from 'react'

type Load<Props> = () => Promise<{ default: ComponentType<Props> }>

const AskAgain = createContext<() => void>(() => undefined)

/**
 * A part that somebody waits for: where its file does not arrive, a line in its place offers to ask again.
 * @param place how that line stands where the part would
 */
export function lazyWithRetry<Props extends object>(load: Load<Props>, place = ''): ComponentType<Props> {
  const Missing = () => <NotLoaded place={place} />
  const attempt = (): ComponentType<Props> => lazy(() => load().catch(() => ({ default: Missing })))
  let Part = attempt()
  return function OnDemand(props) {
    const [, show] = useReducer((times: number) => times + 1, 0)
    const again = () => {
      Part = attempt()
      show()
    }
    return (
      <AskAgain value={again}>
        <Part {...props} />
      </AskAgain>
    )
  }
}

/** A part that nobody asked for: where its file does not arrive, the page does without it until the next load. */
export function lazyOptional<Props extends object>(load: Load<Props>): ComponentType<Props> {
  return lazy(() => load().catch(() => ({ default: () => null })))
}

function NotLoaded({ place }: { place: string }) {
  const again = use(AskAgain)
  return (
    <p role="alert" className={`flex flex-wrap items-center gap-x-3 text-14 text-muted ${place}`}>
      <span>This could not be loaded. Check your connection.</span>
      <button
        type="button"
        className="min-h-11 font-medium text-accent underline underline-offset-2 sm:min-h-8"
        onClick={again}
      >
        Try again
      </button>
    </p>
  )
}
