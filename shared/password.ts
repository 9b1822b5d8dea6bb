// In a module of its own, because api/ knows no other limit of the site.

export const PASSWORD = { minCodePoints: 8, maxBytes: 256 } as const
