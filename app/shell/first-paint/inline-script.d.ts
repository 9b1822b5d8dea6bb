// The text of a script that scripts/inline-script.ts bundles.
declare module '*?inline-script' {
  const text: string
  export default text
}

/** The modules that every page of a member loads, in the groups in which they are loaded (vite.config.ts). */
declare const MEMBER_FILES: readonly (readonly string[])[]
