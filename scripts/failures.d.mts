/** @param files `testResults` of Vitest's JSON report  @param root folder that names are relative to */
export function failedTests(
  files: readonly {
    name: string
    status: string
    message: string
    assertionResults: readonly { status: string; fullName: string; failureMessages: readonly string[] }[]
  }[],
  root: string,
): string[]

type Suite = {
  specs?: readonly {
    file: string
    title: string
    tests: readonly {
      projectName: string
      status: string
      results: readonly { error?: { message?: string } }[]
    }[]
  }[]
  suites?: readonly Suite[]
}

/** @param report Playwright's JSON report */
export function failedJourneys(report: {
  suites: readonly Suite[]
  errors?: readonly { message: string }[]
}): string[]

/** @param suites those of Playwright's JSON report  @returns the names of journeys that passed at their second try */
export function flakyJourneys(suites: readonly Suite[]): string[]
