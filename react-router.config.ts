import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'app',
  buildDirectory: 'build',
  ssr: true,
  // The manifest of all routes is small and cached permanently, which saves requests for discovering them.
  routeDiscovery: { mode: 'initial' },
  // Client loaders import their code dynamically, so splitting would only add a request to each page.
  splitRouteModules: false,
} satisfies Config
