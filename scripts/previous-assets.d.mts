export function keepPreviousAssets(root: string, now?: number): void
