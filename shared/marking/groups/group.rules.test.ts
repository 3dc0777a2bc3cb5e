import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { PaperQuestion } from '#shared/exam/exam.types.ts'
import type { QuestionId, UserId } from '#shared/kit/ids.ts'
import {
  blockName,
  groupsOf,
  hoursText,
  limitOf,
  loadsOf,
  paperWarnings,
  warningsOf,
  withGroup,
  withLimit,
  withoutGroup,
} from './group.rules.ts'
import type { Arranged, GroupFacts } from './group.rules.ts'

const q = (n: number, more: Partial<PaperQuestion> = {}): PaperQuestion => ({
  questionId: `q${n}` as QuestionId,
  number: String(n),
  unitType: 5,
  fullScore: 1000,
  ...more,
})
const questions = [1, 2, 3, 4, 5].map((n) => q(n))
const id = (n: number): QuestionId => `q${n}` as QuestionId
const user = (n: number): UserId => `u${n}` as UserId
const none: Arranged = { questions: [] }

const facts = (more: Partial<GroupFacts> = {}): GroupFacts => ({
  questions,
  courseMarkers: [user(1), user(2), user(3)],
  nameOf: (u) => `老师${u}`,
  answersOf: () => 100,
  ...more,
})

describe('groups of a paper', () => {
  const step = fc.oneof(
    fc.record({
      kind: fc.constant('save' as const),
      lead: fc.option(fc.integer({ min: 1, max: 5 }), { nil: undefined }),
      ids: fc.uniqueArray(fc.integer({ min: 1, max: 5 }), { minLength: 1 }),
      markers: fc.uniqueArray(fc.integer({ min: 1, max: 6 })),
      named: fc.boolean(),
    }),
    fc.record({ kind: fc.constant('remove' as const), at: fc.integer({ min: 1, max: 5 }) }),
    fc.record({
      kind: fc.constant('limit' as const),
      at: fc.integer({ min: 1, max: 5 }),
      who: fc.integer({ min: 1, max: 6 }),
      most: fc.option(fc.integer({ min: 1, max: 50 }), { nil: undefined }),
    }),
  )
  const groupAt = (of: Arranged, n: number) => groupsOf(of, questions).find((g) => g.questionIds.includes(id(n)))!

  it('hold each question once, in every order in which they are made, changed, bounded and dissolved', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
        let of: Arranged = none
        for (const s of steps) {
          if (s.kind === 'remove') of = withoutGroup(of, groupAt(of, s.at))
          else if (s.kind === 'limit')
            of = {
              ...of,
              blocks: withLimit(of, groupAt(of, s.at), { userId: user(s.who), ...(s.most ? { most: s.most } : {}) }),
            }
          else {
            const before = of
            const wish = {
              ...(s.lead ? { lead: id(s.lead) } : {}),
              questionIds: s.ids.map(id),
              markers: s.markers.map(user),
              leaders: [],
              ...(s.named ? { groupName: '作文组' } : {}),
            }
            of = withGroup(of, wish)
            const made = groupAt(of, s.ids[0]!)
            expect([...made.questionIds].sort()).toEqual(wish.questionIds.toSorted())
            expect(made).toMatchObject({ markers: wish.markers, uneven: false })
            // Who marks any other question is who marked it before.
            for (const other of questions.filter((x) => !wish.questionIds.includes(x.questionId)))
              expect(of.questions.find((x) => x.questionId === other.questionId)).toEqual(
                before.questions.find((x) => x.questionId === other.questionId),
              )
            // Again it changes nothing.
            expect(withGroup(of, { ...wish, lead: made.lead })).toEqual(of)
          }
          const all = groupsOf(of, questions).flatMap((g) => g.questionIds)
          expect([...all].sort()).toEqual(questions.map((x) => x.questionId))
          expect(new Set(of.questions.map((x) => x.questionId)).size).toBe(of.questions.length)
        }
      }),
    )
  })

  it('lets a question go with whom it was marked by, and moves one from another group', () => {
    const one = withGroup(none, { questionIds: [id(1), id(2), id(3)], markers: [user(1)], leaders: [user(9)] })
    const two = withGroup(one, { questionIds: [id(3), id(4)], markers: [user(2)], leaders: [] })
    expect(groupsOf(two, questions).map((g) => [g.groupName, g.markers])).toEqual([
      ['第1、2题', [user(1)]],
      ['第3、4题', [user(2)]],
      ['第5题', []],
    ])
    const less = withGroup(two, { lead: id(1), questionIds: [id(1)], markers: [user(5)], leaders: [] })
    expect(groupsOf(less, questions).map((g) => [g.groupName, g.markers])[1]).toEqual(['第2题', [user(1)]])
  })

  it('speaks to one marker of all its questions, and forgets who leaves', () => {
    let of: Arranged = withGroup(none, { questionIds: [id(1), id(2)], markers: [user(1), user(2)], leaders: [] })
    of = { ...of, blocks: withLimit(of, { questionIds: [id(2)] }, { userId: user(1), most: 40, paused: true }) }
    expect([
      limitOf(of, 'q1', 'u1'),
      limitOf(of, 'q2', 'u1'),
      limitOf(of, 'q3', 'u1'),
      limitOf(of, 'q1', 'u2'),
    ]).toEqual([
      { userId: user(1), most: 40, paused: true },
      { userId: user(1), most: 40, paused: true },
      undefined,
      undefined,
    ])
    const gone = withGroup(of, { lead: id(1), questionIds: [id(1), id(2)], markers: [user(2)], leaders: [] })
    expect(limitOf(gone, 'q1', 'u1')).toBeUndefined()
  })

  it.each([
    [['15'], '第15题'],
    [['15', '16'], '第15、16题'],
    [['15', '16', '17'], '第15–17题'],
    [['15', '17', '18'], '第15、17、18题'],
    [['17(1)', '17(2)', '17(3)'], '第17(1)、17(2)、17(3)题'],
  ])('are called by their questions: %j is %s', (numbers, name) => expect(blockName(numbers)).toBe(name))
})

