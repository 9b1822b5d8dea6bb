// All errors of /auth/v1: a closed list of codes (GoTrue's), and the two body formats of the API versions.
// https://supabase.com/docs/guides/auth/debugging/error-codes
import type { Challenge } from '../limits/proof-of-work.ts'

export type ErrorCode =
  | 'anonymous_provider_disabled'
  | 'bad_code_verifier'
  | 'bad_json'
  | 'bad_oauth_callback'
  | 'bad_jwt'
  | 'bad_oauth_state'
  | 'conflict'
  | 'captcha_failed'
  | 'email_exists'
  | 'email_not_confirmed'
  | 'flow_state_expired'
  | 'flow_state_not_found'
  | 'identity_already_exists'
  | 'identity_not_found'
  | 'insufficient_aal'
  | 'invalid_credentials'
  | 'manual_linking_disabled'
  | 'mfa_challenge_expired'
  | 'mfa_factor_name_conflict'
  | 'mfa_factor_not_found'
  | 'mfa_ip_address_mismatch'
  | 'mfa_phone_enroll_not_enabled'
  | 'mfa_recovery_codes_locked'
  | 'mfa_recovery_codes_sole_factor'
  | 'mfa_verification_failed'
  | 'mfa_verified_factor_exists'
  | 'mfa_webauthn_enroll_not_enabled'
  | 'no_authorization'
  | 'not_admin'
  | 'not_found'
  | 'over_email_send_rate_limit'
  | 'otp_expired'
  | 'over_request_rate_limit'
  | 'phone_provider_disabled'
  | 'provider_disabled'
  | 'provider_email_needs_verification'
  | 'reauthentication_needed'
  | 'reauthentication_not_valid'
  | 'refresh_token_already_used'
  | 'refresh_token_not_found'
  | 'request_entity_too_large'
  | 'request_timeout'
  | 'same_password'
  | 'session_expired'
  | 'session_not_found'
  | 'signup_disabled'
  | 'single_identity_not_deletable'
  | 'too_many_enrolled_mfa_factors'
  | 'unexpected_failure'
  | 'user_already_exists'
  | 'user_banned'
  | 'user_not_found'
  | 'validation_failed'
  | 'weak_password'

/** Why a password is refused; 'pwned' stands for any list of common passwords. */
export type WeakPassword = { message: string; reasons: ('length' | 'characters' | 'pwned')[] }

/** Details of a ban: reason, start and end (null: permanent). ISO dates. */
export type BanNotice = { reason: string | null; since: string | null; until: string | null }

type Extra = {
  weak_password?: WeakPassword
  retryAfter?: string
  ban?: BanNotice
  captcha_challenge?: Challenge
}

export class AuthError extends Error {
  readonly status: number
  readonly code: ErrorCode
  readonly extra: Extra

  constructor(status: number, code: ErrorCode, message: string, extra: Extra = {}) {
    super(message)
    this.status = status
    this.code = code
    this.extra = extra
  }
}

/** The refusal of a request with missing or unusable fields. */
export function invalid(message: string): AuthError {
  return new AuthError(400, 'validation_failed', message)
}

export function emailExists(): AuthError {
  return new AuthError(422, 'email_exists', 'A user with this email address has already been registered')
}

export const API_VERSION_HEADER = 'X-Supabase-Api-Version'
const VERSION_OF_STRING_CODES = '2024-01-01'

/** Renders `error` in the format of the requested API version. */
export function errorResponse(error: AuthError, requestedVersion: string | undefined): Response {
  const modern = isDate(requestedVersion) && requestedVersion >= VERSION_OF_STRING_CODES
  const body = modern
    ? { code: error.code, message: error.message }
    : { code: error.status, error_code: error.code, msg: error.message }
  const { weak_password: weak, ban, captcha_challenge } = error.extra
  const more = {
    ...(weak ? { weak_password: { reasons: weak.reasons } } : {}),
    ...(ban ? { ban } : {}),
    ...(captcha_challenge ? { captcha_challenge } : {}),
  }
  return Response.json(
    { ...body, ...more },
    {
      status: error.status,
      headers: {
        'X-Sb-Error-Code': error.code,
        ...(modern ? { [API_VERSION_HEADER]: VERSION_OF_STRING_CODES } : {}),
        ...(error.extra.retryAfter ? { 'Retry-After': error.extra.retryAfter } : {}),
      },
    },
  )
}

function isDate(value: string | undefined): value is string {
  return value !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value))
}

type DatabaseError = { code: string; message: string; constraint_name?: string }

/** Whether `error` is the violation of a unique address. */
export function isTaken(error: unknown): boolean {
  return isDatabaseError(error) && error.constraint_name === 'users_email_partial_key'
}

export function isDatabaseError(error: unknown): error is Error & DatabaseError {
  return error instanceof Error && 'code' in error && 'severity' in error
}
