// Tells a member whose session has ended elsewhere.
import { toast } from '#app/ui/feedback/toast.ts'
import * as t from '#words/shell-more.ts'

export function tellOfEnd(): void {
  toast({ title: t.signedOut, text: t.yourSessionHasEndedSign })
}
