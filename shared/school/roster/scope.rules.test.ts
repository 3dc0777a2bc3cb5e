import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { userTypes } from '#shared/kit/userType.ts'
import {
  acts,
  managesRoster,
  needsEntrusted,
  scopeOf,
  seesArea,
  seesClass,
  seesCourse,
  seesGrade,
  seesSchool,
  seesStudent,
  seesStudentsOf,
  whyBarred,
} from './scope.rules.ts'
import type { Entrusted, Scope, Self, Viewer } from './scope.rules.ts'

/** Two areas; A has schools 1 and 2, B has 3; C is the city above A. Each school: grades x and y, two classes each, two students a class, courses m and e. */
const areas = [{ areaId: 'A', cityId: 'C' }, { areaId: 'B' }, { areaId: 'C' }]
const schools = [
  { schoolId: '1', areaId: 'A', cityId: 'C' },
  { schoolId: '2', areaId: 'A', cityId: 'C' },
  { schoolId: '3', areaId: 'B' },
]
const grades = schools.flatMap((s) => ['x', 'y'].map((g) => ({ ...s, gradeId: `${s.schoolId}${g}` })))
const classes = grades.flatMap((g) => ['1', '2'].map((c) => ({ ...g, classId: `${g.gradeId}${c}` })))
const students = classes.flatMap((c) => ['a', 'b'].map((s) => ({ ...c, studentId: `${c.classId}${s}` })))
const courses = schools.flatMap((s) => ['m', 'e'].map((c) => ({ ...s, courseId: `${s.schoolId}${c}` })))
const selfOf = (studentId: string): Self | null => {
  const found = students.find((s) => s.studentId === studentId)
  return found ? { studentId, gradeId: found.gradeId, classId: found.classId } : null
}

/** Everything that is seen, in one line a kind. */
const seen = (scope: Scope) => ({
  areas: areas
    .filter((a) => seesArea(scope, a))
    .map((a) => a.areaId)
    .join(' '),
  schools: schools
    .filter((s) => seesSchool(scope, s))
    .map((s) => s.schoolId)
    .join(' '),
  grades: grades
    .filter((g) =>
      seesGrade(
        scope,
        g,
        classes.filter((c) => c.gradeId === g.gradeId).map((c) => c.classId),
      ),
    )
    .map((g) => g.gradeId)
    .join(' '),
  classes: classes
    .filter((c) => seesClass(scope, c))
    .map((c) => c.classId)
    .join(' '),
  courses: courses
    .filter((c) =>
      seesCourse(scope, c, {
        gradeIds: grades.filter((g) => g.schoolId === c.schoolId).map((g) => g.gradeId),
        classIds: classes.filter((k) => k.schoolId === c.schoolId).map((k) => k.classId),
      }),
    )
    .map((c) => c.courseId)
    .join(' '),
  students: students
    .filter((s) => seesStudent(scope, s))
    .map((s) => s.studentId)
    .join(' '),
})
const everything = seen(scopeOf({ userType: -1, tenant: 'p' }))
const areaA = {
  areas: 'A',
  schools: '1 2',
  grades: '1x 1y 2x 2y',
  classes: '1x1 1x2 1y1 1y2 2x1 2x2 2y1 2y2',
  courses: '1m 1e 2m 2e',
  students: '1x1a 1x1b 1x2a 1x2b 1y1a 1y1b 1y2a 1y2b 2x1a 2x1b 2x2a 2x2b 2y1a 2y1b 2y2a 2y2b',
}
const school1 = {
  areas: '',
  schools: '1',
  grades: '1x 1y',
  classes: '1x1 1x2 1y1 1y2',
  courses: '1m 1e',
  students: '1x1a 1x1b 1x2a 1x2b 1y1a 1y1b 1y2a 1y2b',
}
const none = { areas: '', schools: '', grades: '', classes: '', courses: '', students: '' }
const named = { ...none, schools: '1' }
/** Every kind of assignment at once, one of them in another school. */
const much = {
  teaches: [
    { classId: '1x1', courseId: '1m', isHead: false },
    { classId: '2x1', courseId: '2m', isHead: true },
  ],
  gradeIds: ['1y', '3x'],
  subjects: [{ courseId: '1e', gradeId: '1x' }],
  tutees: ['1x2b', '3x1a'],
} as unknown as Entrusted

