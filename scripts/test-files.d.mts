/** What was chosen: the arguments for each runner, the name that tests must contain, and what is no test file. */
export function chosenTests(
  args: readonly string[],
  root: string,
): {
  isAll: boolean
  name: string | null
  tests: string[]
  journeys: string[]
  unknown: string[]
}
