// A process of its own that installs the browser for the tests, if there is none.
import { chromium } from './chromium.mjs'

chromium()