type Row = [userType: number, tenant: string, expected: object, entrusted?: Entrusted, studentId?: string]
const table: Row[] = [
  [-1, 'p', everything],
  [-1, 's:1', everything],
  [1, 'p', everything],
  [1, 'a:A', areaA],
  [1, 's:1', school1],
  [2, 's:1', school1, much],
  [2, 'p', none],
  [3, 's:1', named],
  [
    3,
    's:1',
    { ...named, grades: '1x', classes: '1x1', courses: '1m', students: '1x1a 1x1b' },
    { teaches: much.teaches },
  ],
  [
    3,
    's:1',
    { ...named, grades: '1y', classes: '1y1 1y2', courses: '1m 1e', students: '1y1a 1y1b 1y2a 1y2b' },
    { gradeIds: much.gradeIds },
  ],
  [3, 's:1', { ...named, students: '1x2b' }, { tutees: much.tutees }],
  // A head teacher, and a teacher of a class without a named course: every course of it.
  ...[
    { classId: '1x1', courseId: '1m', isHead: true },
    { classId: '1x1', isHead: false },
  ].map((one): Row => {
    const expected = { ...named, grades: '1x', classes: '1x1', courses: '1m 1e', students: '1x1a 1x1b' }
    return [3, 's:1', expected, { teaches: [one] } as unknown as Entrusted]
  }),
  // A grade of another school opens nothing, not even a course.
  [3, 's:1', named, { gradeIds: ['3x'] } as unknown as Entrusted],
  [3, 's:1', school1, much],
  [4, 's:1', { ...named, grades: '1x', classes: '1x2', courses: '1m 1e', students: '1x2a' }, much, '1x2a'],
  [4, 's:1', { ...named, courses: '1m 1e' }, much],
  [5, 's:1', { ...named, grades: '1y', classes: '1y1', courses: '1m 1e', students: '1y1b' }, much, '1y1b'],
  [5, 's:1', { ...named, courses: '1m 1e' }, much, '-1'],
  [6, 'p', none, much],
  [7, 's:1', none, much],
  [8, 's:1', named],
  [8, 's:1', { ...named, grades: '1x', classes: '1x1 1x2', courses: '1e', students: '1x1a 1x1b 1x2a 1x2b' }, much],
  [8, 'a:A', { ...none, areas: 'A', schools: '1 2' }, much],
  [9, 's:1', school1],
  [10, 's:1', school1],
  [11, 's:1', named],
  [11, 's:1', { ...named, grades: '1y', classes: '1y1 1y2', courses: '1m 1e', students: '1y1a 1y1b 1y2a 1y2b' }, much],
  [12, 's:1', named],
  [12, 's:1', { ...named, grades: '1x', classes: '1x1 1x2', courses: '1e', students: '1x1a 1x1b 1x2a 1x2b' }, much],
  [13, 'a:A', areaA],
  // The city above: all of its county, and nothing of an area that is not below it.
  ...[1, 13, 14, 18].map((t): Row => [t, 'a:C', { ...areaA, areas: 'A C' }]),
  [16, 'a:C', { ...none, areas: 'A C', schools: '1 2' }, much],
  [13, 's:1', school1],
  [14, 'a:A', areaA],
  [14, 'p', none],
  [15, 's:1', school1],
  [16, 'a:A', { ...none, areas: 'A', schools: '1 2' }, much],
  [17, 'p', none],
  [17, 's:1', none, much],
  [18, 'p', everything],
  [18, 's:1', school1],
  [19, 'p', everything],
  [20, 's:1', { ...named, grades: '1x', classes: '1x1 1x2', courses: '1e', students: '1x1a 1x1b 1x2a 1x2b' }, much],
  ...[21, 22, 23, 24, 26, 27, 28].map((t): Row => [t, 's:1', named, much]),
  ...[21, 22, 23, 24, 26, 27, 28].map((t): Row => [t, 'p', none, much]),
  // An unknown type, and a tenant that is none.
  [99, 's:1', none, much],
  [2, '', none, much],
  [2, 's:', none, much],
]

