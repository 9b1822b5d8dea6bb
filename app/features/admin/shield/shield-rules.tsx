// The rules of the scam shield as a table, and the dialog that adds one.
import { Power, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { ConfirmAct } from '#app/platform/acts/confirm.tsx'
import { failedTo, refusedAt } from '#app/platform/acts/refusal.ts'
import { useSiteForm } from '#app/platform/forms/use-site-form.ts'
import { client } from '#app/platform/session/session.ts'
import { toast } from '#app/ui/feedback/toast.ts'
import { Button } from '#app/ui/forms/button.tsx'
import { Select, TextField } from '#app/ui/forms/field.tsx'
import { FormActions } from '#app/ui/forms/form-end.tsx'
import { IconButton, SMALL_ICON } from '#app/ui/forms/icon-button.tsx'
import { Dialog } from '#app/ui/overlays/dialog.tsx'
import { actionColumn } from '#app/ui/tables/action-column.tsx'
import { columnsOf } from '#app/ui/tables/columns.ts'
import { DataTable } from '#app/ui/tables/data-table.tsx'
import { formatNumber } from '#shared/format.ts'
import { SHIELD_RULE } from '#shared/limits.ts'
import { shieldRuleSchema } from '#shared/schemas/moderation.ts'
import { RULE_EFFECTS, RULE_KINDS, SHIELD_PARTS } from '#shared/shield/rule.ts'
import type { ShieldTrial } from '#shared/shield/trial.ts'
import * as t from '#words/admin-shield.ts'
import { addRule, deleteRule, type StoredRule, switchRule, tryRule } from './queries.ts'

const KINDS = { phrase: t.phrase, host: t.host, contact: t.contact, concept: t.concept }
const EFFECTS = { hold: t.hold, refuse: t.refuse, allow: t.allow }

const column = columnsOf<StoredRule>()

export function RuleTable({
  rules,
  onChanged,
}: {
  rules: readonly StoredRule[]
  onChanged: () => Promise<void>
}) {
  const [deleting, setDeleting] = useState<StoredRule | null>(null)
  const turn = (rule: StoredRule) => {
    const done = async () => {
      await switchRule(await client(), rule)
      toast({ title: t.ruleSwitched })
      await onChanged()
    }
    done().catch(failedTo('change the rule'))
  }
  const columns = column.columns([
    column.accessor('pattern', {
      header: t.looksFor,
      cell: ({ row: { original } }) => (
        <span className="font-medium [overflow-wrap:anywhere]">
          {original.pattern}
          <span className="block text-13 font-normal text-muted">
            {KINDS[original.kind as keyof typeof KINDS]}
            {original.note ? ` · ${original.note}` : ''}
          </span>
        </span>
      ),
    }),
    column.accessor(({ is_active, effect }) => `${is_active ? t.isOn : t.isOff}: ${effect}`, {
      id: 'does',
      header: t.does,
      meta: { stacked: 'beside' },
      cell: ({ row: { original } }) => (
        <span className="text-muted">
          {original.is_active ? EFFECTS[original.effect as keyof typeof EFFECTS] : t.isOff}
        </span>
      ),
    }),
    actionColumn<StoredRule>((rule) => (
      <>
        <IconButton
          icon={<Power {...SMALL_ICON} />}
          label={rule.is_active ? t.switchOff(rule.pattern) : t.switchOn(rule.pattern)}
          onClick={() => turn(rule)}
        />
        <IconButton
          icon={<Trash2 {...SMALL_ICON} />}
          label={t.deleteRule(rule.pattern)}
          intent="danger"
          onClick={() => setDeleting(rule)}
        />
      </>
    )),
  ])
  return (
    <>
      <DataTable
        label={t.scamShield}
        columns={columns}
        rows={rules}
        keyOf={({ id }) => id}
        nameOf={({ pattern }) => pattern}
      />
      {deleting ? (
        <ConfirmAct
          title={t.deleteThisRule}
          text={t.theShieldForgetsIt(deleting.pattern)}
          action={t.deleteTheRule}
          write={(db) => deleteRule(db, deleting.id)}
          said={{ title: t.ruleDeleted }}
          onClose={() => setDeleting(null)}
          failed={failedTo('delete the rule')}
        />
      ) : null}
    </>
  )
}

export function AddRule({ onClose, onAdded }: { onClose: () => void; onAdded: () => Promise<void> }) {
  const [trial, setTrial] = useState<ShieldTrial | 'running' | 'failed' | null>(null)
  const form = useSiteForm({
    schema: shieldRuleSchema,
    start: {
      kind: 'phrase' as 'phrase' | 'host' | 'contact' | 'concept',
      pattern: '',
      effect: 'hold' as 'hold' | 'refuse' | 'allow',
      note: '',
    },
    send: async (fields) => {
      const effect = fields.kind === 'concept' ? 'allow' : fields.effect
      await addRule(await client(), { ...fields, effect })
      toast({ title: t.ruleAdded })
      onClose()
      await onAdded()
    },
    onChange: () => setTrial(null),
    onRefused: refusedAt('pattern', 'add the rule'),
  })
  const { values } = form
  const isPart = values.kind === 'concept'
  const tryIt = () => {
    setTrial('running')
    tryRule({ kind: values.kind, pattern: values.pattern }).then(setTrial, () => setTrial('failed'))
  }
  return (
    <Dialog open onClose={onClose} busy={form.isBusy} title={t.addARule}>
      <form {...form.props} className="space-y-4">
        <Select label={t.kindOfRule} {...form.field('kind')}>
          {RULE_KINDS.map((kind) => (
            <option key={kind} value={kind}>
              {KINDS[kind]}
            </option>
          ))}
        </Select>
        {isPart ? (
          <Select label={t.partOfTheShield} {...form.field('pattern')}>
            <option value="" />
            {SHIELD_PARTS.map((part) => (
              <option key={part} value={part}>
                {part}
              </option>
            ))}
          </Select>
        ) : (
          <>
            <TextField
              label={t.whatToLookFor}
              required
              maxLength={SHIELD_RULE.max}
              autoCapitalize="none"
              spellCheck={false}
              {...form.field('pattern')}
            />
            <Select label={t.effect} {...form.field('effect')}>
              {RULE_EFFECTS.map((effect) => (
                <option key={effect} value={effect}>
                  {EFFECTS[effect]}
                </option>
              ))}
            </Select>
          </>
        )}
        <TextField label={t.note} maxLength={SHIELD_RULE.note} {...form.field('note')} />
        {isPart ? null : (
          <div role="status" className="space-y-2 text-14">
            <Button
              variant="secondary"
              size="small"
              disabled={values.pattern.trim().length < SHIELD_RULE.min || trial === 'running'}
              onClick={tryIt}
            >
              {trial === 'running' ? t.trying : t.tryIt}
            </Button>
            {trial === 'failed' ? <p className="text-loss">{t.trialFailed}</p> : null}
            {trial !== null && typeof trial === 'object' ? <Tried trial={trial} /> : null}
          </div>
        )}
        <FormActions action={t.addTheRule} busy={form.isBusy} onCancel={onClose} />
      </form>
    </Dialog>
  )
}

function Tried({ trial: { looked, found, examples } }: { trial: ShieldTrial }) {
  return (
    <>
      <p>{t.trialFound(formatNumber(found), formatNumber(looked))}</p>
      <ul className="list-disc space-y-1 pl-5 text-muted">
        {examples.map(({ id, text }) => (
          <li key={id} className="[overflow-wrap:anywhere]">
            {text}
          </li>
        ))}
      </ul>
    </>
  )
}
