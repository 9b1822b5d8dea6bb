// The two ends of an edit.
import { Button } from './button.tsx'

type SaveOrCancelProps = { saving: boolean; disabled: boolean; onSave: () => void; onCancel: () => void }

export function SaveOrCancel({ saving, disabled, onSave, onCancel }: SaveOrCancelProps) {
  return (
    <div className="mt-3 flex justify-end gap-2">
      <Button variant="secondary" size="small" onClick={onCancel} disabled={saving}>
        Cancel
      </Button>
      <Button size="small" onClick={onSave} disabled={disabled || saving}>
        {saving ? 'Saving...' : 'Save'}
      </Button>
    </div>
  )
}
