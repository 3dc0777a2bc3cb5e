import { useSearchParams } from 'react-router'
import { listCourses, updateCourse } from '#shared/school/classes/course.calls.ts'
import { knowledgeSubjects } from '#shared/school/roster/school.types.ts'
import type { SchoolId } from '#shared/kit/ids.ts'
import { useAsk } from '#web/kit/ask.ts'
import { Page } from '#web/kit/parts/Page.tsx'
import { Bars, EmptyState, ErrorState } from '#web/kit/parts/States.tsx'
import { FormScreen } from '#web/kit/screens/FormScreen.tsx'
import type { Field } from '#web/kit/screens/screen.types.ts'
import { InSchool } from '../parts/InSchool.tsx'
import { inSchool } from '../school.paths.ts'

type InOne = { schoolId: SchoolId; named: string | undefined }

const CourseForm = ({ schoolId, named, title, fields }: InOne & { title: string; fields: readonly Field[] }) => {
  const [query] = useSearchParams()
  const answer = useAsk(listCourses, { schoolId })
  const courses = answer.data
  const row = courses?.find((c) => c.courseId === query.get('courseId'))
  const list = inSchool('courses', { schoolId: named })
  if (!row)
    return (
      <Page title={title}>
        {courses ? (
          <EmptyState empty={{ title: '先选择一门课程', action: { name: '打开课程列表', to: list } }} />
        ) : answer.error ? (
          <ErrorState error={answer.error} />
        ) : (
          <Bars />
        )}
      </Page>
    )
  const { courseName, courseSort, knowledgeOf = '' } = row
  return (
    <FormScreen
      key={row.courseId}
      title={`${courseName}：${title}`}
      call={updateCourse}
      fixed={{ schoolId, courseId: row.courseId, version: row.version }}
      start={{ courseName, courseSort, knowledgeOf }}
      fields={fields}
      done={() => list}
    />
  )
}

/** Which subject's knowledge points a course goes by. */
export const CourseKnowledgeScreen = () => (
  <InSchool title="知识点" part="courses">
    {(school) => (
      <CourseForm
        {...school}
        title="知识点"
        fields={[
          {
            name: 'knowledgeOf',
            label: '对应学科',
            kind: 'select',
            options: knowledgeSubjects.map((s) => ({ value: s, label: s })),
            placeholder: '按课程名称',
            hint: '组卷和知识点分析将使用这个学科的知识点，题库建成后生效',
          },
        ]}
      />
    )}
  </InSchool>
)

/** A course's name and its place among the others. */
export const CourseSettingScreen = () => (
  <InSchool title="课程设置" part="courses">
    {(school) => (
      <CourseForm
        {...school}
        title="设置"
        fields={[
          { name: 'courseName', label: '课程名称', kind: 'text', required: true },
          { name: 'courseSort', label: '序号', kind: 'number', min: 1, max: 999, hint: '小的排在前面' },
        ]}
      />
    )}
  </InSchool>
)
