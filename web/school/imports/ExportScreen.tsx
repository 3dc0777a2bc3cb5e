import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { exportRoster } from '#shared/school/people/act.calls.ts'
import { listGrades } from '#shared/school/classes/class.calls.ts'
import { GradeId } from '#shared/kit/ids.ts'
import type { SchoolId } from '#shared/kit/ids.ts'
import { act, useAsk } from '#web/kit/ask.ts'
import { FieldGroup } from '#web/kit/parts/FieldGroup.tsx'
import { Page } from '#web/kit/parts/Page.tsx'
import type { Values } from '#web/kit/screens/screen.types.ts'
import { InSchool, schoolSiblings } from '../parts/InSchool.tsx'
import { gradeOptions } from '../parts/options.ts'

const kinds = [
  { value: 'students', label: '学生名单' },
  { value: 'courses', label: '学生选课' },
  { value: 'teachers', label: '教师名单' },
  { value: 'classes', label: '班级名单' },
  { value: 'oneroster', label: '全校（OneRoster 1.2）' },
] as const
const ofStudents = (kind: unknown): boolean => kind === 'students' || kind === 'courses'

const Export = ({ schoolId, named }: { schoolId: SchoolId; named: string | undefined }) => {
  const [query] = useSearchParams()
  const grades = useAsk(listGrades, { schoolId }).data
  const [values, setValues] = useState<Values>({
    kind: kinds.find((k) => k.value === query.get('kind'))?.value ?? 'students',
    format: 'xlsx',
    gradeId: GradeId.safeParse(query.get('gradeId')).data ?? '',
  })
  const { kind, format, gradeId } = values
  const start = () =>
    act(exportRoster, {
      schoolId,
      kind: kind as (typeof kinds)[number]['value'],
      format: kind === 'oneroster' ? 'csv' : (format as 'xlsx' | 'csv'),
      ...(ofStudents(kind) && gradeId ? { gradeId: gradeId as GradeId } : {}),
    })
  return (
    <Page
      title="导出"
      siblings={schoolSiblings('export', named)}
      width="narrow"
      actions={[{ name: '导出', primary: true, barred: !kind && '请先选择要导出的内容', job: start }]}
    >
      <FieldGroup
        values={values}
        onChange={(patch) => setValues((v) => ({ ...v, ...patch }))}
        fields={[
          { name: 'kind', label: '内容', kind: 'select', options: kinds },
          {
            name: 'gradeId',
            label: '年级',
            kind: 'select',
            placeholder: '全校',
            options: gradeOptions(grades),
            when: (v) => ofStudents(v['kind']),
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
    </Page>
  )
}

/** Files of a school's people; what is exported is on record. */
export const ExportScreen = () => <InSchool title="导出">{(school) => <Export {...school} />}</InSchool>
