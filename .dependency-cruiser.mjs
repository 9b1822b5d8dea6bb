// Directions of imports (ARCHITECTURE.md). `npm run check` enforces them, and prints a violation with the rule's comment.

const TEST = String.raw`\.test\.tsx?$`

/** A rule for each layer of app/, in rows, highest first: it imports neither a layer above it nor one beside it. */
function layers(...rows) {
  return rows.flatMap((row, index) =>
    row.map((name) => {
      const others = [...rows.slice(0, index).flat(), ...row.filter((other) => other !== name)]
      return {
        name: `${name}-imports-lower-layers-only`,
        comment: 'Pass it as a property, or move the shared code to a lower layer.',
        severity: 'error',
        from: { path: `^app/${name}/` },
        to: { path: `^app/(${others.join('|')})/` },
      }
    }),
  )
}

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    {
      name: 'no-circles',
      comment:
        'Move the shared code into a file that imports neither, or merge the two. Types count. A dynamically imported module may import its importer.',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['dynamic-import'] } },
    },
    {
      name: 'no-server-code-in-pages',
      comment: 'Read through the API. Anything else that a loader needs is passed in app/context.ts.',
      severity: 'error',
      from: { path: '^(app|shared)/' },
      to: { path: '^(api|server)/' },
    },
    {
      name: 'no-site-code-in-the-api',
      comment: 'Pass it from server/ (composeApi): sanitizers, limits, rules of accounts, outboxes, jobs.',
      severity: 'error',
      from: { path: '^api/', pathNot: TEST },
      to: { path: '^(app|server|supabase)/' },
    },
    {
      name: 'no-words-of-the-site-in-the-api',
      comment:
        'Limits and messages of the site are rules about accounts (AccountRules) or are passed to composeApi.',
      severity: 'error',
      from: { path: '^api/', pathNot: TEST },
      to: {
        path: '^shared/',
        pathNot: String.raw`^shared/(animated-png|escape-html|languages|password|trim)\.ts$`,
      },
    },
    {
      name: 'no-imports-between-features',
      comment: 'Compose both in the route, or move the shared code to app/domain.',
      severity: 'error',
      from: { path: '^app/features/([^/]+)/' },
      to: { path: '^app/features/', pathNot: '^app/features/$1/' },
    },
    // Each layer of app/ imports lower ones only.
    ...layers(['routes'], ['shell'], ['features'], ['domain', 'editor'], ['platform'], ['ui']),
    {
      name: 'shared-code-is-independent',
      comment: 'Keep it pure, or move it to where it is used.',
      severity: 'error',
      from: { path: '^shared/' },
      to: { path: '^(api|app|server|supabase)/' },
    },
    {
      name: 'tests-from-outside',
      comment: 'Test through HTTP; tests/support prepares the data.',
      severity: 'error',
      from: { path: '^tests/(contract|e2e)/' },
      to: { path: '^(api|app|server)/' },
    },
    {
      name: 'production-needs-no-dev-dependency',
      comment: 'An install without devDependencies must start: move the package to dependencies.',
      severity: 'error',
      from: {
        path: '^(api|app|server|shared|supabase)/|^scripts/(serve|supervise|prepare|memory|previous-assets|rotate-keys|backup|restore|upgrade|doctor|import|export|command)',
        // Only the build reads the list of addresses.
        pathNot: [TEST, String.raw`^app/routes\.ts$`],
      },
      // Only `npm run dev` imports Vite, and schema-dts has nothing but types.
      to: { dependencyTypes: ['npm-dev'], pathNot: '^node_modules/(vite|schema-dts)/' },
    },
    {
      name: 'nothing-unresolved',
      comment: 'The file is missing, or the package is not in package.json.',
      severity: 'error',
      // The bench installs the package that it compares with on first use.
      from: { pathNot: String.raw`^bench/lite\.mjs$` },
      to: { couldNotResolve: true, pathNot: String.raw`^\./\+types/` },
    },
  ],
  options: {
    // dependency-cruiser cannot use TypeScript 7, which has no API for parsing.
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: ['^build/', String.raw`\.d\.mts$`, String.raw`^\.react-router/`] },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  },
}
