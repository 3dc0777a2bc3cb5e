import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { leanZod, namesOf } from './leanZod.ts'

const core = join(import.meta.dirname, '..', '..', 'node_modules', 'zod', 'v4', 'core')
const modules = ['json-schema-processors', 'to-json-schema'].map((name) => {
  const id = join(core, `${name}.js`)
  return { id, url: `file://${id}`, code: readFileSync(id, 'utf8') }
})
type Exports = Record<string, (...given: unknown[]) => unknown>
const load = async (code: string): Promise<Exports> =>
  (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as Exports

describe('the lean zod', () => {
  it('puts a name in the place of every one that the module exports', async () => {
    for (const { id, url, code } of modules) {
      const real = Object.keys((await import(url)) as object).sort()
      expect(real.length).toBeGreaterThan(5)
      expect(namesOf(code).sort()).toEqual(real)
      expect(Object.keys(await load(leanZod(id, code)!)).sort()).toEqual(real)
    }
  })
  it('fails where a JSON schema is written nevertheless, and not where a schema is made', async () => {
    const lean = await load(leanZod(modules[1]!.id, modules[1]!.code)!)
    const write = lean['createToJSONSchemaMethod']!({}, {}) as () => void
    expect(write).toThrow('not written in a browser')
    expect(() => lean['extractDefs']!()).toThrow('not written in a browser')
  })
  it('touches nothing else', () => {
    expect(leanZod(join(core, 'schemas.js'), 'export const a = 1')).toBeNull()
    expect(leanZod('/x/zod/v4/core/to-json-schema.js', 'export const a = 1')).toBeNull()
  })

  it('has no English messages', () => {
    expect(leanZod('/x/node_modules/zod/v4/locales/en.js', 'export default () => ({})')).toContain('输入有误')
  })
})
