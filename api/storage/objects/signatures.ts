// Signed addresses: one file, for a while, for whoever holds the address. Signed with a key of their own that
// every process of the site derives alike, so that no such token is ever good for anything else, nor the reverse.
import { hkdfSync } from 'node:crypto'
import { errors, jwtVerify, SignJWT } from 'jose'
import type { Viewer } from '../../viewer.ts'
import { StorageError } from '../errors.ts'

type Grant = {
  /** What the address is good for. */
  use: 'download' | 'render' | 'upload'
  /** bucket/name */
  url: string
  /** Of a rendered image, as a query string: the bearer gets this size and no other. */
  transformations?: string
  /** For an upload: as whom. Row security and bans are asked again when it comes. */
  owner?: string | null
  role?: Viewer['role']
  upsert?: boolean
}

export type Signatures = {
  sign(grant: Grant, seconds: number): Promise<string>
  /** @throws StorageError InvalidJWT, or InvalidSignature when the token is for something else */
  verify(token: string | null, use: Grant['use'], url: string): Promise<Grant & { exp: number }>
}

/** @param secret the site's secret key; a new one ends all addresses that were signed */
export function createSignatures(secret: string): Signatures {
  const key = new Uint8Array(hkdfSync('sha256', secret, '', 'storage: signed addresses', 32))
  return {
    sign: ({ url, ...rest }, seconds) =>
      new SignJWT({ url, ...rest })
        .setProtectedHeader({ alg: 'HS256' })
        .setIssuedAt()
        .setExpirationTime(Math.floor(Date.now() / 1_000) + seconds)
        .sign(key),
    verify: async (token, use, url) => {
      const grant = await read(key, token ?? '')
      if (grant.use !== use || grant.url !== url) {
        throw new StorageError(400, 'InvalidSignature', 'The token is not for this address')
      }
      return grant
    },
  }
}

async function read(key: Uint8Array, token: string): Promise<Grant & { exp: number }> {
  try {
    const { payload } = await jwtVerify(token, key, { algorithms: ['HS256'], requiredClaims: ['exp'] })
    return payload as unknown as Grant & { exp: number }
  } catch (error) {
    const message = error instanceof errors.JWTExpired ? 'jwt expired' : 'invalid signature'
    throw new StorageError(400, 'InvalidJWT', message)
  }
}
