// The sentence that the API answers with for a text that the shield stopped, and where it sends its writer.

export const SCAMS_PATH = '/scams'
export const SHIELD_REFUSAL =
  'This reads like an offer or a demand that scams make, so it was not posted. What you typed is still here. Take out contact details, invitations and promised returns. If you warn of a scam or ask about one, say so in your own words. Whom to call about a scam: /scams'
