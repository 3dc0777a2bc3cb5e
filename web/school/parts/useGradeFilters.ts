import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { listClasses, listGrades } from '#shared/school/classes/class.calls.ts'
import { GradeId } from '#shared/kit/ids.ts'
import type { SchoolId } from '#shared/kit/ids.ts'
import { useAsk } from '#web/kit/ask.ts'
import type { Filter } from '#web/kit/screens/screen.types.ts'
import { gradeOptions } from './options.ts'

/**
 * The filters 年级 and, within one, 班级. What the address names and the school has not (a class of the grade before, a
 * link cut short) goes from the address: it would filter everything away without being seen.
 */
export const useGradeFilters = (schoolId: SchoolId): { gradeId: GradeId | undefined; filters: Filter[] } => {
  const [query, setQuery] = useSearchParams()
  const [asked, classId] = [query.get('gradeId'), query.get('classId')]
  const gradeId = GradeId.safeParse(asked).data
  const grades = useAsk(listGrades, { schoolId })
  const classes = useAsk(listClasses, gradeId && { schoolId, gradeId })
  const own = gradeId && !classes.isPlaceholderData ? classes.data : undefined
  const noGrade = Boolean(asked) && (!gradeId || (grades.data?.every((g) => g.gradeId !== gradeId) ?? false))
  const noClass = Boolean(classId) && (!gradeId || (own?.every((c) => c.classId !== classId) ?? false))
  useEffect(() => {
    if (!noGrade && !noClass) return
    const next = new URLSearchParams(query)
    if (noGrade) next.delete('gradeId')
    next.delete('classId')
    setQuery(next, { replace: true })
  })
  const options = own?.map((c) => ({ value: c.classId, label: c.className }))
  return {
    gradeId,
    filters: [
      { field: 'gradeId', label: '年级', mode: 'dropdown', options: gradeOptions(grades.data) },
      ...(options ? [{ field: 'classId', label: '班级', mode: 'dropdown' as const, options }] : []),
    ],
  }
}
