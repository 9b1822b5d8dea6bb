// Lazily loaded parts of a page. If the file of a part fails to load (no network), the page around it stays, with typed
// text.
import { type ComponentType, createContext, lazy, use, useReducer } from 'react'

type Load<Props> = () => Promise<{ default: ComponentType<Props> }>

const AskAgain = createContext<() => void>(() => undefined)

/**
 * A part that the user waits for: if its file fails to load, a line with a retry button replaces it.
 * @param place layout of that line
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

/** A part that the user did not ask for: if its file fails to load, it is missing until the next load. */
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
