// Animated PNGs, of which the storage would keep the first picture alone.

import * as t from '#words/shared.ts'

export const ANIMATED_PNG = t.anAnimatedPNGWouldBe

/** Bytes at the beginning of a PNG that are looked through. */
export const PNG_HEAD = 1024 * 1024

/** Whether the `head` of a file is that of an animated PNG: it has the chunk acTL before the first picture. */
export function isAnimatedPng(head: Uint8Array): boolean {
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength)
  if (head.length < 8 || view.getUint32(0) !== 0x89504e47) return false
  for (let at = 8; at + 8 <= head.length; at += 12 + view.getUint32(at)) {
    const chunk = String.fromCharCode(...head.subarray(at + 4, at + 8))
    if (chunk === 'acTL') return true
    if (chunk === 'IDAT') return false
  }
  return false
}
