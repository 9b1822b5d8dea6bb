// Which files may import which (ARCHITECTURE.md). `npm run check` holds it; a breach is printed with the rule's comment.

const TEST = String.raw`\.test\.tsx?$`

/** A rule for each of the layers of app/, the highest first: it imports none that is above it. */
function layers(names) {
  return names.slice(1).map((name, index) => ({
    name: `${name}-imports-no-layer-above`,
    comment: 'Take it as a property, or move what both need down.',
    severity: 'error',
    from: { path: `^app/${name}/` },
    to: { path: `^app/(${names.slice(0, index + 1).join('|')})/` },
  }))
}

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    {
      name: 'no-circles',
      comment:
        'Move what both files need into one that imports neither, or merge the two. Types count. A module that is loaded on demand may import what loads it.',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['dynamic-import'] } },
    },
    {
      name: 'pages-know-nothing-of-the-server',
      comment: 'Read through the contract. What a loader needs beyond it is handed over in app/context.ts.',
      severity: 'error',
      from: { path: '^(app|shared)/' },
      to: { path: '^(api|server)/' },
    },
    {
      name: 'the-api-knows-no-site',
      comment:
        'Let server/ hand it over (composeApi): sanitizers, limits, rules of accounts, outboxes, jobs.',
      severity: 'error',
      from: { path: '^api/', pathNot: TEST },
      to: { path: '^(app|server|supabase)/' },
    },
    {
      name: 'features-never-import-features',
      comment: 'Let the route compose both, or move what they share to app/domain.',
      severity: 'error',
      from: { path: '^app/features/([^/]+)/' },
      to: { path: '^app/features/', pathNot: '^app/features/$1/' },
    },
    // app/ in layers, each of which imports what is below it: routes, shell, features, domain, platform, ui.
    ...layers(['routes', 'shell', 'features', 'domain', 'platform', 'ui']),
    {
      name: 'shared-code-depends-on-neither-side',
      comment: 'Keep it pure, or keep it where it is used.',
      severity: 'error',
      from: { path: '^shared/' },
      to: { path: '^(api|app|server|supabase)/' },
    },
    {
      name: 'tested-from-outside',
      comment: 'Ask over the wire; tests/support sets the scene.',
      severity: 'error',
      from: { path: '^tests/(contract|e2e)/' },
      to: { path: '^(api|app|server)/' },
    },
    {
      name: 'production-needs-no-dev-dependency',
      comment: 'An install without devDependencies must start: move the package to dependencies.',
      severity: 'error',
      from: {
        path: '^(api|app|server|shared|supabase)/|^scripts/(serve|supervise|prepare|memory|previous-assets|rotate-keys|backup|restore|doctor|import|export)',
        // The map of addresses is read by the build alone.
        pathNot: [TEST, String.raw`^app/routes\.ts$`],
      },
      // Vite is imported by `npm run dev` alone.
      to: { dependencyTypes: ['npm-dev'], pathNot: '^node_modules/vite/' },
    },
    {
      name: 'nothing-unresolved',
      comment: 'The file is missing, or the package is not in package.json.',
      severity: 'error',
      // The one that the bench is compared with is installed by whoever runs the comparison.
      from: { pathNot: String.raw`^bench/lite\.mjs$` },
      to: { couldNotResolve: true, pathNot: String.raw`^\./\+types/` },
    },
  ],
  options: {
    // TypeScript 7 has no programming interface that dependency-cruiser could parse with.
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