describe('who sees what', () => {
  it('every user type is in the table', () => {
    expect(userTypes.filter((t) => !table.some(([of]) => of === t))).toEqual([])
  })
  it.each(table)('type %d of %s', (userType, tenant, expected, entrusted, studentId) => {
    expect(seen(scopeOf({ userType, tenant, studentId }, entrusted, selfOf(studentId ?? '')))).toEqual(expected)
  })
  it('a child is a parent’s only while the session says so', () => {
    expect(seen(scopeOf({ userType: 5, tenant: 's:1', studentId: '1x1a' }, {}, selfOf('1x1b'))).students).toBe('')
  })
})

const anyPerson = fc.record({
  userType: fc.constantFrom(...userTypes),
  tenant: fc.constantFrom('p', 'a:A', 'a:B', 'a:C', 's:1', 's:2', 's:3'),
  studentId: fc.option(fc.constantFrom(...students.map((s) => s.studentId)), { nil: undefined }),
})
const ids = (of: readonly string[]) => fc.array(fc.constantFrom(...of), { maxLength: 4 })
const anyEntrusted = fc.record({
  teaches: fc.array(
    fc.record({
      classId: fc.constantFrom(...classes.map((c) => c.classId)),
      courseId: fc.option(fc.constantFrom(...courses.map((c) => c.courseId)), { nil: undefined }),
      isHead: fc.boolean(),
    }),
    { maxLength: 4 },
  ),
  gradeIds: ids(grades.map((g) => g.gradeId)),
  subjects: fc.array(
    fc.record({
      courseId: fc.constantFrom(...courses.map((c) => c.courseId)),
      gradeId: fc.option(fc.constantFrom(...grades.map((g) => g.gradeId)), { nil: undefined }),
    }),
    { maxLength: 3 },
  ),
  tutees: ids(students.map((s) => s.studentId)),
}) as unknown as fc.Arbitrary<Required<Entrusted>>

const setOf = (line: string): Set<string> => new Set(line.split(' ').filter(Boolean))
const within = (a: ReturnType<typeof seen>, b: ReturnType<typeof seen>): boolean =>
  (Object.keys(a) as (keyof typeof a)[]).every((k) => [...setOf(a[k])].every((x) => setOf(b[k]).has(x)))
const scopeFor = (p: Viewer, e: Entrusted) => scopeOf(p, e, selfOf(p.studentId ?? ''))

