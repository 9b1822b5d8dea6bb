// Keeps what was made lately, so many and no more.

/** A map that forgets what was longest unused. */
export class Lru<Value> {
  private readonly entries = new Map<string, Value>()
  private readonly most: number

  constructor(most: number) {
    this.most = most
  }

  get(key: string): Value | undefined {
    const value = this.entries.get(key)
    if (value !== undefined) {
      this.entries.delete(key)
      this.entries.set(key, value)
    }
    return value
  }

  set(key: string, value: Value): void {
    this.entries.delete(key)
    this.entries.set(key, value)
    if (this.entries.size <= this.most) return
    const oldest = this.entries.keys().next().value
    if (oldest !== undefined) this.entries.delete(oldest)
  }

  clear(): void {
    this.entries.clear()
  }
}
