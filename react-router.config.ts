import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'app',
  buildDirectory: 'build',
  ssr: true,
  // The map of addresses is small and its file is cached for good: one request less than discovering it link by link.
  routeDiscovery: { mode: 'initial' },
  // What a client loader needs comes on demand by itself, and a file of its own would be one request more on each page.
  splitRouteModules: false,
} satisfies Config
