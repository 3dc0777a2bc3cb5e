import { useParams } from 'react-router'
import { chooseElectives, electiveCourses } from '#shared/exam/joint/elective.calls.ts'
import type { ExamId } from '#shared/kit/ids.ts'
import { act } from '#web/kit/ask.ts'
import type { OutputOf } from '#web/kit/ask.ts'
import { ListScreen } from '#web/kit/screens/ListScreen.tsx'
import type { Action } from '#web/kit/screens/screen.types.ts'
import { ChooseExam } from '../parts/ChooseExam.tsx'
import { optionalCoursePath, paperPath, schoolsPath } from '../exam.paths.ts'

type Course = OutputOf<typeof electiveCourses>[number]

const said = ({ elective }: Course): string => (elective === undefined ? '按各校设置' : elective ? '选考' : '必考')

const choosing = (examId: ExamId, c: Course, elective: boolean): Action => {
  const name = elective ? '设为选考' : '设为必考'
  return {
    name,
    barred: c.fixed ?? (c.elective === elective && '已是这样'),
    job: async () => {
      const { paperId, version } = c
      return act(chooseElectives, { examId, paperIds: [paperId], elective, version }, { hideMessage: true })
    },
  }
}

/** The courses of a joint exam: which all candidates sit, and which those who have chosen them. */
export const OptionalCourseScreen = () => {
  const { examId } = useParams() as { examId: ExamId }
  return (
    <ListScreen
      title="选考科目"
      call={electiveCourses}
      input={{ examId }}
      rowKey={(c) => c.paperId}
      rowTo={(c) => paperPath(examId, c.paperId)}
      columns={[
        { key: 'courseName', name: '科目', value: (c) => c.courseName, width: 120 },
        { key: 'elective', name: '参加方式', value: said, width: 120 },
        { key: 'schools', name: '学校', unit: '所', number: true, value: (c) => c.schools },
        { key: 'takers', name: '考生', unit: '人', number: true, value: (c) => c.takers },
      ]}
      rowActions={(c) => [choosing(examId, c, true), choosing(examId, c, false)]}
      actions={[{ name: '参加学校', to: schoolsPath(examId) }]}
      exportName="选考科目"
      empty={{ title: '这场考试没有科目' }}
    />
  )
}

/** The address without an exam. */
export const OptionalCourseDoorScreen = () => <ChooseExam title="选考科目" pathOf={optionalCoursePath} />
