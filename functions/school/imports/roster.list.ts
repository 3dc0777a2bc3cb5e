/** A page of students. A few thousand are read and sorted whole; of more, only as many rows as the page takes. */
import type { listStudents } from '#shared/school/people/student.calls.ts'
import { isAway } from '#shared/school/roster/school.rules.ts'
import { seesStudent } from '#shared/school/roster/scope.rules.ts'
import type { Scope } from '#shared/school/roster/scope.rules.ts'
import type { Grade, School, SchoolClass, Student } from '#shared/school/roster/school.types.ts'
import type { InputOf } from '#shared/kit/call.ts'
import { page, sorted } from '#shared/kit/paging.ts'
import type { Page } from '#shared/kit/paging.ts'
import { now } from '#functions/kit/ports.ts'
import type { QueryOptions } from '#functions/kit/table.query.ts'
import { matches } from '../people/findPeople.ts'
import { countingOf } from '../classes/roster.counting.ts'
import { backwards, classCounts, fewStudents, finds, largeCounts, tails } from '../classes/roster.counts.ts'
import type { Find, Tail } from '../classes/roster.counts.ts'
import { studentsOfGrade, studentsOfSchool } from '../roster/school.public.ts'
import { placeOf } from '../roster/scope.ts'
import { students } from '../roster/school.store.ts'

type Input = InputOf<typeof listStudents>

/** What the input asks of a row beside the place and the typed text. */
const wants =
  (input: Input, at: number) =>
  (s: Student): boolean =>
    s.deletedAt === undefined &&
    s.schoolId === input.schoolId &&
    (input.gradeId === undefined || s.gradeId === input.gradeId) &&
    (input.classId === undefined || s.classId === input.classId) &&
    (input.gender === undefined || s.gender === input.gender) &&
    (input.tag === undefined || (s.tags ?? []).includes(input.tag)) &&
    (input.away === undefined || isAway(s, at) === input.away)

const byNumber = (a: Student, b: Student): number =>
  a.studentNumber.localeCompare(b.studentNumber, 'en', { numeric: true })

/** Where a grade and a class stand in their lists: the lowest grade first, then the classes as they were made. */
type Ranks = { grades: ReadonlyMap<string, number>; classes: ReadonlyMap<string, number> }
export const inLists = (grades: readonly Grade[], classes: readonly SchoolClass[]): Ranks => {
  const years = new Map(grades.map((g) => [g.gradeId as string, -g.enrolmentYear]))
  const ordered = classes.toSorted(
    (a, b) => (years.get(a.gradeId) ?? 0) - (years.get(b.gradeId) ?? 0) || a.sort - b.sort,
  )
  return { grades: years, classes: new Map(ordered.map((c, i) => [c.classId, i])) }
}

const byName = (a: Student, b: Student): number => (a.pinyin < b.pinyin ? -1 : a.pinyin > b.pinyin ? 1 : 0)

const folded = async (school: School, scope: Scope, input: Input, ranks: Ranks): Promise<Page<Student>> => {
  const all = input.gradeId ? await studentsOfGrade(input.gradeId) : await studentsOfSchool(input.schoolId)
  const wanted = wants(input, now())
  const shown = all
    .filter(wanted)
    .filter((s) => scope.within === 'all' || seesStudent(scope, { ...placeOf(school, s), studentId: s.studentId }))
    .filter((s) => matches(input.name ?? '', { pinyin: s.pinyin, names: [s.studentName, s.studentNumber] }))
    .sort(byNumber)
  const rank = (of: ReadonlyMap<string, number>, id: string): number => of.get(id) ?? Infinity
  return page(
    sorted(shown, input.sort, {
      studentName: byName,
      studentNumber: byNumber,
      gradeName: (a, b) => rank(ranks.grades, a.gradeId) - rank(ranks.grades, b.gradeId) || 0,
      className: (a, b) => rank(ranks.classes, a.classId) - rank(ranks.classes, b.classId) || 0,
    }),
    input,
  )
}

/** At most so many rows are looked at for filters that have no index. */
const mostLooked = 20_000
/** At most so many that a typed text finds are counted. */
const mostFoundOf = 500

