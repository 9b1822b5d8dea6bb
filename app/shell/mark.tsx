// The logo: a square crossed by two roads, a chowk from above.

export function Mark({ size = 24 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
      <rect x="1" y="1" width="22" height="22" rx="6" fill="var(--edge)" />
      <path d="M12 1v22M1 12h22" stroke="var(--bg)" strokeWidth="2.4" />
      <circle cx="12" cy="12" r="4.6" fill="var(--bg)" />
      <circle cx="12" cy="12" r="2.1" fill="var(--edge)" />
    </svg>
  )
}
