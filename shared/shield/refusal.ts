// The sentence that the API answers with for a text that the shield stopped, and where it sends its writer.

export const SCAMS_PATH = '/scams'
export const SHIELD_REFUSAL =
  'This reads like what scams offer or ask for, so it was not posted. Take out contacts, invitations and promised returns, or tell of it in your own words. Help: /scams'
