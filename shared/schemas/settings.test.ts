import { expect, test } from 'vitest'
import { fieldOfConstraint, problemsOf } from './rules.ts'
import { type SettingsValues, settingsSchema } from './settings.ts'

const GOOD: SettingsValues = {
  site_name: 'चौक',
  site_description: '',
  tagline: '',
  site_description_hi: '',
  tagline_hi: '',
  legal_entity: 'Chowk LLP',
  maintenance_mode: false,
  require_email_verification: true,
  auto_moderation: true,
  hold_first_posts: 'contacts',
  notification_mail: true,
  web_push: false,
  guest_chat: true,
  chat_rooms: false,
  chat_gap_seconds: '0',
  max_posts_per_day: '10',
  headline_figures: 'fixed',
  grievance_officer: 'A. Rao',
  grievance_address: '',
  grievance_source: 'Rule 3(2)',
  grievance_acknowledge_hours: '24',
  grievance_resolve_days: '7',
  grievance_removal_hours: '36',
  grievance_urgent_hours: '2',
  contact_hours: '24',
  contact_exceptions: '',
}

test('values that the database accepts are valid', () => {
  expect(problemsOf(settingsSchema, GOOD)).toEqual({})
  expect(problemsOf(settingsSchema, { ...GOOD, site_name: '😀'.repeat(60) })).toEqual({})
})

test.each([
  ['site_name', '   '],
  ['site_name', 'x'.repeat(61)],
  ['site_description', 'x'.repeat(301)],
  ['tagline', 'x'.repeat(121)],
  ['site_description_hi', 'x'.repeat(301)],
  ['tagline_hi', 'x'.repeat(121)],
  ['legal_entity', ''],
  ['grievance_officer', 'x'.repeat(121)],
  ['grievance_address', 'x'.repeat(501)],
  ['grievance_source', ' '],
  ['grievance_resolve_days', '91'],
  ['grievance_urgent_hours', '0'],
  ['contact_hours', '0'],
  ['contact_exceptions', 'x'.repeat(201)],
  ...['601', '', '-1', '1.5'].map((typed) => ['chat_gap_seconds', typed] as const),
  ...['0', '1001', '', '-1', '2.5', '1e2', 'ten'].map((typed) => ['max_posts_per_day', typed] as const),
] as const)('%s is refused at its field: %j', (field, value) => {
  expect(Object.keys(problemsOf(settingsSchema, { ...GOOD, [field]: value }))).toEqual([field])
})

test('a refusal of the database stands at the same field', () => {
  const fieldOf = (constraint: string) => fieldOfConstraint(constraint, Object.keys(GOOD))
  expect(fieldOf('site_settings_tagline_length')).toBe('tagline')
  expect(fieldOf('site_settings_site_description_length')).toBe('site_description')
  expect(fieldOf('site_settings_grievance_urgent_hours_bounds')).toBe('grievance_urgent_hours')
  expect(fieldOf('threads_title_length')).toBeNull()
})
