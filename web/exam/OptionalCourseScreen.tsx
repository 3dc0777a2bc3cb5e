import { useParams } from 'react-router'
import { unionCourses } from '#shared/exam/trace.calls.ts'
import type { ExamId } from '#shared/kit/ids.ts'
import { ListScreen } from '#web/kit/screens/ListScreen.tsx'
import { ChooseExam } from './parts/ChooseExam.tsx'
import { optionalCoursePath, paperPath, schoolsPath } from './exam.paths.ts'

/** The courses of a joint exam: which all candidates sit, and which some have chosen. */
export const OptionalCourseScreen = () => {
  const { examId } = useParams() as { examId: ExamId }
  return (
    <ListScreen
      title="选考科目"
      call={unionCourses}
      input={{ examId }}
      rowKey={(c) => c.paperId}
      rowTo={(c) => paperPath(examId, c.paperId)}
      columns={[
        { key: 'courseName', name: '科目', value: (c) => c.courseName, width: 120 },
        { key: 'schools', name: '学校', unit: '所', number: true, value: (c) => c.schools },
        { key: 'takers', name: '考生', unit: '人', number: true, value: (c) => c.takers },
      ]}
      actions={[{ name: '参加学校', to: schoolsPath(examId) }]}
      exportName="选考科目"
      empty={{ title: '这场考试没有科目' }}
    />
  )
}

/** The address without an exam. */
export const OptionalCourseDoorScreen = () => <ChooseExam title="选考科目" pathOf={optionalCoursePath} />
