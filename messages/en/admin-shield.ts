// The scam shield in the administration.
export const scamShield = 'Scam shield'
export const addARule = 'Add a Rule'
export const whatItIs =
  'The shield judges what members and guests write before others can read it, by the rules that the site brings. Add what it misses, allow what it stops wrongly, or switch off a part of it. Rules that allow come first.'
export const rulesCouldNotBeLoaded = 'The rules could not be loaded'
export const loadingTheRules = 'Loading the rules'
export const noRulesYet = 'No rules of yours yet'
export const theShieldDecidesAlone = 'The shield decides by what the site brings.'
export const looksFor = 'Looks for'
export const does = 'Does'
export const isOn = 'On'
export const isOff = 'Off'
export const switchOn = (pattern: string) => `Switch on: ${pattern}`
export const switchOff = (pattern: string) => `Switch off: ${pattern}`
export const deleteRule = (pattern: string) => `Delete: ${pattern}`
export const deleteThisRule = 'Delete this rule?'
export const theShieldForgetsIt = (pattern: string) => `The shield no longer looks for “${pattern}”.`
export const deleteTheRule = 'Delete Rule'
export const ruleDeleted = 'Rule deleted'
export const ruleAdded = 'Rule added'
export const ruleSwitched = 'Rule changed'
export const addTheRule = 'Add Rule'
export const kindOfRule = 'Kind'
export const phrase = 'Words, in whichever spelling or script'
export const host = 'Links to a host'
export const contact = 'A number, UPI id or handle'
export const concept = 'A part of the shield, to switch off'
export const whatToLookFor = 'What to look for'
export const partOfTheShield = 'Part'
export const effect = 'What to do'
export const hold = 'Stop it'
export const refuse = 'Stop it, also where others would be held'
export const allow = 'Let it pass'
export const note = 'Note (optional)'
export const tryIt = 'Try It on the Last 30 Days'
export const trying = 'Looking…'
export const trialFailed = 'The trial did not work. Please try again.'
export const trialFound = (found: string, looked: string) =>
  `It speaks of ${found} of the ${looked} newest texts of the last 30 days.`
export const stoppedLately = (texts: string) => `Stopped in the last 30 days: ${texts}`
