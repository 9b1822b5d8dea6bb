// Files on the local disk. A file appears under its name only when it is complete.
import { constants, createReadStream } from 'node:fs'
import { copyFile, link, mkdir, open, readdir, rename, stat, unlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type Backend, FileMissing, mustBeVersion } from './backend.ts'

/** Far longer than a request (api/process.ts) and the image processing after it may take. */
const RECEIVED_WITHIN_MS = 60 * 60 * 1_000

/** @param folder made when it is missing; the files spread over 256 folders in it */
export function createDiskBackend(folder: string): Backend {
  const pathOf = (version: string) => join(folder, mustBeVersion(version).slice(0, 2), version)
  return {
    put: async (version, from) => {
      const path = pathOf(version)
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      await syncPath(from)
      await rename(from, path)
      await syncPath(dirname(path))
    },
    read: async (version, range) => {
      const file = await open(pathOf(version), 'r').catch(asMissing)
      return createReadStream('', { fd: file, autoClose: true, ...(range ?? {}) })
    },
    copy: async (from, to) => {
      const path = pathOf(to)
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      // Files are immutable, so two names may share one inode.
      await link(pathOf(from), path).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return asMissing(error)
        return copyFile(pathOf(from), path, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE)
      })
      await syncPath(path)
      await syncPath(dirname(path))
    },
    remove: async (versions) => {
      for (const version of versions) await unlink(pathOf(version)).catch(unlessGone)
    },
  }
}

/** Creates the folder for uploads in progress, which other processes may share. */
export async function makeSpool(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await clearSpool(folder)
  return folder
}

/** Deletes incomplete uploads, of killed processes or never finished, recognised by their age. */
export async function clearSpool(folder: string, withinMs = RECEIVED_WITHIN_MS): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Date.now() }))
    if (Date.now() - mtimeMs > withinMs) await unlink(path).catch(unlessGone)
  }
}

async function syncPath(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

function asMissing(error: NodeJS.ErrnoException): never {
  throw error.code === 'ENOENT' ? new FileMissing(error.message) : error
}

function unlessGone(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error
}
