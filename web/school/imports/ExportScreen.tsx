import { useSearchParams } from 'react-router'
import { exportRoster } from '#shared/school/people/act.calls.ts'
import { listGrades } from '#shared/school/classes/class.calls.ts'
import { GradeId } from '#shared/kit/ids.ts'
import type { SchoolId } from '#shared/kit/ids.ts'
import { useAsk } from '#web/kit/ask.ts'
import { FormScreen } from '#web/kit/screens/FormScreen.tsx'
import { InSchool, schoolSiblings } from '../parts/InSchool.tsx'
import { gradeOptions } from '../parts/options.ts'

const kinds = [
  { value: 'students', label: '学生名单' },
  { value: 'courses', label: '学生选课' },
  { value: 'teachers', label: '教师名单' },
  { value: 'classes', label: '班级名单' },
  { value: 'oneroster', label: '全校（OneRoster 1.2）' },
] as const

const Export = ({ schoolId, named }: { schoolId: SchoolId; named: string | undefined }) => {
  const [query] = useSearchParams()
  const grades = useAsk(listGrades, { schoolId }).data
  const gradeId = GradeId.safeParse(query.get('gradeId')).data
  return (
    <FormScreen
      title="导出"
      siblings={schoolSiblings('export', named)}
      call={exportRoster}
      fixed={{ schoolId }}
      start={{
        kind: kinds.find((k) => k.value === query.get('kind'))?.value ?? 'students',
        format: 'xlsx',
        ...(gradeId ? { gradeId } : {}),
      }}
      submit="导出"
      follow
      fields={[
        { name: 'kind', label: '内容', kind: 'select', options: kinds },
        {
          name: 'gradeId',
          label: '年级',
          kind: 'select',
          placeholder: '全校',
          options: gradeOptions(grades),
          when: (v) => v['kind'] === 'students' || v['kind'] === 'courses',
        },
        {
          name: 'format',
          label: '格式',
          kind: 'radio',
          options: [
            { value: 'xlsx', label: 'Excel（xlsx）' },
            { value: 'csv', label: 'CSV' },
          ],
          when: (v) => v['kind'] !== 'oneroster',
        },
      ]}
    />
  )
}

/** Files of a school's people; what is exported is on record. */
export const ExportScreen = () => (
  <InSchool title="导出" part="export">
    {(school) => <Export {...school} />}
  </InSchool>
)
