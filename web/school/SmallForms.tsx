import { useParams, useSearchParams } from 'react-router'
import { schoolDetail } from '#shared/school/school.calls.ts'
import { createClass, createGrade, listClasses, listGrades, updateClass } from '#shared/school/classes/class.calls.ts'
import { createCourse } from '#shared/school/classes/course.calls.ts'
import type { SchoolId } from '#shared/kit/ids.ts'
import { stageNames } from '#shared/school/roster/school.rules.ts'
import { schoolYear } from '#shared/kit/time.ts'
import { useAsk } from '#web/kit/ask.ts'
import { Page } from '#web/kit/parts/Page.tsx'
import { Bars, EmptyState, ErrorState } from '#web/kit/parts/States.tsx'
import { serverNow } from '#web/kit/ports.ts'
import { FormScreen } from '#web/kit/screens/FormScreen.tsx'
import { NoticeScreen } from '#web/kit/screens/NoticeScreen.tsx'
import { InSchool } from './parts/InSchool.tsx'
import { gradeOptions } from './parts/options.ts'
import { inSchool } from './school.paths.ts'

type InOne = { schoolId: SchoolId; named: string | undefined }

const AddGrade = ({ schoolId, named }: InOne) => {
  const asked = useAsk(schoolDetail, { schoolId })
  const school = asked.data
  if (!school) return <Page title="添加年级">{asked.error ? <ErrorState error={asked.error} /> : <Bars />}</Page>
  const stages = school.schoolStageList.map((s) => Number(s))
  return (
    <FormScreen
      title="添加年级"
      call={createGrade}
      fixed={{ schoolId }}
      start={{ stage: school.stage, enrolmentYear: schoolYear(serverNow(), school.turnMonth) }}
      fields={[
        {
          name: 'stage',
          label: '学段',
          kind: 'radio',
          wide: true,
          number: true,
          required: true,
          options: stages.map((s) => ({ value: String(s), label: stageNames[s] ?? '' })),
        },
        {
          name: 'enrolmentYear',
          label: '入学年份',
          kind: 'number',
          required: true,
          hint: `年级名称每年${school.turnMonth}月1日自动升级`,
        },
      ]}
      doneText="年级已添加"
      done={() => inSchool('grades', { schoolId: named })}
    />
  )
}
export const AddGradeScreen = () => (
  <InSchool title="添加年级" part="grades">
    {(s) => <AddGrade {...s} />}
  </InSchool>
)

const AddClass = ({ schoolId, named }: InOne) => {
  const asked = useAsk(listGrades, { schoolId })
  const [query] = useSearchParams()
  const grades = asked.data
  if (!grades) return <Page title="添加班级">{asked.error ? <ErrorState error={asked.error} /> : <Bars />}</Page>
  const current = grades.filter((g) => !g.graduated)
  if (current.length === 0)
    return (
      <NoticeScreen
        title="添加班级"
        empty={{
          title: '还没有在读的年级',
          text: '先按入学年份添加年级，再添加班级。',
          action: { name: '添加年级', to: inSchool('addGrade', { schoolId: named }) },
        }}
      />
    )
  return (
    <FormScreen
      title="添加班级"
      call={createClass}
      start={{ gradeId: (current.find((g) => g.gradeId === query.get('gradeId')) ?? current[0]!).gradeId }}
      fields={[
        { name: 'gradeId', label: '年级', kind: 'select', required: true, options: gradeOptions(current) },
        { name: 'className', label: '班级名称', kind: 'text', required: true, placeholder: '如 1班' },
      ]}
      doneText="班级已添加"
      done={() => inSchool('classes', { schoolId: named })}
    />
  )
}
export const AddClassScreen = () => (
  <InSchool title="添加班级" part="classes">
    {(s) => <AddClass {...s} />}
  </InSchool>
)

const EditClass = ({ schoolId, named }: InOne) => {
  const { classId } = useParams()
  const asked = useAsk(listClasses, { schoolId })
  const row = asked.data?.find((c) => c.classId === classId)
  const list = { name: '打开班级列表', to: inSchool('classes', { schoolId: named }) }
  if (!row)
    return (
      <Page title="修改班级">
        {asked.error ? (
          <ErrorState error={asked.error} />
        ) : asked.data ? (
          <EmptyState empty={{ title: '班级不存在或已删除', action: list }} />
        ) : (
          <Bars />
        )}
      </Page>
    )
  return (
    <FormScreen
      key={row.classId}
      title={`修改班级 ${row.className}`}
      call={updateClass}
      start={{ className: row.className }}
      fixed={{ classId: row.classId, version: row.version }}
      fields={[{ name: 'className', label: '班级名称', kind: 'text', required: true }]}
      done={() => inSchool('classes', { schoolId: named })}
    />
  )
}
export const EditClassScreen = () => (
  <InSchool title="修改班级" part="classes">
    {(s) => <EditClass {...s} />}
  </InSchool>
)

export const AddCourseScreen = () => (
  <InSchool title="添加课程" part="courses">
    {({ schoolId, named }) => (
      <FormScreen
        title="添加课程"
        call={createCourse}
        fixed={{ schoolId }}
        fields={[{ name: 'courseName', label: '课程名称', kind: 'text', required: true, placeholder: '如 信息技术' }]}
        doneText="课程已添加"
        done={() => inSchool('courses', { schoolId: named })}
      />
    )}
  </InSchool>
)
