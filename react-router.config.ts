import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'app',
  buildDirectory: 'build',
  ssr: true,
  // The map of addresses is small and its file is cached for good: one request less than discovering it link by link.
  routeDiscovery: { mode: 'initial' },
} satisfies Config
