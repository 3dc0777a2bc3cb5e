import type { ClassRow, GradeRow } from '#shared/school/classes/class.calls.ts'
import type { Option } from '#web/kit/screens/screen.types.ts'

/** Grades as options: those at school first. */
export const gradeOptions = (grades: readonly GradeRow[] | undefined): Option[] =>
  (grades ?? []).map((g) => ({ value: g.gradeId, label: g.graduated ? `${g.gradeName}（已毕业）` : g.gradeName }))

/** Classes that students may still come to, and the one where they are. */
export const attendingClasses = (classes: readonly ClassRow[] | undefined, own?: string): ClassRow[] =>
  (classes ?? []).filter((c) => !c.graduated || c.classId === own)

export const classOptions = (classes: readonly ClassRow[] | undefined): Option[] =>
  (classes ?? []).map((c) => ({
    value: c.classId,
    label: c.className.startsWith(c.gradeName) ? c.className : `${c.gradeName} ${c.className}`,
  }))

/** The first of many, for a cell that must stay one line; an export has them all. */
export const fewOf = (names: readonly string[], most = 3): string =>
  names.length === 0
    ? '—'
    : names.length <= most
      ? names.join('、')
      : `${names.slice(0, most).join('、')} 等${names.length}个`
