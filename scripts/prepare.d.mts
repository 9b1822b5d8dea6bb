/** The folder of the project. */
export const root: string
/** Installs from the lock file when what is installed is not what it says. */
export function install(): void
/** Builds the pages when their sources changed since the last build. */
export function build(): void
/** Builds the pages in each language of messages/. */
export function buildPages(logLevel: 'info' | 'error'): void
/** Builds the pages in one language, beside what is built. @returns the files that it added to build/client */
export function buildLanguage(language: string, logLevel: 'info' | 'error'): string[]
/** An environment whose PATH finds the pinned `node` and the other tools first. */
export const env: NodeJS.ProcessEnv
/** The pinned Node. */
export const node: string
/** Runs a command and shows its output; exits with its code if it fails. */
export function run(command: string, args: readonly string[]): void
/** Whether the installed packages are those of the lock file. */
export function isInstalled(): boolean
/** Whether the pages are built from the present sources. */
export function isBuilt(): boolean
