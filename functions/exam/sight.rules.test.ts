import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { userTypes } from '#shared/kit/userType.ts'
import { scopeOf } from '#shared/school/roster/scope.rules.ts'
import type { Entrusted } from '#shared/school/roster/scope.rules.ts'
import { mayManage } from '#shared/exam/exam.rules.ts'
import type { ExamTeacher } from '#shared/exam/exam.types.ts'
import {
  classesSeen,
  examSight,
  ownsPaper,
  paperSight,
  resultSight,
  seesCandidate,
  seesExam,
  seesPaper,
} from '#shared/exam/sight.rules.ts'

type Taught = ExamTeacher['teaches']
/** An exam of school 1, grade x, with papers in maths and English and classes 1 and 2. */
const exam = { owner: 's:1', creatorId: 'us_creator' } as never as Parameters<typeof examSight>[2]
const [maths, english] = ['m', 'e']
const taught = [
  { classId: 'c1', courseId: 'm', isHead: false },
  { classId: 'c2', courseId: 'e', isHead: true },
] as never as Taught
const none = { gradeIds: [], subjects: [] } as Entrusted
/** Everything that could be entrusted: the grade, a subject in it, and, in a scope, other things. */
const leads = { gradeIds: ['x'] } as never as Entrusted
const otherGrade = { gradeIds: ['y'] } as never as Entrusted
const directs = { subjects: [{ courseId: 'm' }] } as never as Entrusted
const directsHere = { subjects: [{ courseId: 'e', gradeId: 'x' }] } as never as Entrusted
const directsElsewhere = { subjects: [{ courseId: 'm', gradeId: 'y' }] } as never as Entrusted
const chain = { ...leads, ...directs, teaches: taught, tutees: ['p'] } as never as Entrusted

type Part = { taught?: Taught; sat?: boolean }
const sightOf = (userType: number, tenant: string, entrusted: Entrusted = none, own: Part = {}, userId = 'us_2') => {
  const viewer = { userId, userType, tenant }
  return examSight(viewer, scopeOf(viewer, entrusted), exam, { gradeId: 'x', ...own })
}
/** In a word: manages, all, or which papers and classes. */
const seen = (...of: Parameters<typeof sightOf>): string => {
  const sight = sightOf(...of)
  if (!sight) return 'nothing'
  if (sight.manages) return 'manages'
  if (sight.all) return 'all'
  if (sight.sat) return 'own'
  return [maths, english]
    .filter((c) => seesPaper(sight, c))
    .map((c) => `${c}:${classesSeen(sight, c)?.join('+') ?? 'all'}`)
    .join(' ')
}

type Row = [userType: number, tenant: string, expected: string, entrusted?: Entrusted, own?: Part]
const manages = new Set([-1, 1, 2, 15, 18, 19])
const table: Row[] = [
  [-1, 'p', 'manages'],
  [1, 's:1', 'manages'],
  [1, 'p', 'nothing'],
  [2, 's:1', 'manages'],
  [2, 's:2', 'nothing', chain, { taught }],
  [3, 's:1', 'nothing'],
  [3, 's:1', 'm:c1+c2 e:c2', none, { taught }],
  [3, 's:1', 'm:c1', none, { taught: taught.slice(0, 1) }],
  [3, 's:1', 'all', leads],
  [3, 's:1', 'nothing', otherGrade],
  [3, 's:1', 'm:all', directs],
  [3, 's:1', 'm:all e:c2', directs, { taught }],
  [3, 's:1', 'nothing', directsElsewhere],
  [3, 's:2', 'nothing', chain, { taught }],
  [4, 's:1', 'nothing', chain, { taught }],
  [4, 's:1', 'own', none, { sat: true }],
  [4, 's:2', 'nothing', none, { sat: true }],
  [5, 's:1', 'nothing', chain],
  [5, 's:1', 'own', none, { sat: true }],
  [6, 's:1', 'nothing', chain, { taught, sat: true }],
  [7, 's:1', 'nothing', chain, { taught, sat: true }],
  [8, 's:1', 'nothing', leads, { taught }],
  [8, 's:1', 'm:all', directs, { taught }],
  [8, 's:1', 'nothing', directsElsewhere],
  [8, 'a:A', 'nothing', directs],
  [9, 's:1', 'all'],
  [9, 's:2', 'nothing'],
  [10, 's:1', 'all'],
  [11, 's:1', 'nothing', directs, { taught }],
  [11, 's:1', 'all', leads],
  [11, 's:1', 'nothing', otherGrade],
  [12, 's:1', 'm:all', directs],
  [12, 's:1', 'e:all', directsHere],
  [12, 's:1', 'nothing', leads, { taught }],
  [13, 's:1', 'all'],
  [13, 'a:A', 'nothing', chain],
  [14, 's:1', 'all'],
  [14, 'a:A', 'nothing', chain],
  [15, 's:1', 'manages'],
  [16, 's:1', 'nothing', chain, { taught, sat: true }],
  [17, 's:1', 'nothing', chain, { taught, sat: true }],
  [18, 's:1', 'manages'],
  [18, 'p', 'nothing'],
  [19, 's:1', 'manages'],
  [20, 's:1', 'e:all', directsHere],
  [20, 's:1', 'nothing', none, { taught }],
  ...[21, 22, 23, 24, 26, 27, 28].map((t): Row => [t, 's:1', 'nothing', chain, { taught, sat: true }]),
]

