import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { root } from '../root.ts'
import { aloneOf, failedIn, triedAgain } from './again.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'again-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

/** As vitest's JSON reporter writes it. */
const reportOf = (red: readonly string[]) => ({
  numFailedTests: red.length,
  testResults: ['green.test.ts', ...red].map((file) => ({
    name: join(root, 'functions', file),
    status: file === 'green.test.ts' ? 'passed' : 'failed',
    assertionResults: [],
  })),
})
const written = (red: readonly string[]): string => {
  const file = join(folder, 'report.json')
  writeFileSync(file, JSON.stringify(reportOf(red)))
  return file
}

describe('what is tried again', () => {
  it('is each failed file, by its path', () => {
    expect(failedIn(reportOf(['a.test.ts']))).toEqual(['functions/a.test.ts'])
  })

  it('is nothing where many failed, where none did, and where no report was written', () => {
    const names = ['a', 'b', 'c', 'd'].map((n) => `${n}.test.ts`)
    expect(triedAgain(written(names.slice(0, 3)))).toHaveLength(3)
    expect(triedAgain(written(names))).toEqual([])
    expect(triedAgain(written([]))).toEqual([])
    expect(triedAgain(join(folder, 'none.json'))).toEqual([])
  })

  it('is run one file at a time, by a command that gives each flag once', () => {
    const command = ['vitest', 'run', '--project', 'e2e', '--maxWorkers=3']
    expect(aloneOf(command, ['a.test.ts'])).toEqual([
      'vitest',
      'run',
      '--project',
      'e2e',
      '--maxWorkers=1',
      'a.test.ts',
    ])
  })
})
