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
  expect(withoutCalls(`${code}export const own = c.userTypes\n`)).toContain("'#shared/y/y.calls.ts'")
})
