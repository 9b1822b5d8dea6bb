// What a rule of the shield would have spoken of, for the administration.

export const SHIELD_TRIAL_PATH = '/site/v1/shield-trial'

export type ShieldTrial = {
  /** The newest texts of the last 30 days that were looked at. */
  looked: number
  found: number
  examples: readonly { table: string; id: string; text: string }[]
}