/** Rows in their order until `need` are wanted or there are no more. */
const gather = async <T>(
  need: number,
  read: (options: QueryOptions) => Promise<T[]>,
  keyOf: (row: T) => string,
  within: { from: string; to: string },
  wanted: (row: T) => boolean,
): Promise<T[]> => {
  const rowsFound: T[] = []
  let from = within.from
  for (let looked = 0; looked < mostLooked;) {
    const limit = Math.min(1000, Math.max(50, need - rowsFound.length))
    const part = await read({ from, to: within.to, limit })
    rowsFound.push(...part.filter(wanted))
    looked += part.length
    if (part.length < limit || rowsFound.length >= need) break
    // Behind the last one: nothing comes between a key and itself with a zero.
    from = `${keyOf(part.at(-1)!)}\u0000`
  }
  return rowsFound.slice(0, need)
}

const beginning = (text: string): { from: string; to: string } => ({ from: text, to: `${text}\uffff` })

/** The students whose name, pinyin or initials hold it; the index knows the class, the row the rest. */
const typedFinds = async (
  input: Pick<Input, 'schoolId' | 'gradeId' | 'classId'>,
  text: string,
  mostFound = mostFoundOf,
): Promise<Find[]> => {
  const partition = `find#${input.schoolId}`
  const inPlace = (f: Find): boolean =>
    (input.gradeId === undefined || f.gradeId === input.gradeId) &&
    (input.classId === undefined || f.classId === input.classId)
  const of = { limit: mostFound }
  const [full, initials] = /^[a-z]+$/.test(text)
    ? await Promise.all([
        gather(
          mostFound,
          (o) => finds.queryIndex('gsi1', partition, o),
          (f) => `${f.full}#${f.studentNumber}`,
          beginning(text),
          inPlace,
        ),
        gather(
          mostFound,
          (o) => finds.queryIndex('gsi2', partition, o),
          (f) => `${f.initials}#${f.studentNumber}`,
          beginning(text),
          inPlace,
        ),
      ])
    : [
        await gather(
          of.limit,
          (o) => finds.query(partition, o),
          (f) => `${f.text.toLowerCase()}#${f.studentNumber}`,
          beginning(text),
          inPlace,
        ),
        [],
      ]
  const once = new Map([...full, ...initials].map((f) => [f.studentNumber, f]))
  return [...once.values()].sort((a, b) => (a.studentNumber < b.studentNumber ? -1 : 1))
}

const numberOf = (s: Student): string => s.studentNumber

/** Fewer digits end too many numbers. */
const fewestTail = 3
/**
 * The students whose number begins or ends so. Null where more begin with it than are counted: then it is a beginning
 * that is being typed, and the list is read in its order.
 */
const digitFinds = async (input: Input, text: string, wanted: (s: Student) => boolean): Promise<Student[] | null> => {
  const { schoolId, gradeId, classId } = input
  if (text.length < fewestTail) return null
  const inPlace = (t: Tail): boolean =>
    (gradeId === undefined || t.gradeId === gradeId) && (classId === undefined || t.classId === classId)
  const [begins, ends] = await Promise.all([
    gather(mostFoundOf + 1, (o) => students.query(`students#${schoolId}`, o), numberOf, beginning(text), wanted),
    gather(
      mostFoundOf,
      (o) => tails.query(`tail#${schoolId}`, o),
      (t) => backwards(t.studentNumber),
      beginning(backwards(text)),
      inPlace,
    ),
  ])
  if (begins.length > mostFoundOf) return null
  const known = new Set(begins.map(numberOf))
  const more = ends.filter((t) => !known.has(t.studentNumber))
  const rows = await students.getMany(more.map(({ studentNumber }) => ({ schoolId, studentNumber })))
  return [...begins, ...rows.filter(wanted)].sort(byNumber)
}
const inGrade = (s: Student): string => `${s.classId}#${s.studentNumber}`

