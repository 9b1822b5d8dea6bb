// Functions of libraries that no page of this site comes to, by the feature they belong to. The build empties them, and
// what only they used goes with them. None of them is reached: `neededBy` names what a page would have to import for it,
// and the build fails when one does; lean-libraries.test.ts reads the pages for the rest, and holds the files' content.
import { type ESTree, parseSync, Visitor } from 'vite'

type Unused = {
  feature: string
  file: string
  /** Each with the body that it keeps. */
  functions: Readonly<Record<string, string>>
  /** Exports that lead to the functions, by the file that has them. */
  neededBy: Readonly<Record<string, readonly string[]>>
}

const ROUTER = 'react-router/dist/production/lib'
const HOOKS = `${ROUTER}/hooks.js`
const DOM = `${ROUTER}/dom/lib.js`
const REACT = 'react/cjs/react.production.js'
const RENDERER = 'react-dom/cjs/react-dom-client.production.js'

export const UNUSED: readonly Unused[] = [
  {
    feature: 'fetchers',
    file: `${ROUTER}/router/router.js`,
    functions: empty(
      ...['fetch', 'getFetcher', 'resetFetcher', 'deleteFetcher', 'queueFetcherForDeletion', 'abortFetcher'],
      ...['handleFetcherAction', 'handleFetcherLoader', 'setFetcherError', 'updateFetcherState'],
      ...['getUpdatedRevalidatingFetchers', 'markFetchersDone', 'markFetchRedirectsDone'],
      ...['abortStaleFetchLoads', 'getSubmittingFetcher', 'getLoadingFetcher', 'getDoneFetcher'],
      ...['getTargetedDataStrategyMatches'],
    ),
    neededBy: { [DOM]: ['useFetcher', 'useFetchers'] },
  },
  {
    feature: 'fetchers',
    file: `${ROUTER}/dom/ssr/single-fetch.js`,
    functions: empty('singleFetchLoaderFetcherStrategy'),
    neededBy: {},
  },
  {
    feature: 'actions: everything is written through the contract',
    file: `${ROUTER}/router/router.js`,
    functions: empty('handleAction', 'getSubmittingNavigation', 'getUpdatedActionData'),
    neededBy: {},
  },
  {
    feature: 'actions: everything is written through the contract; and sites without a server',
    file: `${ROUTER}/dom/ssr/single-fetch.js`,
    functions: empty('singleFetchActionStrategy', 'nonSsrStrategy'),
    neededBy: {},
  },
  {
    feature: 'blockers of a navigation',
    file: `${ROUTER}/router/router.js`,
    functions: empty('getBlocker', 'deleteBlocker', 'updateBlocker', 'shouldBlockNavigation'),
    neededBy: { [HOOKS]: ['useBlocker'], [DOM]: ['usePrompt'] },
  },
  {
    feature: 'discovering addresses bit by bit (fog-of-war.js), and replacing them while somebody develops',
    file: `${ROUTER}/router/router.js`,
    functions: {
      ...empty('discoverRoutes', 'compareMatches', '_internalSetRoutes'),
      ...empty('patchRoutes', 'patchRoutesImpl', 'isSameRoute'),
      checkFogOfWar: 'return { active: false, matches: null }',
    },
    neededBy: {},
  },
  {
    feature: 'replacing addresses while somebody develops',
    file: `${ROUTER}/dom/ssr/routes.js`,
    functions: empty('wrapShouldRevalidateForHdr', 'createClientRoutesWithHMRRevalidationOptOut'),
    neededBy: {},
  },
  {
    feature: 'middleware in the browser, and ways of loading other than the one that pages use',
    file: `${ROUTER}/router/router.js`,
    functions: {
      ...empty('runMiddlewarePipeline', 'callRouteMiddleware'),
      ...empty('defaultDataStrategy', 'defaultDataStrategyWithMiddleware'),
      // What the pipeline does when it is empty.
      runClientMiddlewarePipeline:
        'if (args.request.signal.aborted) throw args.request.signal.reason; return handler()',
    },
    neededBy: {},
  },
  {
    feature: 'telling listeners how the router works (instrumentation.js)',
    file: `${ROUTER}/router/router.js`,
    functions: empty('getInstrumentationNavigateMeta'),
    neededBy: {},
  },
  {
    feature: 'loading what a link leads to before it is pressed',
    file: `${ROUTER}/dom/ssr/components.js`,
    functions: {
      PrefetchPageLinks: 'return null',
      usePrefetchBehavior: 'return [false, React$1.useRef(null), {}]',
    },
    neededBy: {},
  },
  {
    feature: 'routers of other kinds',
    file: DOM,
    functions: empty('HistoryRouter'),
    neededBy: {},
  },
  {
    feature: 'errors of server components',
    file: HOOKS,
    functions: empty('RSCErrorHandler'),
    neededBy: {},
  },
  {
    feature: 'errors of server components',
    file: `${ROUTER}/errors.js`,
    functions: empty('decodeRedirectErrorDigest', 'decodeRouteErrorResponseDigest'),
    neededBy: {},
  },
  {
    feature: 'parts that are kept while they are hidden, and lists of what is waited for',
    file: RENDERER,
    functions: empty('updateActivityComponent', 'updateSuspenseListComponent', 'initSuspenseListRenderState'),
    neededBy: { [REACT]: ['Activity', 'unstable_SuspenseList'] },
  },
  {
    feature: 'refs of fragments',
    file: RENDERER,
    functions: {
      ...empty('commitNewChildToFragmentInstance', 'deleteChildFromFragmentInstance'),
      ...empty('addFragmentHandleToFiber'),
      // No import tells.
      FragmentInstance: 'throw new Error("refs of fragments are left out")',
    },
    neededBy: {},
  },
  {
    feature: "React's own view transitions: links fade with the browser's (app/ui/link.tsx)",
    file: RENDERER,
    functions: empty(
      ...['getViewTransitionName', 'getViewTransitionClassName', 'trackEnterViewTransitions'],
      ...['pushViewTransitionCancelableScope', 'applyViewTransitionToHostInstances'],
      ...['applyViewTransitionToHostInstancesRecursive', 'restoreViewTransitionOnHostInstances'],
      ...['commitAppearingPairViewTransitions', 'commitEnterViewTransitions'],
      ...['commitDeletedPairViewTransitions', 'commitExitViewTransitions', 'commitNestedViewTransitions'],
      ...['restorePairedViewTransitions', 'restoreEnterOrExitViewTransitions'],
      ...['restoreNestedViewTransitions', 'measureViewTransitionHostInstancesRecursive'],
      ...['measureNestedViewTransitions', 'scheduleViewTransitionEvent', 'startViewTransition'],
      ...['createViewTransitionInstance', 'ViewTransitionPseudoElement', 'applyViewTransitionName'],
      ...['restoreViewTransitionName', 'reportViewTransitionError', 'commitAfterMutationEffectsOnFiber'],
      ...['recursivelyTraverseAfterMutationEffects'],
    ),
    neededBy: { [REACT]: ['ViewTransition', 'addTransitionType'] },
  },
]

