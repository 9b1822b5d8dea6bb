export function setAssetsAside(root: string, now?: number): void
