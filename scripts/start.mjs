// npm start: everything from an empty checkout to a running community, which is started again when it falls.
import { build, install } from './prepare.mjs'

install()
build()
await import('./serve.mjs')