describe('what is wrong with a group', () => {
  const told = (of: Arranged, more: Partial<GroupFacts> = {}) =>
    warningsOf(groupsOf(of, facts(more).questions)[0]!, facts(more)).map((w) => [w.kind, w.bars])
  const staffed = (markers: number[], leaders: number[] = []): Arranged =>
    withGroup(none, { questionIds: [id(1)], markers: markers.map(user), leaders: leaders.map(user) })
  const double = [q(1, { markers: 2 }), ...questions.slice(1)]

  it.each([
    ['nothing', staffed([1, 2]), {}, []],
    ['no teacher of the course', none, { courseMarkers: [] }, [['noMarker', true]]],
    ['one for two marks', staffed([1]), { questions: double }, [['tooFew', true]]],
    ['one where all of the course are one', none, { questions: double, courseMarkers: [user(1)] }, [['tooFew', true]]],
    ['another course', staffed([1, 8]), {}, [['otherCourse', false]]],
    ['the only leader marks', staffed([1, 2], [1]), {}, [['leaderMarks', false]]],
    ['the only leader is of the course, and all of it mark', staffed([], [1]), {}, [['leaderMarks', false]]],
    [
      'two of one school',
      staffed([1, 2]),
      { sitting: new Set(['s1', 's2']), schoolOf: () => 's1' },
      [['ownSchool', false]],
    ],
    [
      'one of each school',
      staffed([1, 2]),
      { sitting: new Set(['s1', 's2']), schoolOf: (u: string) => (u === 'u1' ? 's1' : 's2') },
      [],
    ],
    [
      'two of a school that does not sit',
      staffed([1, 2]),
      { sitting: new Set(['s1', 's2']), schoolOf: () => 's9' },
      [],
    ],
    ['two leaders who mark', staffed([1, 2], [1, 2]), {}, []],
    [
      'leaders of one school alone',
      staffed([1, 2], [3]),
      { sitting: new Set(['s1', 's2']), schoolOf: (u: string) => (u === 'u1' ? 's2' : 's1') },
      [['ownLeaders', false]],
    ],
    ['one who may not mark any more', staffed([1, 8]), { stillMarks: (u: UserId) => u !== user(8) }, [['gone', false]]],
    [
      'one of two who may not mark any more',
      staffed([1, 8]),
      { questions: double, stillMarks: (u: UserId) => u !== user(8) },
      [
        ['tooFew', true],
        ['gone', false],
      ],
    ],
  ] as const)('%s', (_, of, more, kinds) => expect(told(of, more)).toEqual(kinds))

  it('says who are all paused, whose bounds do not reach, and that questions differ', () => {
    const of = staffed([1, 2])
    const bounded = (a?: number, b?: number) => {
      let next: Arranged = of
      for (const [n, most] of [
        [1, a],
        [2, b],
      ] as const)
        next = {
          ...next,
          blocks: withLimit(
            next,
            { questionIds: [id(1)] },
            { userId: user(n), ...(most ? { most } : { paused: true as const }) },
          ),
        }
      return told(next)
    }
    expect(bounded()).toEqual([['allPaused', false]])
    expect(bounded(49, 50)).toEqual([['quota', false]])
    expect(bounded(50, 50)).toEqual([])
    // One who is not bounded takes what is left.
    expect(bounded(10)).toEqual([])
    const group = withGroup(none, { questionIds: [id(1), id(2)], markers: [user(1)], leaders: [] })
    const apart = {
      ...group,
      questions: [{ questionId: id(1), markers: [user(2)], arbitrators: [] }, group.questions[1]!],
    }
    expect(told(apart)).toEqual([['uneven', false]])
  })

  it('tells of the paper who has no account, and who has far more to do', () => {
    const of = withGroup(staffed([1]), { questionIds: [id(2), id(3), id(4), id(5)], markers: [user(2)], leaders: [] })
    const groups = groupsOf(of, questions)
    const texts = (answers: number) =>
      paperWarnings(groups, facts({ answersOf: () => answers }), ['张三']).map((w) => w.text)
    expect(texts(1000)).toEqual([
      '张三没有账号，不能阅卷；请学校开通账号后更新考试的任课老师',
      '工作量不均：老师u2约25.6小时，老师u1约6.4小时',
    ])
    // Of a few answers it does not matter.
    expect(texts(10)).toHaveLength(1)
    // Where no marker is named all of the course share it.
    expect(paperWarnings(groupsOf(none, questions), facts({ answersOf: () => 1000 }), [])).toEqual([])
    expect(loadsOf(groupsOf(none, questions), facts()).size).toBe(3)
    expect([hoursText(10), hoursText(89 * 60), hoursText(90 * 60)]).toEqual(['1分钟', '89分钟', '1.5小时'])
  })
})