function empty(...names: string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, '']))
}

/** @returns the bodies that functions of `file` are to have; nothing where none is left out */
export function unusedIn(file: string): Readonly<Record<string, string>> {
  return Object.assign({}, ...UNUSED.filter((one) => one.file === file).map(({ functions }) => functions))
}

type Place = { start: number; end: number; becomes: string }

/**
 * Gives the named functions of `code` other bodies, and takes away what is put on them. Throws where one is not found
 * exactly once.
 */
export function replaceBodies(code: string, bodies: Readonly<Record<string, string>>): string {
  const found: string[] = []
  const places: Place[] = []
  new Visitor({
    FunctionDeclaration({ id, body }) {
      const becomes = id ? bodies[id.name] : undefined
      if (!id || !body || becomes === undefined) return
      found.push(id.name)
      places.push({ start: body.start, end: body.end, becomes: `{ ${becomes} }` })
    },
    ExpressionStatement({ start, end, expression }) {
      if (expression.type !== 'AssignmentExpression') return
      if (Object.hasOwn(bodies, ownerOf(expression.left) ?? '')) places.push({ start, end, becomes: '' })
    },
  }).visit(parseSync('library.js', code).program)
  const [were, wanted] = [found.sort().join(), Object.keys(bodies).sort().join()]
  if (were !== wanted) throw new Error(`scripts/lean/left-out.ts wants ${wanted}, and finds ${were}`)
  return places
    .sort((one, other) => other.start - one.start)
    .reduce((rest, { start, end, becomes }) => rest.slice(0, start) + becomes + rest.slice(end), code)
}

/** @returns `a` of `a.b` and of `a.b.c` */
function ownerOf(target: ESTree.Node): string | undefined {
  if (target.type !== 'MemberExpression') return undefined
  return target.object.type === 'Identifier' ? target.object.name : ownerOf(target.object)
}
