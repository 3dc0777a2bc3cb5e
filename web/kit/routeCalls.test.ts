import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { withoutCalls } from './routeCalls.ts'

it('takes calls and their imports out of routes, and leaves what is used otherwise', () => {
  const code = `import { a, b } from '#shared/x/x.calls.ts'
import {
  c,
} from '#shared/y/y.calls.ts'
export const routes = [{ path: '/x', calls: [a, b], acts: [b], types: 1 }, { calls: [
  c,
] }]
`
  expect(withoutCalls(code)).toBe(
    "export const routes = [{ path: '/x', calls: [], acts: [], types: 1 }, { calls: [] }]\n",
  )
  const whole = "import * as calls from '#shared/z/z.calls.ts'\n"
  expect(
    withoutCalls(`${whole}import { a } from '#shared/x/x.calls.ts'\nexport const routes = [{ calls: [calls.d] }]\n`),
  ).toBe('export const routes = [{ calls: [] }]\n')
  expect(withoutCalls(`${whole}export const own = [calls.d]\n`)).toContain(whole)
  expect(withoutCalls(`${whole}const own = { ...calls }\n`)).toContain(whole)
  // What only reads like a name of it is no use: a file's path, another's field.
  expect(withoutCalls(`${whole}const own = [import('./calls/X.tsx'), paths.calls]\n`)).not.toContain(whole)
  expect(withoutCalls(`${code}export const own = c.userTypes\n`)).toContain("'#shared/y/y.calls.ts'")
})

it('takes the help of screens out, however it is made', () => {
  const code = `export const routes = [
  { help: ['一[1]，“,”。', \`\${{ a: ']' }[how]}二\`, of === 'x' ? '三' : '四'], keys: { '1': '}' }, name: '名' },
  { help: texts[id], name: '名' },
  { name: '名', help: texts[id] },
]
`
  expect(withoutCalls(code)).toBe(`export const routes = [
  { help: [], keys: {}, name: '名' },
  { help: [], name: '名' },
  { name: '名', help: [] },
]
`)
})

it('leaves no room’s calls in its routes but where a route is made of one', () => {
  const root = `${import.meta.dirname}/../..`
  const left = globSync('web/**/*.routes.ts', { cwd: root }).flatMap((file) =>
    [...withoutCalls(readFileSync(`${root}/${file}`, 'utf8')).matchAll(/from '(#shared[^']*\.calls\.ts)'/g)].map(
      (m) => `${file} ${m[1]!}`,
    ),
  )
  expect(left).toEqual([])
})
