/** The folder of the project. */
export const root: string
/** Installs from the lock file when what is installed is not what it says. */
export function install(): void
/** Builds the pages when their sources changed since the last build. */
export function build(): void
/** An environment whose PATH finds the pinned `node` and the other tools first. */
export const env: NodeJS.ProcessEnv
