import { useEffect } from 'react'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { listGrades } from '#shared/school/classes/class.calls.ts'
import { teachingTerms } from '#shared/school/classes/teachingClass.calls.ts'
import { termName } from '#shared/school/roster/school.rules.ts'
import { GradeId } from '#shared/kit/ids.ts'
import type { SchoolId } from '#shared/kit/ids.ts'
import { useAsk } from '#web/kit/ask.ts'
import type { Filter } from '#web/kit/screens/screen.types.ts'
import { Page } from '#web/kit/parts/Page.tsx'
import { Bars } from '#web/kit/parts/States.tsx'
import { NoticeScreen } from '#web/kit/screens/NoticeScreen.tsx'
import { inSchool } from '../school.paths.ts'
import { gradeOptions } from './options.ts'

/**
 * The grade and term of teaching classes that the address names. Without a grade the first that is at school comes into it,
 * since they are a grade's; without a term it is today's, which alone is changed.
 */
const useTeachingTerm = (schoolId: SchoolId) => {
  const [query, setQuery] = useSearchParams()
  const grades = useAsk(listGrades, { schoolId }).data
  const asked = GradeId.safeParse(query.get('gradeId')).data
  const current = grades?.filter((g) => !g.graduated)
  const gradeId = grades?.find((g) => g.gradeId === asked)?.gradeId
  const first = current?.[0]?.gradeId
  useEffect(() => {
    if (!grades || gradeId || !first) return
    const next = new URLSearchParams(query)
    next.set('gradeId', first)
    setQuery(next, { replace: true })
  })
  const terms = useAsk(teachingTerms, gradeId && { gradeId }).data
  const term = query.get('term') ?? undefined
  const past = terms !== undefined && term !== undefined && term !== terms.today && term !== terms.inForce
  const { today = '', inForce } = terms ?? {}
  const filters: Filter[] = [
    { field: 'gradeId', label: '年级', mode: 'dropdown', always: true, options: gradeOptions(current) },
    ...(terms && terms.terms.length > 1
      ? [
          {
            field: 'term',
            label: '学期',
            mode: 'dropdown' as const,
            options: terms.terms.map((t) => ({ value: t.term, label: t.name })),
          },
        ]
      : []),
  ]
  return {
    gradeId,
    gradeName: grades?.find((g) => g.gradeId === gradeId)?.gradeName ?? '',
    none: current?.length === 0,
    filters,
    barred: past && '以前学期的教学班只供查看',
    /** What is taught today was made in an earlier term. */
    note: inForce && inForce !== today && !past ? `沿用${termName(inForce)}的教学班，修改后只影响本学期。` : undefined,
  }
}

type InOne = { schoolId: SchoolId; named: string | undefined }
export type OfGrade = InOne & Omit<ReturnType<typeof useTeachingTerm>, 'gradeId' | 'none'> & { gradeId: GradeId }

/** What is shown of the teaching classes of a grade; of a school without one, the way to its grades. */
export const InGrade = ({
  title,
  children,
  ...school
}: InOne & { title: string; children: (of: OfGrade) => ReactNode }) => {
  const { gradeId, none, ...of } = useTeachingTerm(school.schoolId)
  if (gradeId) return children({ ...school, ...of, gradeId })
  if (none)
    return (
      <NoticeScreen
        title={title}
        empty={{
          title: '还没有在读的年级',
          text: '先按入学年份添加年级和学生，再安排教学班。',
          action: { name: '添加年级', to: inSchool('addGrade', { schoolId: school.named }) },
        }}
      />
    )
  return (
    <Page title={title}>
      <Bars />
    </Page>
  )
}
