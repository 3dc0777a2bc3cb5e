import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { QuestionId } from '#shared/kit/ids.ts'
import { togetherOf } from './together.rules.ts'

const ids = ['q1', 'q2', 'q3', 'q4'] as QuestionId[]
const [q1, q2, q3, q4] = ids as [QuestionId, QuestionId, QuestionId, QuestionId]
const plain = { joint: false, order: ids, byPoints: [] }
const block = (questionIds: QuestionId[], more: object = {}) => ({ questionIds, limits: [], ...more })

describe('questions that the desk shows at once', () => {
  it.each<[string, object, object, QuestionId[]]>([
    ['those of a group, in the paper’s order', { blocks: [block([q3, q1])] }, {}, [q1, q3]],
    ['none of a group of one', { blocks: [block([q1])] }, {}, []],
    ['none where there is no group', {}, {}, []],
    ['none where one is handed out in groups of like answers', { blocks: [block([q1, q3])], like: [q3] }, {}, []],
    ['none where one is given by points', { blocks: [block([q1, q3])] }, { byPoints: [q1] }, []],
    [
      'none where seeds are among its answers',
      { blocks: [block([q1, q3], { quality: { seeds: { expert: 0, own: 1 } } })] },
      {},
      [],
    ],
    [
      'those of a group that asks for no seeds',
      { blocks: [block([q1, q3], { quality: { seeds: { expert: 0, own: 0 } } })] },
      { joint: true },
      [q1, q3],
    ],
    // A joint exam has seeds unless its group says otherwise.
    ['none of a joint exam as it begins', { blocks: [block([q1, q3])] }, { joint: true }, []],
  ])('are %s', (_, of, more, wanted) =>
    expect(togetherOf({ questions: [], ...of } as never, q1, { ...plain, ...more })).toEqual(wanted),
  )

  it('are the same for each of them, and never a question of another group', () => {
    fc.assert(
      fc.property(fc.subarray(ids, { minLength: 2 }), (own) => {
        const of = { questions: [], blocks: [block(own)] } as never
        for (const id of own) expect(togetherOf(of, id, plain)).toEqual(ids.filter((x) => own.includes(x)))
        for (const id of ids.filter((x) => !own.includes(x))) expect(togetherOf(of, id, plain)).toEqual([])
      }),
    )
    expect(togetherOf({ questions: [], blocks: [block([q2, q4])] } as never, q3, plain)).toEqual([])
  })
})
