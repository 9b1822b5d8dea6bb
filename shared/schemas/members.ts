// The forms of accounts and profiles, with SPEC.md section 5's messages. The server validates everything again.
import * as z from 'zod/mini'
import * as t from '#words/schemas.ts'
import { BIO, FULL_NAME, USERNAME } from '../limits.ts'
import { PASSWORD } from '../password.ts'
import { hasHiddenSigns } from '../stacked-marks.ts'
import { messageOf, required, text } from './rules.ts'

const TERMS = {
  title: t.termsAgreementRequired,
  text: t.pleaseAgreeToTheTerms,
}
const MISMATCH = { title: t.passwordMismatch, text: t.passwordsDoNotMatchPlease }
const TOO_SHORT = {
  title: t.passwordTooShort,
  text: t.passwordMustBeAtLeast(PASSWORD.minCodePoints),
}

const newUsername = z.string().check(
  z.trim(),
  z.refine((name) => name !== '', t.pleaseChooseAUsername),
  // Says 'a to z', because users of other scripts have entered letters too.
  z.refine((name) => !/[^\x20-\x7e]/.test(name), t.pleaseUseTheLettersA),
  z.regex(USERNAME.pattern, messageOf('profiles_username_format')),
)

const missingEmail = t.pleaseEnterYourEMail

/** Refuses only what certainly is no address: the server validates the rest. */
const email = z.string().check(
  z.trim(),
  z.refine((address) => address !== '', missingEmail),
  z.regex(/^[^\s@]+@[^\s@][^\s@.]*\.[^\s@]+$/, t.thatDoesNotLookLike),
)

/** A missing password is 'required', not 'too short'. */
const newPassword = z.string().check(
  z.refine((password) => password !== '', t.pleaseChooseAPassword),
  z.refine((password) => [...password].length >= PASSWORD.minCodePoints, TOO_SHORT.text),
  z.refine(
    (password) => new TextEncoder().encode(password).length <= PASSWORD.maxBytes,
    t.passwordMustBeAtMost(PASSWORD.maxBytes),
  ),
)

type Twice = { password: string; confirmation: string }
const isSameTwice = z.refine<Twice>(({ password, confirmation }: Twice) => password === confirmation, {
  path: ['confirmation'],
  error: MISMATCH.text,
})

export const signUpSchema = z
  .object({
    username: newUsername,
    email,
    password: newPassword,
    confirmation: z.string(),
    agreed: z.boolean().check(z.refine((agreed) => agreed, TERMS.text)),
    digest: z.boolean(),
  })
  .check(isSameTwice)

export type SignUpValues = z.input<typeof signUpSchema>

/**
 * The title of the first of SPEC.md's three errors that applies, whose text stands at its field; null if fields are only
 * missing.
 */
export function signUpTitle(problems: Partial<Record<keyof SignUpValues, string>>): string | null {
  if (problems.agreed) return TERMS.title
  if (problems.confirmation) return MISMATCH.title
  return problems.password === TOO_SHORT.text ? TOO_SHORT.title : null
}

export const newPasswordSchema = z
  .object({ password: newPassword, confirmation: z.string() })
  .check(isSameTwice)

export const emailSchema = z.object({ email })

export const signInSchema = z.object({
  email: z.string().check(
    z.trim(),
    z.refine((address) => address !== '', missingEmail),
  ),
  password: required(t.pleaseEnterYourPassword),
})

const current = required(t.pleaseEnterYourCurrentPassword)

export const passwordChangeSchema = z.object({
  current,
  password: z
    .string()
    .check(
      z.refine(
        (password) => [...password].length >= PASSWORD.minCodePoints,
        t.atLeastCharacters(PASSWORD.minCodePoints),
      ),
    ),
})

export const emailChangeSchema = z.object({
  email: z.string().check(
    z.trim(),
    z.refine((address) => address !== '', t.pleaseEnterTheNewAddress),
  ),
  current,
})

/** A code of an e-mail or an app, or a recovery code. */
export const codeSchema = z.object({
  code: z.string().check(
    z.trim(),
    z.refine((code) => code !== '', t.pleaseEnterACode),
  ),
})

export const mailedCodeSchema = z.object({
  code: z.string().check(
    z.overwrite((code) => code.replaceAll(/\s/g, '')),
    z.regex(/^\d{6}$/, t.pleaseEnterTheSixDigits),
  ),
})

/** One of the two is required to close an account. */
export const closeAccountSchema = z.object({ nonce: z.string(), password: z.string() })

export const profileSchema = z.object({
  username: z.string().check(z.trim(), z.regex(USERNAME.pattern, messageOf('profiles_username_format'))),
  fullName: text('profiles_full_name_length', FULL_NAME).check(
    z.refine((name) => !hasHiddenSigns(name), t.theFullNameHasSigns),
  ),
  bio: text('profiles_bio_length', BIO),
})

export type ProfileValues = z.input<typeof profileSchema>

export const LEVELS = ['Regular', 'Advanced', 'Expert', 'Moderator', 'Banned'] as const
export type Level = (typeof LEVELS)[number]

/**
 * A member as an administrator edits one. Only the database validates the profile's lengths, because old profiles may
 * exceed them.
 */
export const memberSchema = z.object({
  username: z.string().check(z.trim()),
  fullName: z.string().check(z.trim()),
  bio: z.string().check(z.trim()),
  removeAvatar: z.boolean(),
  level: z.enum(LEVELS),
  isAdmin: z.boolean(),
  reason: z.string().check(z.trim()),
})

export type MemberFields = z.infer<typeof memberSchema>
