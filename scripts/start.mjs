// npm start: installs, builds and starts the site from an empty checkout, and restarts it after a crash.
import { build, install } from './prepare.mjs'

install()
build()
await import('./serve.mjs')
