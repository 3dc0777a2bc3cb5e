/** What the types of a job's steps hold: what is said of types fails where it does not compile (`npm run types`). */
import { expect, expectTypeOf, it } from 'vitest'
import * as z from 'zod'
import { all, each, job, step, when } from '#shared/kit/job.ts'
import { work } from './work.ts'
import type { Steps } from './work.ts'

const Item = z.object({ n: z.int() })
const sample = job('kit.sample', {
  title: '样例',
  input: () => z.object({ name: z.string() }),
  flow: [
    step('plan', () => z.object({ manifestKey: z.string(), more: z.boolean(), v: z.int() })),
    when('more', {
      from: 'plan',
      field: 'more',
      then: [each('add', { from: 'plan', item: () => Item }), step('count', () => z.object({ counted: z.boolean() }))],
    }),
    all('both', [step('left', () => z.object({ l: z.int() }))], [step('right', () => z.object({ r: z.int() }))]),
    step('finish', () => z.object({ sum: z.int() })),
  ],
})

type Given<K extends keyof Steps<typeof sample>> = Parameters<Steps<typeof sample>[K]>[0]
type Plan = { manifestKey: string; more: boolean; v: number }

it('gives a step the outputs of those before it, of a branch only what may be there, and its own items', () => {
  expectTypeOf<Given<'plan'>['input']>().toEqualTypeOf<{ name: string }>()
  expectTypeOf<Given<'plan'>['out']>().toBeUnknown()
  expectTypeOf<Given<'add'>['items']>().toEqualTypeOf<{ n: number }[]>()
  expectTypeOf<Given<'count'>['out']['plan']>().toEqualTypeOf<Plan>()
  // The other branch runs at the same time, and that of a condition perhaps not at all.
  expectTypeOf<Given<'left'>['out']>().not.toHaveProperty('right')
  expectTypeOf<Given<'right'>['out']>().not.toHaveProperty('left')
  expectTypeOf<Given<'finish'>['out']['count']>().toEqualTypeOf<{ counted: boolean } | undefined>()
  expectTypeOf<Given<'finish'>['out']['right']>().toEqualTypeOf<{ r: number }>()
  const made = work(sample, {
    plan: async ({ input }) => ({ manifestKey: input.name, more: true, v: 1 }),
    add: async ({ items, out }) => items.reduce((sum, { n }) => sum + n, out.plan.v),
    count: async ({ out }) => ({ counted: out.plan.more }),
    left: async ({ out }) => ({ l: out.plan.v }),
    right: async ({ out }) => ({ r: out.count?.counted ? out.plan.v : 0 }),
    finish: async ({ out }) => ({ sum: out.left.l + out.right.r }),
  })
  expect(Object.keys(made.steps)).toEqual(['plan', 'add', 'count', 'left', 'right', 'finish'])
  const { add: _add, ...few } = made.steps
  expect(() => work(sample, few as never)).toThrow('steps do not match: add')
})
