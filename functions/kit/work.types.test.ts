/** What the types of a job's steps hold: this file fails where it no longer compiles (`npm run types`). */
import { expect, it } from 'vitest'
import * as z from 'zod'
import { all, each, job, step, when } from '#shared/kit/job.ts'
import { work } from './work.ts'

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

it('gives a step the outputs of those before it, of a branch only what may be there, and its own items', () => {
  const made = work(sample, {
    // @ts-expect-error nothing is known before the first step
    plan: async ({ input, out }) => ({ manifestKey: input.name, more: true, v: out.plan?.v ?? 1 }),
    add: async ({ items, out }) => items.reduce((sum, { n }) => sum + n, out.plan.v),
    count: async ({ out }) => ({ counted: out.plan.more }),
    // @ts-expect-error the other branch runs at the same time
    left: async ({ out }) => ({ l: out.right.r }),
    right: async ({ out }) => ({ r: out.count?.counted ? out.plan.v : 0 }),
    finish: async ({ out }) => {
      // @ts-expect-error a branch may not have been taken
      const { counted } = out.count
      return { sum: out.left.l + out.right.r + Number(counted) }
    },
  })
  expect(Object.keys(made.steps)).toEqual(['plan', 'add', 'count', 'left', 'right', 'finish'])
  // @ts-expect-error a step is missing, and one answers something else
  expect(() => work(sample, { plan: async () => ({ v: 'one' }) })).toThrow('steps do not match: add, count')
})
