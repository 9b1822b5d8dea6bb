// npm run build: builds the pages, and prints what the bundler says.
import { buildPages } from './prepare.mjs'

buildPages('info')
