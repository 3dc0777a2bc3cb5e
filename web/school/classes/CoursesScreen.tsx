import { deleteCourse, listCourses } from '#shared/school/classes/course.calls.ts'
import type { SchoolId } from '#shared/kit/ids.ts'
import { act } from '#web/kit/ask.ts'
import { undoable } from '#web/kit/notices.ts'
import { ListScreen } from '#web/kit/screens/ListScreen.tsx'
import { InSchool, schoolSiblings } from '../parts/InSchool.tsx'
import { inSchool } from '../school.paths.ts'

const Courses = ({ schoolId, named }: { schoolId: SchoolId; named: string | undefined }) => {
  const add = { name: '添加课程', to: inSchool('addCourse', { schoolId: named }), primary: true }
  return (
    <ListScreen
      title="课程"
      siblings={schoolSiblings('courses', named)}
      call={listCourses}
      input={{ schoolId }}
      rowTo={(c) => inSchool('courseSetting', { schoolId: named, courseId: c.courseId })}
      rowKey={(c) => c.courseId}
      columns={[
        { key: 'courseName', name: '课程', value: (c) => c.courseName },
        { key: 'knowledgeOf', name: '知识点', value: (c) => c.knowledgeOf ?? '按课程名称' },
        { key: 'courseSort', name: '序号', value: (c) => c.courseSort, number: true, width: 64 },
      ]}
      rowActions={(c) => [
        { name: '任课教师', to: inSchool('teachers', { schoolId: named, courseId: c.courseId }) },
        { name: '设置', to: inSchool('courseSetting', { schoolId: named, courseId: c.courseId }) },
        { name: '知识点', to: inSchool('courseKnowledge', { schoolId: named, courseId: c.courseId }) },
        {
          name: '删除',
          danger: true,
          run: async () => {
            const { courseId } = c
            await act(deleteCourse, { schoolId, courseId })
            undoable(`已删除${c.courseName}`, () => act(deleteCourse, { schoolId, courseId, undo: true }))
          },
        },
      ]}
      actions={[add]}
      empty={{
        title: '还没有课程',
        text: '考试按课程组织，请先添加课程。',
        action: add,
      }}
    />
  )
}

/** The courses of a school. */
export const CoursesScreen = () => (
  <InSchool title="课程" part="courses">
    {(school) => <Courses {...school} />}
  </InSchool>
)
