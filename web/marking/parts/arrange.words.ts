/** What an arrangement means to who makes it: who marks by default, how much each has to mark, what is chosen for all. */
import type { Arrangement } from '#shared/marking/marking.types.ts'

const mostNamed = 4

/** People by name, and how many they are where not all are named. */
const namesOf = (people: readonly { teacherName: string }[]): string => {
  const named = people
    .slice(0, mostNamed)
    .map((p) => p.teacherName)
    .join('、')
  return people.length > mostNamed ? `${named}等${people.length}人` : named
}

/** Of a joint exam each with the school, since teachers of several schools have one name. */
export const withSchools = <T extends { teacherName: string; schoolName?: string | undefined }>(
  teachers: readonly T[],
): T[] => teachers.map((t) => (t.schoolName ? { ...t, teacherName: `${t.teacherName}（${t.schoolName}）` } : t))

/** Who marks a question for which no one was chosen: of a joint exam those whom their schools declared, once approved. */
export const byDefaultText = (teachers: readonly { teacherName: string }[], joint: boolean): string => {
  if (teachers.length > 0) return `${joint ? '各校申报并通过的教师' : '本课程全部教师'}（${namesOf(teachers)}）`
  return joint ? '各校还没有申报并通过的教师' : '本课程还没有任课教师'
}

/** Who marks where no marker is named, as answers are handed out. */
export const unnamedText = ({ classRule, ownSchools }: Pick<Arrangement, 'classRule' | 'ownSchools'>): string =>
  ownSchools
    ? '各校申报并通过的教师一起评本校的答卷'
    : classRule === 'own'
      ? '每个班的答卷由教这个班的教师评'
      : '本课程全部教师一起评每道题'

/** How many answers of a question each of its markers has before them, about. */
export const loadText = (answers: number, markings: number, people: number): string =>
  answers === 0 || people === 0 ? '' : `每人约 ${Math.ceil((answers * markings) / people)} 份`

/** Those who are chosen for every question alike; none where they differ. */
export const chosenForAll = (all: readonly (readonly string[])[]): string[] => {
  const [first = [], ...rest] = all
  const same = rest.every((own) => own.length === first.length && first.every((id) => own.includes(id)))
  return same ? [...first] : []
}
