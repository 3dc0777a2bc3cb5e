import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { launching } from './infra/local/browser.ts'
import { LongestFirst } from './infra/local/longestFirst.ts'

/**
 * Five kinds of tests, each with a budget (see infra/local/commands/test.ts): pure rules; handlers and jobs against one
 * local cloud; the CDK app; parts of screens in a browser, and journeys in one. `*.long.test.ts` runs only in `npm run test:long`, and with it the
 * `faults.test.ts`, which then try every kind of fault at every store call.
 */
const long = process.env['QINGHE_LONG'] === '1'
/** Slow files whose turn it is not (infra/local/commands/turns.ts). */
const left = (process.env['QINGHE_LEFT'] ?? '').split(',').filter(Boolean)
const kind = (name: string, include: string[], rest: object = {}) => ({
  test: {
    name,
    env: { TZ: 'UTC', POWERTOOLS_METRICS_DISABLED: 'true', POWERTOOLS_LOG_LEVEL: 'SILENT' },
    setupFiles: ['infra/local/fastcheck.setup.ts'],
    testTimeout: long ? 1_800_000 : 240_000,
    hookTimeout: 240_000,
    // What is to come is waited for, however busy the machine is.
    expect: { poll: { timeout: 120_000 } },
    include: long
      ? include.flatMap((i) => [
          i.replace(/\*\.test\.ts$/, '*.long.test.ts'),
          i.replace(/\*\.test\.ts$/, 'faults.test.ts'),
        ])
      : include,
    exclude: ['**/node_modules/**', ...left, ...(long ? [] : ['**/*.long.test.ts'])],
    ...rest,
  },
})

/** Where handlers run, chance is theirs too. */
const byChance = { setupFiles: ['infra/local/fastcheck.setup.ts', 'infra/local/chance.setup.ts'] }

/** Its processes go on from file to file (a sixth of a second of the processor each, and what it imports). The setup files run one after another: the first forgets the file before. */
const goingOn = (...then: string[]) => ({
  setupFiles: ['infra/local/anew.setup.ts', ...then],
  sequence: { setupFiles: 'list' as const },
  pool: 'forks' as const,
  isolate: false,
})

/** The projects that were named; all of them when none is. */
const asked = process.argv.flatMap((a, i, all) =>
  a === '--project' ? [all[i + 1]!] : a.startsWith('--project=') ? [a.slice('--project='.length)] : [],
)

/** Parts of screens in a real browser, the one that the project brings: unpacked only where they are asked for. */
const browser = async () => ({
  ...kind('browser', ['web/!(e2e)/**/*.browser.test.tsx'], {
    testTimeout: 240_000,
    setupFiles: ['web/kit/browser.setup.ts'],
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      provider: playwright({ launchOptions: await launching(), actionTimeout: 120_000 }),
      instances: [{ browser: 'chromium' as const, viewport: { width: 1440, height: 900 } }],
    },
  }),
  plugins: [react()],
  cacheDir: '.cache/vite-browser',
  // What is found only while tests run would load the page anew under them.
  optimizeDeps: { entries: ['web/!(e2e)/**/*.browser.test.tsx'] },
})

export default defineConfig(async () => ({
  test: {
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    // What a test says is told where it failed.
    silent: 'passed-only',
    passWithNoTests: true,
    projects: [
      kind('unit', ['shared/**/*.test.ts', 'web/!(e2e)/**/*.test.ts', 'infra/local/{lint,house}/*.test.ts'], {
        ...goingOn('infra/local/fastcheck.setup.ts'),
      }),
      kind('stores', ['functions/**/*.test.ts'], {
        globalSetup: ['infra/local/testing.setup.ts'],
        ...goingOn('infra/local/stores.setup.ts', ...byChance.setupFiles),
      }),
      kind('local', ['infra/local/!(lint|house)/**/*.test.ts', 'infra/local/*.test.ts', 'infra/demo/**/*.test.ts'], {
        ...goingOn(...byChance.setupFiles),
      }),
      kind('cdk', ['infra/*.test.ts', 'infra/kit/*.test.ts', 'infra/stacks/*.test.ts'], {
        ...goingOn('infra/local/fastcheck.setup.ts'),
      }),
      kind('e2e', ['web/e2e/**/*.test.ts'], {
        globalSetup: ['infra/local/e2e.setup.ts'],
        pool: 'forks',
        testTimeout: 600_000,
        maxConcurrency: 2,
      }),
      ...(asked.length === 0 || asked.includes('browser') ? [await browser()] : []),
    ],
  },
}))
