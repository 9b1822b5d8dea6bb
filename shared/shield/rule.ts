// A rule of staff, as forms and the database have it.

export const RULE_KINDS = ['phrase', 'host', 'contact', 'concept'] as const
export const RULE_EFFECTS = ['hold', 'refuse', 'allow'] as const

export type ShieldRule = {
  id: string
  /** phrase: words in their order, in whichever spelling. host: of a link. contact: a number, UPI id or handle. concept: off. */
  kind: (typeof RULE_KINDS)[number]
  pattern: string
  /** Of a concept it is `allow`: the shield stops looking for it. */
  effect: (typeof RULE_EFFECTS)[number]
}

/** The parts of the shield that staff may switch off: what it looks for, not what speaks for a text. */
export const SHIELD_PARTS = [
  ...[
    'private',
    'platform',
    'join',
    'urgent',
    'returns',
    'calls',
    'ipo',
    'loan',
    'job',
    'prize',
    'crypto',
    'recover',
  ],
  ...['romance', 'mule', 'betting', 'secret', 'remote', 'fee', 'fear', 'authority', 'testimony'],
] as const
