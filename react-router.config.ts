import type { Config } from '@react-router/dev/config'
import { LANGUAGES, type Language } from './shared/languages.ts'

const language = (process.env.SITE_LANGUAGE ?? 'en') as Language

export default {
  appDirectory: 'app',
  // scripts/prepare.mjs builds each language in a folder of its own, and puts the files for browsers together.
  buildDirectory: `build/${language}`,
  basename: LANGUAGES[language].prefix || '/',
  ssr: true,
  // The manifest of all routes is small and cached permanently, which saves requests for discovering them.
  routeDiscovery: { mode: 'initial' },
  // Client loaders import their code dynamically, so splitting would only add a request to each page.
  splitRouteModules: false,
} satisfies Config
