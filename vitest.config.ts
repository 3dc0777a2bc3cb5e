import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    env: { TZ: 'UTC' },
    maxWorkers: 2,
    testTimeout: 30_000,
    include: ['{shared,functions,infra,web}/**/*.test.ts'],
  },
})
