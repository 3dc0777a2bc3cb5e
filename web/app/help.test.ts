import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { withoutCalls } from '#web/kit/routeCalls.ts'
import { helps } from './helps.ts'
import { helpsOfRoutes } from './helpsOfRoutes.ts'

const helped = Object.entries(helps)

describe('the help of the screens', () => {
  it('is three short lines, each a whole sentence, and keys with what they do', () => {
    expect(helped.length).toBeGreaterThan(200)
    for (const [path, { help, keys = {} }] of helped) {
      expect(help, path).toHaveLength(3)
      for (const line of help) {
        expect([path, line, line.endsWith('。')]).toEqual([path, line, true])
        expect([path, line, line.length <= 60]).toEqual([path, line, true])
      }
      for (const [key, does] of Object.entries(keys))
        expect([path, key.trim() !== '', does.length > 1]).toEqual([path, true, true])
    }
  })
  it('is a module of its own in the build, and no part of the shell', async () => {
    expect(await helpsOfRoutes()).toBe(`export const helps = ${JSON.stringify(helps)}`)
    const source = readFileSync(join(import.meta.dirname, 'app.routes.ts'), 'utf8')
    const line = '首页列出需要您处理的事、进行中的考试和最近的结果。'
    expect([source.includes(line), withoutCalls(source).includes(line)]).toEqual([true, false])
  })
})
