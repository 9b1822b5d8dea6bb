// A password, hidden until its writer wants to see it.
import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { TextField } from '#app/ui/forms/field.tsx'

type PasswordFieldProps = Omit<ComponentProps<typeof TextField>, 'type' | 'trailing'>

export function PasswordField(props: PasswordFieldProps) {
  const [shown, setShown] = useState(false)
  const Icon = shown ? EyeOff : Eye
  return (
    <TextField
      {...props}
      type={shown ? 'text' : 'password'}
      // A shown password is no prose: nothing may correct it, nor send it to a spelling service.
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      trailing={
        <button
          type="button"
          className="needs-script inline-flex size-11 items-center justify-center rounded-control text-muted hover:text-text"
          aria-label={`${shown ? 'Hide' : 'Show'} ${props.label.toLowerCase()}`}
          onClick={() => setShown(!shown)}
        >
          <Icon size={18} aria-hidden />
        </button>
      }
    />
  )
}
