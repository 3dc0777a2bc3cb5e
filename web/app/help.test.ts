import { describe, expect, it } from 'vitest'
import { helps } from './help.ts'
import { routes } from './routes.ts'

/** Public pages say what they are by themselves, and have no header to ask in. */
const screens = routes.filter((r) => !r.white)

describe('the help of the screens', () => {
  it('is there for every screen, and for none that is not', () => {
    expect(screens.filter((r) => !(r.path in helps)).map((r) => r.path)).toEqual([])
    const paths = new Set(screens.map((r) => r.path))
    expect(Object.keys(helps).filter((p) => !paths.has(p))).toEqual([])
  })
  it('is three short lines, each a whole sentence, and keys with what they do', () => {
    for (const [path, { lines, keys = {} }] of Object.entries(helps)) {
      expect(lines, path).toHaveLength(3)
      for (const line of lines) {
        expect([path, line, line.endsWith('。')]).toEqual([path, line, true])
        expect([path, line, line.length <= 60]).toEqual([path, line, true])
      }
      for (const [key, does] of Object.entries(keys))
        expect([path, key.trim() !== '', does.length > 1]).toEqual([path, true, true])
    }
  })
})
