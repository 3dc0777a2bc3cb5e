/**
 * How many students there are, and where they are found by name: kept by the table's stream, so that a school of a
 * hundred thousand opens by one page of rows and is filtered as one types. Up to `fewStudents` the rows themselves are
 * read and folded: that is exact at once.
 */
import { createHash } from 'node:crypto'
import * as z from 'zod'
import { ClassId, GradeId, SchoolId } from '#shared/kit/ids.ts'
import type { Student } from '#shared/school/roster/school.types.ts'
import { nameEnds } from '#shared/school/people/sound.rules.ts'
import { memo } from '#functions/kit/memo.ts'
import { projection } from '#functions/kit/projection.ts'
import type { NowOf } from '#functions/kit/projection.ts'
import { under } from '#functions/kit/kinds.ts'
import { rows } from '#functions/kit/table.ts'
import { countingOf } from './roster.counting.ts'
import { students } from '../roster/school.store.ts'

export const fewStudents = 5000
const table = 'TABLE_SCHOOL'
const shards = 4

/** Students of a school: unit is a digest of the number, `all` and `g:<grade>` in the main part, `c:<grade>:<class>` in the grade's. */
export const rosterCounts = projection({
  table,
  name: 'roster',
  hangsOn: (places) => under('school', ({ schoolId }) => places(schoolId)),
  shards,
  shardOf: (number) => [...number].reduce((n, c) => n + c.charCodeAt(0), 0) % shards,
  partOf: (key) => (key.startsWith('c:') ? `@${key.split(':')[1]}` : ''),
})

const isLive = (s: Student): boolean => s.deletedAt === undefined

/** A unit is no number: what is remembered of an erased student says nothing of him. */
export const unitOf = (schoolId: string, studentNumber: string): string =>
  createHash('sha256').update(`${schoolId}#${studentNumber}`).digest('base64url').slice(0, 22)

const countsNow =
  (schoolId: string, numbers: ReadonlyMap<string, string>): NowOf =>
  async (units) =>
    new Map(
      (await students.getMany(units.map((unit) => ({ schoolId, studentNumber: numbers.get(unit)! }))))
        .filter(isLive)
        .map((s) => [
          unitOf(schoolId, s.studentNumber),
          {
            stamp: `${s.studentId}.${s.version}`,
            counts: { all: 1, [`g:${s.gradeId}`]: 1, [`c:${s.gradeId}:${s.classId}`]: 1 },
          },
        ]),
    )

const Find = z.object({
  schema: z.literal(2),
  schoolId: SchoolId,
  studentNumber: z.string(),
  /** The name, or an end of it, and how that sounds. */
  text: z.string(),
  full: z.string(),
  initials: z.string(),
  gradeId: GradeId,
  classId: ClassId,
})
export type Find = z.infer<typeof Find>

/** Of the first kind there was one row a student, by the whole name. */
const upcast = (stored: Record<string, unknown>): Record<string, unknown> => {
  if (stored['schema'] !== 1) return stored
  const [full = '', initials = ''] = String(stored['pinyin']).split(' ')
  return { ...stored, schema: 2, text: stored['studentName'], full, initials }
}

/** A student's rows, one for each end of the name: found by the beginning of it, of its pinyin and of its initials. */
export const finds = rows({
  table,
  schema: Find,
  upcast,
  hangsOn: under('school', ({ schoolId }) => ({ pk: `find#${schoolId}` })),
  personal: 'room',
  key: (of: { schoolId: string; text: string; studentNumber: string }) => ({
    pk: `find#${of.schoolId}`,
    sk: `${of.text.toLowerCase()}#${of.studentNumber}`,
  }),
  index: ({ schoolId, full, initials, studentNumber }) =>
    full === ''
      ? {}
      : {
          gsi1pk: `find#${schoolId}`,
          gsi1sk: `${full}#${studentNumber}`,
          gsi2pk: `find#${schoolId}`,
          gsi2sk: `${initials}#${studentNumber}`,
        },
})

const Tail = z.object({
  schema: z.literal(1),
  schoolId: SchoolId,
  studentNumber: z.string(),
  gradeId: GradeId,
  classId: ClassId,
})
export type Tail = z.infer<typeof Tail>

