// What the editor goes by (SPEC.md sections 5 and 9).

export const PLACEHOLDER = 'Start writing...'
export const HEADINGS: { levels: (1 | 2 | 3)[] } = { levels: [1, 2, 3] }
export const UNDO = { depth: 100, newGroupDelay: 500 }
