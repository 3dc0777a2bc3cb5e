/** How many students a school, its grades and its classes have: folded from rows, or read from the counters of many. */
import { classCounts, largeCounts } from './roster.counts.ts'
import { gradesOf, studentsOfGrade, studentsOfSchool } from '../roster/school.public.ts'

export type Tally = { all: number; grades: ReadonlyMap<string, number>; classes: ReadonlyMap<string, number> }

const countBy = <T>(rows: readonly T[], key: (row: T) => string): Map<string, number> => {
  const counts = new Map<string, number>()
  for (const row of rows) counts.set(key(row), (counts.get(key(row)) ?? 0) + 1)
  return counts
}

/** `within` is what is asked for: nothing but the whole, the grades, or the classes (of one grade). */
export const tallyOf = async (
  schoolId: string,
  within: 'all' | 'grades' | 'classes' = 'all',
  gradeId?: string,
): Promise<Tally> => {
  const large = await largeCounts(schoolId)
  if (!large) {
    const rows = gradeId ? await studentsOfGrade(gradeId) : await studentsOfSchool(schoolId)
    return { all: rows.length, grades: countBy(rows, (s) => s.gradeId), classes: countBy(rows, (s) => s.classId) }
  }
  const grades = new Map([...large].flatMap(([key, n]) => (key.startsWith('g:') ? [[key.slice(2), n] as const] : [])))
  const wanted =
    within !== 'classes' ? [] : gradeId ? [gradeId] : (await gradesOf(schoolId)).map((g) => g.gradeId as string)
  const parts = await Promise.all(wanted.map((id) => classCounts(schoolId, id)))
  return { all: large.get('all') ?? 0, grades, classes: new Map(parts.flatMap((p) => [...p])) }
}