const paged = async (input: Input, counts: ReadonlyMap<string, number>): Promise<Page<Student>> => {
  const { schoolId, gradeId, classId, pageNumber, pageSize } = input
  const wanted = wants(input, now())
  const text = (input.name ?? '').normalize('NFKC').trim().toLowerCase()
  if (text !== '' && !/^\d+$/.test(text)) {
    const found = await typedFinds(input, text)
    const narrow = input.gender !== undefined || input.tag !== undefined || input.away !== undefined
    const keys = (list: readonly Find[]) =>
      students.getMany(list.map(({ studentNumber }) => ({ schoolId, studentNumber })))
    if (narrow) return page((await keys(found)).filter(wanted).sort(byNumber), input)
    const shown = page(found, input)
    return { ...shown, list: (await keys(shown.list)).filter(wanted).sort(byNumber) }
  }
  const digits = text === '' ? null : await digitFinds(input, text, wanted)
  if (digits) return page(digits, input)
  const plain = input.gender === undefined && input.tag === undefined && input.away === undefined && text === ''
  const counted = !plain
    ? undefined
    : classId && gradeId
      ? ((await classCounts(schoolId, gradeId)).get(classId) ?? 0)
      : classId
        ? undefined
        : (counts.get(gradeId ? `g:${gradeId}` : 'all') ?? 0)
  const last = counted === undefined ? pageNumber : Math.max(1, Math.ceil(counted / pageSize))
  const at = Math.min(pageNumber, last)
  // One more than the page takes says whether there is another.
  const need = at * pageSize + (counted === undefined ? 1 : 0)
  const ofGrade = gradeId !== undefined && text === ''
  const found = ofGrade
    ? await gather(
        need,
        (o) => students.queryIndex('gsi2', `grade#${gradeId}`, o),
        inGrade,
        beginning(classId ? `${classId}#` : ''),
        wanted,
      )
    : await gather(need, (o) => students.query(`students#${schoolId}`, o), numberOf, beginning(text), wanted)
  return { list: found.slice((at - 1) * pageSize, at * pageSize), total: counted ?? found.length, pageNumber: at }
}

/**
 * The students of a school as a caller of this scope sees them. A teacher's own classes are few in a school of any
 * size.
 */
export const studentPage = async (
  school: School,
  scope: Scope,
  input: Input,
  ranks: Ranks,
): Promise<Page<Student> & { fixed?: boolean }> => {
  const counts = scope.within === 'all' ? await largeCounts(school.schoolId) : null
  if (!counts) return folded(school, scope, input, ranks)
  // A grade of no more than a small school has is read whole, unless rows are coming that are not counted yet.
  const few =
    input.gradeId !== undefined &&
    (counts.get(`g:${input.gradeId}`) ?? 0) <= fewStudents &&
    (await countingOf(school.schoolId)) === 0
  if (few && input.sort !== undefined) return folded(school, scope, input, ranks)
  return { ...(await paged(input, counts)), ...(few ? {} : { fixed: true }) }
}

/** Students whom a typed name, pinyin or number finds, the first ones: by the index of a large school, however many it has. */
export const studentsTyped = async (schoolId: Input['schoolId'], name: string, most: number): Promise<Student[]> => {
  const input = { schoolId, name, pageNumber: 1, pageSize: most }
  const counts = await largeCounts(schoolId)
  if (counts) return (await paged(input, counts)).list
  return (await studentsOfSchool(schoolId))
    .filter((s) => matches(name, { pinyin: s.pinyin, names: [s.studentName, s.studentNumber] }))
    .slice(0, most)
}

/**
 * The first students whose number begins so, or whose name, pinyin or initials do: by the number's key and by the index of
 * names alone, so that a keystroke costs a few rows, however many the school has.
 */
export const studentsBeginning = async (
  schoolId: Input['schoolId'],
  typed: string,
  most: number,
  wanted: (s: Student) => boolean,
): Promise<Student[]> => {
  const text = typed.normalize('NFKC').trim().toLowerCase()
  const fits = (s: Student): boolean => s.deletedAt === undefined && s.schoolId === schoolId && wanted(s)
  if (/^\d+$/.test(text))
    return gather(most, (o) => students.query(`students#${schoolId}`, o), numberOf, beginning(text), fits)
  const found = await typedFinds({ schoolId }, text, 50)
  const rows = await students.getMany(found.map(({ studentNumber }) => ({ schoolId, studentNumber })))
  return rows.filter(fits).sort(byNumber).slice(0, most)
}
