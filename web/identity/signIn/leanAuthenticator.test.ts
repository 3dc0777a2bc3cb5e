import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { exportedNames, leanImport, leanModule } from './leanAuthenticator.ts'
import * as noPool from './noPool.ts'

const ui = join(import.meta.dirname, '..', '..', '..', 'node_modules', '@aws-amplify')
const files = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((e) => e.isFile() && e.name.endsWith('.mjs'))
    .map((e) => join(e.parentPath, e.name))
const all = ['ui', 'ui-react', 'ui-react-core'].flatMap((p) => files(join(ui, p, 'dist', 'esm')))
const lean = all.flatMap((id) => {
  const code = readFileSync(id, 'utf8')
  const put = leanModule(id, code)
  return put === null ? [] : [{ id, code, put }]
})
const namesOf = (put: string): string[] => [...put.matchAll(/export const (\w+)/g)].map((m) => m[1]!)

describe('the lean Authenticator', () => {
  it('leaves the languages, the tokens and the theme out', () => {
    expect(lean.length).toBeGreaterThanOrEqual(19)
    expect(lean.some((m) => m.id.endsWith('createTheme.mjs'))).toBe(true)
    expect(lean.some((m) => /dictionaries.authenticator.(zh|en|defaultTexts)\.mjs$/.test(m.id))).toBe(false)
  })
  it('puts every exported name in its place', () => {
    for (const m of lean) expect([m.id, namesOf(m.put).sort()]).toEqual([m.id, exportedNames(m.code).sort()])
  })
  it("has a name for all that is asked of the user pool's client", () => {
    const asked = all.flatMap((id) =>
      [...readFileSync(id, 'utf8').matchAll(/import \{([^}]*)\} from 'aws-amplify\/auth'/g)].flatMap((m) =>
        m[1]!.split(',').map((n) => n.trim().split(' as ')[0]!.trim()),
      ),
    )
    expect(asked.length).toBeGreaterThan(0)
    expect(asked.filter((name) => !(name in noPool))).toEqual([])
  })
  it('touches nothing else', () => {
    expect(leanModule('/x/node_modules/react/index.js', 'export { a }')).toBeNull()
    expect(leanImport('aws-amplify/auth', '/x/web/identity/signIn/SignInBox.tsx')).toBeNull()
    expect(leanImport('aws-amplify/auth', join(ui, 'ui-react', 'a.mjs'))).toBe('noPool')
    expect(leanImport('qrcode', join(ui, 'ui-react', 'a.mjs'))).toBe('noCode')
    expect(leanImport('react', join(ui, 'ui-react', 'a.mjs'))).toBeNull()
  })
})