describe('no chain of assignments widens a scope beyond its definition', () => {
  it('never over the own tenant', () => {
    fc.assert(
      fc.property(anyPerson, anyEntrusted, (person, entrusted) => {
        // The widest that a tenant gives: that of its own administrator.
        const type = person.userType === -1 ? -1 : person.tenant === 'p' ? 18 : 1
        expect(
          within(seen(scopeFor(person, entrusted)), seen(scopeOf({ userType: type, tenant: person.tenant }))),
        ).toBe(true)
      }),
    )
  })
  it('types that are not entrusted with anything see the same with every assignment', () => {
    fc.assert(
      fc.property(anyPerson, anyEntrusted, (person, entrusted) => {
        fc.pre(!needsEntrusted(person))
        expect(seen(scopeFor(person, entrusted))).toEqual(seen(scopeFor(person, {})))
      }),
    )
  })
  it('each student is seen for a reason that can be named, and no student with a reason is missed', () => {
    fc.assert(
      fc.property(anyPerson, anyEntrusted, (person, e) => {
        fc.pre(needsEntrusted(person))
        const { userType } = person
        const teacher = userType === 3
        const reasons = students.filter(
          (s) =>
            `s:${s.schoolId}` === person.tenant &&
            ((teacher && e.teaches.some((t) => t.classId === s.classId)) ||
              ((teacher || userType === 11) && (e.gradeIds as string[]).includes(s.gradeId)) ||
              (userType !== 11 && e.subjects.some((d) => d.gradeId === undefined || d.gradeId === s.gradeId)) ||
              (teacher && (e.tutees as string[]).includes(s.studentId))),
        )
        expect(setOf(seen(scopeFor(person, e)).students)).toEqual(new Set(reasons.map((s) => s.studentId)))
      }),
    )
  })
  it('one assignment more never hides anything', () => {
    fc.assert(
      fc.property(anyPerson, anyEntrusted, anyEntrusted, (person, a, b) => {
        const both = Object.fromEntries(
          Object.entries(a).map(([k, v]) => [k, [...v, ...b[k as keyof typeof b]]]),
        ) as Entrusted
        expect(within(seen(scopeFor(person, a)), seen(scopeFor(person, both)))).toBe(true)
      }),
    )
  })
  it('what is inside is never seen without what is around it', () => {
    fc.assert(
      fc.property(anyPerson, anyEntrusted, (person, entrusted) => {
        const scope = scopeFor(person, entrusted)
        for (const s of students) {
          const inGrade = classes.filter((c) => c.gradeId === s.gradeId).map((c) => c.classId)
          if (seesStudent(scope, s)) expect(seesSchool(scope, s)).toBe(true)
          if (seesStudentsOf(scope, s)) expect([seesStudent(scope, s), seesClass(scope, s)]).toEqual([true, true])
          if (seesClass(scope, s)) expect(seesGrade(scope, s, inGrade)).toBe(true)
        }
      }),
    )
  })
})

describe('acts', () => {
  it('are these people’s', () => {
    expect(Object.fromEntries(Object.entries(acts).map(([act, { types }]) => [act, [...types]]))).toEqual({
      roster: [1, 2, 13, 15, 18],
      staff: [1, 2],
      keys: [1],
      password: [1, 2, 18],
      settings: [1, 2],
      school: [1],
      personal: [1, 2, 13, 15, 18],
      erase: [1, 2],
    })
    expect(userTypes.filter((t) => scopeOf({ userType: t, tenant: 's:1' }).byClasses)).toEqual([3])
  })
  it('each has a reason for all others', () => {
    for (const act of Object.keys(acts) as (keyof typeof acts)[])
      for (const type of userTypes)
        expect(whyBarred(act, type)).toBe(
          type === -1 || (acts[act].types as readonly number[]).includes(type) ? null : acts[act].why,
        )
    expect(whyBarred('roster', undefined)).not.toBeNull()
  })
  it('a roster is changed by the managers of the place only', () => {
    const may = (userType: number, tenant: string) =>
      managesRoster(scopeOf({ userType, tenant }), { userType, tenant }, schools[0]!)
    expect(userTypes.filter((t) => may(t, 's:1'))).toEqual(
      [-1, 1, 2, 13, 15, 18].sort((a, b) => userTypes.indexOf(a as never) - userTypes.indexOf(b as never)),
    )
    expect(userTypes.filter((t) => may(t, 's:2'))).toEqual([-1])
    expect(userTypes.filter((t) => may(t, 'a:A')).sort((a, b) => a - b)).toEqual([-1, 1, 2, 13, 15, 18])
    expect(userTypes.filter((t) => may(t, 'p')).sort((a, b) => a - b)).toEqual([-1, 1, 18])
  })
})
