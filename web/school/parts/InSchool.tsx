import type { ReactNode } from 'react'
import type { SchoolId } from '#shared/kit/ids.ts'
import { Page } from '#web/kit/parts/Page.tsx'
import { SiblingsAround } from '#web/kit/parts/Siblings.tsx'
import { Bars, EmptyState } from '#web/kit/parts/States.tsx'
import type { Siblings } from '#web/kit/screens/screen.types.ts'
import { inSchool, schoolPaths } from '../school.paths.ts'
import { rosterManagers } from '#shared/school/roster/scope.rules.ts'
import { useSchool, useUserType } from '../useSchool.ts'

/** What is shown of a school; without one, the way to the list of schools. */
export const InSchool = (props: {
  title: string
  /** The list that it is, or that it was opened from: beside it stand the others. */
  part: (typeof parts)[number][0]
  children: (school: { schoolId: SchoolId; named: string | undefined }) => ReactNode
}) => {
  const { schoolId, named } = useSchool()
  const userType = useUserType()
  // A head teacher who settles for the own class has none of the lists beside it.
  const keeps = userType === -1 || rosterManagers.includes(userType ?? 0)
  if (schoolId)
    return (
      <SiblingsAround value={keeps ? schoolSiblings(props.part, named) : undefined}>
        {props.children({ schoolId, named })}
      </SiblingsAround>
    )
  return (
    <Page title={props.title}>
      {schoolId === undefined ? (
        <Bars rows={8} height={20} />
      ) : (
        <EmptyState
          empty={{
            title: '先选择一所学校',
            text: '当前身份不属于某一所学校。',
            action: { name: '打开学校列表', to: schoolPaths.list },
          }}
        />
      )}
    </Page>
  )
}

const parts = [
  ['grades', '年级'],
  ['classes', '班级'],
  ['teachers', '教师'],
  ['students', '学生'],
  ['parents', '家长'],
  ['courses', '课程'],
  ['leaders', '领导与管理'],
  ['settings', '通用设置'],
  ['acts', '操作记录'],
  ['export', '导出'],
] as const

/** The parts of a school's roster beside each other. */
export const schoolSiblings = (here: (typeof parts)[number][0], named: string | undefined): Siblings => ({
  label: '学校数据',
  here,
  items: parts.map(([key, name]) => ({ key, name, to: inSchool(key, { schoolId: named }) })),
})