/** Backwards, the end of a number is the beginning of a key. */
export const backwards = (digits: string): string => [...digits].reverse().join('')

/** One row a student, in no index: found by the number's last digits. */
export const tails = rows({
  table,
  schema: Tail,
  hangsOn: under('school', ({ schoolId }) => ({ pk: `tail#${schoolId}` })),
  personal: 'room',
  key: (of: { schoolId: string; studentNumber: string }) => ({
    pk: `tail#${of.schoolId}`,
    sk: backwards(of.studentNumber),
  }),
})

/** A row that changed: its number, and the names that it was or is found under. */
export type Changed = { schoolId: string; studentNumber: string; names: readonly string[] }

/** Brings counters and finding rows in line with what these students are now; answers how many counted otherwise. */
export const followStudents = async (changed: readonly Changed[]): Promise<number> => {
  let moved = 0
  for (const [schoolId, own] of Map.groupBy(changed, (c) => c.schoolId)) {
    const numbers = [...new Set(own.map((c) => c.studentNumber))]
    const units = new Map(numbers.map((number) => [unitOf(schoolId, number), number]))
    moved += await rosterCounts.take(schoolId, [...units.keys()], countsNow(schoolId, units))
    const truth = new Map(
      (await students.getMany(numbers.map((studentNumber) => ({ schoolId, studentNumber }))))
        .filter(isLive)
        .map((s) => [s.studentNumber, s]),
    )
    const wanted = [...truth.values()].flatMap(({ studentNumber, studentName, pinyin, gradeId, classId }) =>
      nameEnds(studentName, pinyin).map((end) => ({
        schema: 2 as const,
        schoolId: schoolId as SchoolId,
        studentNumber,
        ...end,
        gradeId,
        classId,
      })),
    )
    const keyOf = (of: { text: string; studentNumber: string }): string => finds.keyOf({ schoolId, ...of }).sk
    const kept = new Set(wanted.map(keyOf))
    for (const { studentNumber, names } of own)
      for (const { text } of names.flatMap((name) => nameEnds(name, '')))
        if (!kept.has(keyOf({ text, studentNumber }))) await finds.remove({ schoolId, text, studentNumber })
    for (const studentNumber of numbers) if (!truth.has(studentNumber)) await tails.remove({ schoolId, studentNumber })
    const ends = [...truth.values()].map(({ studentNumber, gradeId, classId }) => ({
      schema: 1 as const,
      schoolId: schoolId as SchoolId,
      studentNumber,
      gradeId,
      classId,
    }))
    const put = [...new Map(wanted.map((f) => [keyOf(f), f])).values()]
    // Four ways at once: a thousand students are some four thousand rows.
    const quarter = Math.ceil(put.length / 4)
    const quarters = [0, 1, 2, 3].map((i) => put.slice(i * quarter, (i + 1) * quarter))
    await Promise.all([...quarters.map((part) => finds.putMany(part)), tails.putMany(ends)])
  }
  return moved
}

/** The counters of a school whose every student was told of: null for one from before there were any. */
export const countsOf = async (schoolId: string): Promise<ReadonlyMap<string, number> | null> => {
  const [whole, counts] = await Promise.all([rosterCounts.wholeSince(schoolId), rosterCounts.read(schoolId)])
  return whole === null ? null : counts
}

/** Most schools are small, and asked of again and again: for a minute they are taken for it. */
const isLarge = memo(60, async (schoolId: string) => {
  const [counts, coming] = await Promise.all([countsOf(schoolId), countingOf(schoolId)])
  // While a large import runs the counters are behind, and its rows are too many to be read whole.
  return counts !== null && (counts.get('all') ?? 0) + coming > fewStudents
})

/** The counters, where the school is too large for its rows to be read whole. */
export const largeCounts = async (schoolId: string): Promise<ReadonlyMap<string, number> | null> =>
  (await isLarge(schoolId)) ? countsOf(schoolId) : null

/** Students by class of one grade. */
export const classCounts = async (schoolId: string, gradeId: string): Promise<Map<string, number>> =>
  new Map(
    [...(await rosterCounts.read(schoolId, { part: `@${gradeId}` }))].map(([key, n]) => [key.split(':')[2] ?? '', n]),
  )
