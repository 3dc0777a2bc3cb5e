import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { deadCode, frozenFile } from './deadCode.ts'

describe('dead code', () => {
  it('is found', () => {
    const files = [
      { path: 'web/app/main.tsx', text: "import { used } from '#web/kit/a.ts'\nused()" },
      {
        path: 'web/kit/a.ts',
        text: 'export const used = () => inner\nexport const inner = 1\nexport const dead = 2\nexport const tested = 3\n',
      },
      { path: 'web/kit/a.test.ts', text: "import { tested } from './a.ts'\ntested" },
      { path: 'web/kit/lonely.ts', text: 'export const x = 1' },
      { path: 'web/kit/S.ts', text: 'export const S = z.object({})\nexport type S = z.infer<typeof S>' },
      { path: 'web/kit/b.ts', text: "import './S.ts'" },
      { path: 'infra/app.ts', text: "await import('#web/kit/b.ts')" },
    ]
    expect(deadCode(files)).toEqual([
      { what: 'web/kit/S.ts#S', kind: 'unused' },
      { what: 'web/kit/a.ts#dead', kind: 'unused' },
      { what: 'web/kit/a.ts#tested', kind: 'testsOnly' },
      { what: 'web/kit/lonely.ts', kind: 'file' },
    ])
  })

  // A finding that is meant to stay, or that waits for its owner, stands in the frozen list.
  it('is not added', () => {
    const frozen = new Set(JSON.parse(readFileSync(frozenFile, 'utf8')) as string[])
    expect(deadCode().filter((d) => !frozen.has(d.what))).toEqual([])
  })
})
