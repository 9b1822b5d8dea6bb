// The text of a script that scripts/inline-script.ts bundles.
declare module '*?inline-script' {
  const text: string
  export default text
}