describe('who sees an exam', () => {
  it('every user type has its row', () => {
    expect(new Set(table.map(([t]) => t))).toEqual(new Set(userTypes))
  })
  it.each(table)('type %i of %s: %s', (userType, tenant, expected, entrusted, own) => {
    expect(seen(userType, tenant, entrusted, own)).toBe(expected)
  })
  it('its creator manages it, as long as he is of the owner', () => {
    expect(seen(3, 's:1', none, {}, 'us_creator')).toBe('manages')
    expect(seen(3, 's:2', chain, { taught }, 'us_creator')).toBe('nothing')
    for (const t of userTypes)
      expect(mayManage(exam, { userId: 'us_2', userType: t, tenant: 's:1' })).toBe(manages.has(t))
  })
  it('which grade sits it must be known, or its leader sees nothing', () => {
    const viewer = { userId: 'us_2', userType: 11, tenant: 's:1' }
    expect(examSight(viewer, scopeOf(viewer, leads), exam)).toBeNull()
    expect(examSight(viewer, scopeOf(viewer, leads), exam, { gradeId: 'y' })).toBeNull()
  })
  it('a school that sits an area’s exam sees its own classes of it, by its own courses, and manages nothing', () => {
    const areas = { ...exam, owner: 'a:A' } as typeof exam
    const guest = {
      schoolIds: ['1'],
      classIds: ['c1', 'c2'],
      courses: new Map([
        ['m', 'M'],
        ['e', 'E'],
      ]),
    }
    const at = (userType: number, tenant: string, entrusted: Entrusted = none, own: object = {}) => {
      const viewer = { userId: 'us_2', userType, tenant }
      return examSight(viewer, scopeOf(viewer, entrusted), areas, { gradeId: 'x', ...own })
    }
    expect(at(2, 's:1', none, { guest })).toMatchObject({ manages: false, all: true, within: ['c1', 'c2'] })
    expect(classesSeen(at(2, 's:1', none, { guest })!, 'M')).toEqual(['c1', 'c2'])
    expect(at(2, 's:1')).toBeNull()
    const director = at(12, 's:1', directs, { guest })!
    expect([seesPaper(director, 'M'), seesPaper(director, 'm'), seesPaper(director, 'E')]).toEqual([true, false, false])
    expect(classesSeen(director, 'M')).toEqual(['c1', 'c2'])
    // An officer of courses sees the own ones of the own school; of an area no subject is entrusted to one, and nothing is seen.
    const officer = at(8, 's:1', directs, { guest, taught })!
    expect([seesPaper(officer, 'M'), seesPaper(officer, 'E'), officer.manages]).toEqual([true, false, false])
    expect(classesSeen(officer, 'M')).toEqual(['c1', 'c2'])
    expect(at(8, 's:1', leads, { guest, taught })).toBeNull()
    expect(at(8, 'a:A', none)).toBeNull()
    expect(at(4, 's:1', none, { guest, sat: true })).toMatchObject({ all: false, sat: true })
    expect(at(18, 'a:A', none, { guest })).toMatchObject({ manages: true, within: null })
    // No type becomes a manager by its school's part, with anything it is entrusted with.
    for (const t of userTypes.filter((x) => x !== -1))
      expect(at(t, 's:1', chain, { guest, taught })?.manages ?? false).toBe(false)
  })
  it('an area whose schools sit another’s exam sees their classes in all papers, and manages nothing', () => {
    const areas = { ...exam, owner: 'a:A' } as typeof exam
    const guest = { schoolIds: ['1', '2'], classIds: ['c1', 'c2'], courses: new Map<string, string>() }
    const at = (userType: number, tenant: string, of?: typeof guest) => {
      const viewer = { userId: 'us_creator', userType, tenant }
      return examSight(viewer, scopeOf(viewer, chain), areas, { guest: of })
    }
    for (const t of [1, 13, 14, 18]) {
      const sight = at(t, 'a:B', guest)!
      expect(sight).toMatchObject({ manages: false, all: true, within: ['c1', 'c2'], schoolIds: ['1', '2'] })
      const paper = paperSight({}, sight, { courseId: 'M' })!
      expect(paper).toMatchObject({ manages: false, classIds: ['c1', 'c2'], schoolIds: ['1', '2'] })
      expect(resultSight(paper, undefined)).toMatchObject({ classIds: ['c1', 'c2'], schoolIds: ['1', '2'] })
      expect(resultSight(paper, { reports: true, transcripts: false }).schoolIds).toBeNull()
      // Without schools of its own in it, nothing.
      expect(at(t, 'a:B')).toBeNull()
    }
    // Subjects and classes are a school's: who is entrusted with some is shown nothing of an area, nor is who sees names alone.
    for (const t of userTypes.filter((x) => x !== -1)) {
      const sight = at(t, 'a:B', guest)
      expect(sight?.manages ?? false).toBe(false)
      if ([3, 4, 5, 6, 7, 8, 11, 12, 16, 17, 20, 21, 22, 23, 24, 26, 27, 28].includes(t)) expect(sight).toBeNull()
    }
  })
  it('of a joint exam’s results a school sees itself, and of the others what the organiser shows', () => {
    const [reports, transcripts] = [
      { reports: true, transcripts: false },
      { reports: false, transcripts: true },
    ]
    const paper = { manages: false, takesOut: [] }
    const own = ['c1', 'c2']
    const school = { ...paper, classIds: own, homeIds: own, schoolIds: ['1'] }
    const teacher = { ...paper, classIds: ['c1'], homeIds: [] }
    const all = { classIds: null, homeIds: null, schoolIds: null }
    expect(resultSight(school, undefined)).toEqual({ classIds: own, homeIds: own, schoolIds: ['1'] })
    expect(resultSight(school, { reports: false, transcripts: false })).toEqual(resultSight(school, undefined))
    expect(resultSight(school, reports)).toEqual({ classIds: own, homeIds: own, schoolIds: null })
    expect(resultSight(school, transcripts)).toEqual(all)
    // A teacher's classes stay what they are, and the organiser's people see all, at every setting.
    for (const shows of [undefined, reports, transcripts]) {
      expect(resultSight(teacher, shows)).toEqual({ classIds: ['c1'], homeIds: [], schoolIds: [] })
      expect(resultSight({ ...paper, classIds: null, homeIds: null }, shows)).toEqual(all)
      expect(resultSight(null, shows)).toEqual({ classIds: [], homeIds: [], schoolIds: [] })
    }
    // Which of its people see the whole school is told by the paper's sight.
    const guest = { schoolIds: ['1'], classIds: ['c1', 'c2'], courses: new Map([['m', 'M']]) }
    const at = (userType: number, entrusted: Entrusted, more: object = {}) => {
      const viewer = { userId: 'us_2', userType, tenant: 's:1' }
      const areas = { ...exam, owner: 'a:A' } as typeof exam
      return paperSight({}, examSight(viewer, scopeOf(viewer, entrusted), areas, { gradeId: 'x', guest, ...more }), {
        courseId: 'M',
      })
    }
    expect(at(2, none)).toMatchObject({ schoolIds: ['1'], classIds: ['c1', 'c2'] })
    expect(at(12, directs)).toMatchObject({ schoolIds: ['1'] })
    const taughtHere = [{ classId: 'c1', courseId: 'M', isHead: false }] as never as Taught
    expect(at(3, none, { taught: taughtHere })).toEqual({ ...paper, classIds: ['c1'], homeIds: [] })
  })
  it('of a course that walks one sees who learns it in one’s class, and a head the own in every paper', () => {
    const place = (studentId: string, classId: string, teaching?: Record<string, string>) =>
      ({ studentId, classId, ...(teaching ? { teaching } : {}) }) as never
    const people = {
      walks: place('st_1', 'c1', { p: 't1' }),
      stays: place('st_2', 'c1'),
      elsewhere: place('st_3', 'c2', { p: 't1' }),
      // Of a paper that the exam has no more, or of another.
      before: place('st_4', 'c2', { gone: 't1', q: 't1' }),
    }
    const seen = (teaches: object[], allotted?: string[]) => {
      const sight = sightOf(3, 's:1', none, { taught: teaches as never as Taught })
      const of = paperSight({}, sight, { paperId: 'p', courseId: 'm' }, allotted)!
      return Object.entries(people).flatMap(([name, c]) => (seesCandidate(of, c) ? [name] : []))
    }
    const line = (classId: string, isHead = false) => ({ classId, courseId: isHead ? undefined : 'm', isHead })
    expect(seen([line('t1')])).toEqual(['walks', 'elsewhere'])
    expect(seen([line('c1')])).toEqual(['stays'])
    expect(seen([line('c1', true)])).toEqual(['walks', 'stays'])
    expect(seen([line('c1'), line('t1')])).toEqual(['walks', 'stays', 'elsewhere'])
    expect(seen([line('c2')])).toEqual(['before'])
    // Cards are handed in by administrative class.
    expect(seen([], ['c1'])).toEqual(['walks', 'stays'])
    expect(seen([line('t1')], ['c2'])).toEqual(['walks', 'elsewhere', 'before'])
  })
  it('a teaching row without a course counts for every course; the roster is that of any course', () => {
    const rows = [{ classId: 'c9', isHead: false }, ...taught] as never as Taught
    const sight = sightOf(3, 's:1', none, { taught: rows })!
    expect(classesSeen(sight, 'e')).toEqual(['c9', 'c2'])
    expect(classesSeen(sight)).toEqual(['c9', 'c1', 'c2'])
    expect(seesExam(sight, [])).toBe(false)
    expect(seesExam(sightOf(12, 's:1', directs)!, ['e'])).toBe(false)
    expect(seesExam(sightOf(12, 's:1', directs)!, ['e', 'm'])).toBe(true)
  })

  it('of what is seen, that is one’s own which one teaches or directs: not what a head teacher sees beside it', () => {
    const own = (userType: number, entrusted: Entrusted, part: Part = {}) =>
      [maths, english].map((courseId) => ownsPaper(sightOf(userType, 's:1', entrusted, part)!, courseId))
    expect(own(3, none, { taught })).toEqual([true, true])
    const head = [{ classId: 'c1', isHead: true }, taught[1]!] as Taught
    expect([maths, english].map((c) => seesPaper(sightOf(3, 's:1', none, { taught: head })!, c))).toEqual([true, true])
    expect(own(3, none, { taught: head })).toEqual([false, true])
    expect(own(12, directs)).toEqual([true, false])
    expect(own(9, none)).toEqual([false, false])
  })

  it('no chain of assignments widens what is seen beyond the definition', () => {
    const id = fc.constantFrom('x', 'y', 'm', 'e', 'c1', 'c2', 'p')
    const subject = fc.record({ courseId: id }, { requiredKeys: ['courseId'] })
    const entrustedArb = fc.record({
      gradeIds: fc.array(id, { maxLength: 3 }),
      subjects: fc.array(fc.oneof(subject, fc.record({ courseId: id, gradeId: id })), { maxLength: 3 }),
      teaches: fc.array(fc.record({ classId: id, courseId: id, isHead: fc.boolean() }), { maxLength: 3 }),
      tutees: fc.array(id, { maxLength: 3 }),
    })
    fc.assert(
      fc.property(
        fc.constantFrom(...userTypes),
        fc.constantFrom('s:1', 's:2', 'a:A', 'p'),
        entrustedArb,
        fc.record({
          taught: fc.array(fc.record({ classId: id, courseId: id, isHead: fc.boolean() }), { maxLength: 3 }),
          sat: fc.boolean(),
        }),
        (userType, tenant, given, own) => {
          const entrusted = given as never as Entrusted
          const sight = sightOf(userType, tenant, entrusted, own as never as Part)
          const bare = sightOf(userType, tenant)
          // Nothing that is assigned makes a manager, nor reaches over the owner.
          expect(sight?.manages ?? false).toBe(bare?.manages ?? false)
          if (tenant !== 's:1' && userType !== -1) expect(sight).toBeNull()
          if (!sight || bare?.all) return
          // Each thing seen has the one assignment that opens it.
          const { gradeIds, subjects } = given
          if (sight.all) expect([3, 11].includes(userType) && gradeIds.includes('x')).toBe(true)
          for (const courseId of [maths, english]) {
            if (!seesPaper(sight, courseId) || sight.all || sight.sat) continue
            const directed = subjects.some(
              (s) => s.courseId === courseId && (!('gradeId' in s) || s.gradeId === undefined || s.gradeId === 'x'),
            )
            const classes = classesSeen(sight, courseId)
            if (classes === null) expect(directed && [3, 8, 12, 20].includes(userType)).toBe(true)
            else
              for (const classId of classes)
                expect(userType === 3 && own.taught.some((t) => t.classId === classId)).toBe(true)
          }
          if (sight.sat) expect([4, 5].includes(userType) && own.sat).toBe(true)
        },
      ),
      { numRuns: 2000 },
    )
  })
})
