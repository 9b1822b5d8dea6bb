// Property tests try the same samples in each run, so that only a change turns one red; `npm run faults -- exhaustive`
// tries new ones.
import fc from 'fast-check'

fc.configureGlobal({ seed: process.env.EXHAUSTIVE === undefined ? 1 : Date.now() })
