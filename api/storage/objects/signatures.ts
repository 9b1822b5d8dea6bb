// Signed URLs: grant one object for a limited time. Signed with a separate key that every process of the site
// derives, so that these tokens are valid for nothing else, and vice versa.
import { errors, jwtVerify, SignJWT } from 'jose'
import { deriveKey } from '../../crypto.ts'
import type { Viewer } from '../../viewer.ts'
import { StorageError } from '../errors.ts'

type Grant = {
  use: 'download' | 'render' | 'upload'
  /** bucket/name */
  url: string
  /** Transformation of a rendered image, as a query string: the bearer gets this size only. */
  transformations?: string
  /** The uploader's identity. Row security and bans are checked again at the upload. */
  owner?: string | null
  /** The session that signed it: with it, the grant ends. */
  session?: string | null
  role?: Viewer['role']
  upsert?: boolean
}

/** @param secret the site's secret key; changing it invalidates all signed URLs */
export function createSignatures(secret: string) {
  const key = deriveKey(secret, 'storage: signed addresses')
  return {
    sign: ({ url, ...rest }: Grant, seconds: number) =>
      new SignJWT({ url, ...rest })
        .setProtectedHeader({ alg: 'HS256' })
        .setIssuedAt()
        .setExpirationTime(Math.floor(Date.now() / 1_000) + seconds)
        .sign(key),
    /** @throws StorageError InvalidJWT, or InvalidSignature when the token is for something else */
    verify: async (token: string | null, use: Grant['use'], url: string) => {
      const grant = await read(key, token ?? '')
      if (grant.use !== use || grant.url !== url) {
        throw new StorageError(400, 'InvalidSignature', 'The token is not for this address')
      }
      return grant
    },
  }
}

export type Signatures = ReturnType<typeof createSignatures>

async function read(key: Uint8Array, token: string): Promise<Grant & { exp: number }> {
  try {
    const { payload } = await jwtVerify(token, key, { algorithms: ['HS256'], requiredClaims: ['exp'] })
    return payload as unknown as Grant & { exp: number }
  } catch (error) {
    const message = error instanceof errors.JWTExpired ? 'jwt expired' : 'invalid signature'
    throw new StorageError(400, 'InvalidJWT', message)
  }
}
