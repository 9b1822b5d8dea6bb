// npm run mutants: which code is broken, and which tests should notice (scripts/mutants.ts, docs/proofs.md).
export default {
  testRunner: 'vitest',
  vitest: { configFile: 'vitest.mutants.ts' },
  mutate: [
    'app/platform/**/*.ts',
    'app/domain/*/mutations.ts',
    'shared/**/*.ts',
    'api/limits/**/*.ts',
    'api/auth/**/*.ts',
    'server/pages/**/*.ts',
    '!**/*.test.ts',
    '!shared/database.types.ts',
  ],
  // Only the tests that run a line are run for its mutants.
  coverageAnalysis: 'perTest',
  // What runs when a module is loaded would need all tests again.
  ignoreStatic: true,
  // A sandbox has a copy of the rest; packages are linked.
  ignorePatterns: ['build', 'build-previous', 'data', 'release', 'screenshots', 'test-results'],
  // Stryker rewrites the paths in a tsconfig.json with the API of TypeScript 6, and ours has none outside.
  tsconfigFile: 'none',
  tempDirName: '.mutants',
  concurrency: 2,
  timeoutMS: 20_000,
  reporters: ['progress', 'json'],
  jsonReporter: { fileName: 'test-results/mutants.json' },
}
