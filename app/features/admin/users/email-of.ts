// Addresses are private: an administrator sees the own one, and 'N/A' for everybody else (SPEC.md section 3).

export function emailOf(user: { id: string }, self: { userId: string; email: string }): string {
  return user.id === self.userId ? self.email : 'N/A'
}
