// Lazily loaded parts of a page. If the file of a part fails to load (no network), the page around it stays, with typed
// text.
import { type ComponentType, createContext, lazy, use, useReducer } from 'react'
import * as t from '#words/ui.ts'

type Load<Module> = () => Promise<Module>
type Main<Props> = { default: ComponentType<Props> }

const AskAgain = createContext<() => void>(() => undefined)

/**
 * A part that the user waits for: if its file fails to load, a line with a retry button replaces it.
 * @param place layout of that line
 * @param pick the component, if it is not the module's default
 */
export function lazyWithRetry<Props extends object>(
  load: Load<Main<Props>>,
  place?: string,
): ComponentType<Props>
export function lazyWithRetry<Module, Props extends object>(
  load: Load<Module>,
  place: string,
  pick: (module: Module) => ComponentType<Props>,
): ComponentType<Props>
export function lazyWithRetry<Props extends object>(
  load: Load<Main<Props>>,
  place = '',
  pick = (module: Main<Props>) => module.default,
): ComponentType<Props> {
  const Missing = () => <NotLoaded place={place} />
  const attempt = (): ComponentType<Props> =>
    lazy(() =>
      load()
        .catch(loadAnew<Main<Props>>)
        .then(pick)
        .catch(() => Missing)
        .then((Part) => ({ default: Part })),
    )
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

let loadedAnew = 0

/**
 * A browser asks for the file of a module once in the life of a page, also when that failed
 * (https://html.spec.whatwg.org/multipage/webappapis.html#fetch-a-single-module-script): so by another address.
 */
async function loadAnew<Module>(error: unknown): Promise<Module> {
  const [file] = /https?:\/\/\S+\.js/.exec(String(error)) ?? []
  if (!file) throw error
  loadedAnew += 1
  return (await import(/* @vite-ignore */ `${file}?${loadedAnew}`)) as Module
}

/** A part that the user did not ask for: if its file fails to load, it is missing until the next load. */
export function lazyOptional<Props extends object>(load: Load<Main<Props>>): ComponentType<Props> {
  return lazy(() => load().catch(() => ({ default: () => null })))
}

function NotLoaded({ place }: { place: string }) {
  const again = use(AskAgain)
  return (
    <p role="alert" className={`flex flex-wrap items-center gap-x-3 text-14 text-muted ${place}`}>
      <span>{t.thisCouldNotBeLoaded}</span>
      <button
        type="button"
        className="min-h-11 font-medium text-accent underline underline-offset-2 sm:min-h-8"
        onClick={again}
      >
        {t.tryAgain}
      </button>
    </p>
  )
}
