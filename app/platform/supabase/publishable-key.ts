// The key that a browser shows to the contract; the page brings it along (app/root.tsx).

export function publishableKey(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="publishable-key"]')?.content ?? ''
}
