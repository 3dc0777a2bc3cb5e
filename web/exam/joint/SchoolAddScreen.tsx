import { useParams } from 'react-router'
import * as calls from '#shared/exam/joint/school.calls.ts'
import type { ExamId, SchoolId } from '#shared/kit/ids.ts'
import { listSchools } from '#shared/school/school.calls.ts'
import { act, useAsk } from '#web/kit/ask.ts'
import { confirm } from '#web/kit/notices.ts'
import { StateMark } from '#web/kit/parts/StateMark.tsx'
import { ListScreen } from '#web/kit/screens/ListScreen.tsx'
import type { Action } from '#web/kit/screens/screen.types.ts'
import { inSchool } from '#web/school/school.paths.ts'
import { ChooseExam } from '../parts/ChooseExam.tsx'
import { schoolAddPath, schoolsPath } from '../exam.paths.ts'

const adding = (examId: ExamId, schoolIds: SchoolId[], barred: string | false): Action => ({
  name: '加入联考',
  barred,
  job: async () => {
    const { lines } = await act(calls.addSchoolsPreview, { examId, schoolIds })
    const agreed = await confirm({ title: '增加学校', text: lines.join(''), ok: '加入联考' })
    return agreed ? act(calls.addSchools, { examId, schoolIds }) : undefined
  },
})

/** The schools of the area: those that sit the exam already, and those that may be let in. */
export const SchoolAddScreen = () => {
  const examId = useParams()['examId'] as ExamId
  const there = new Set<string>(useAsk(calls.jointSchools, { examId }).data?.map((s) => s.schoolId))
  const barOf = (ids: readonly string[]): string | false =>
    ids.some((id) => there.has(id))
      ? '已参加本场考试'
      : ids.length > calls.mostChangedAtOnce && `一次最多选${calls.mostChangedAtOnce}所`
  return (
    <ListScreen
      title="增加学校"
      call={listSchools}
      order="按学校的排序号"
      rowTo={(s) => inSchool('grades', { schoolId: s.schoolId })}
      rowKey={(s) => s.schoolId}
      filters={[{ field: 'name', label: '学校', mode: 'search', placeholder: '按校名查找' }]}
      columns={[
        { key: 'schoolName', name: '学校', value: (s) => s.schoolName },
        {
          key: 'there',
          name: '本场考试',
          value: (s) => (there.has(s.schoolId) ? '已参加' : ''),
          cell: (s) => (there.has(s.schoolId) ? <StateMark text="已参加" meaning="done" /> : '—'),
        },
      ]}
      rowActions={(s) => [adding(examId, [s.schoolId], barOf([s.schoolId]))]}
      bulkActions={(keys) => [adding(examId, keys as SchoolId[], barOf(keys))]}
      actions={[{ name: '参加学校', to: schoolsPath(examId) }]}
      empty={{ title: '区域里没有这样的学校' }}
    />
  )
}

/** The addresses without an exam. */
export const AddToWhichScreen = () => <ChooseExam title="增加学校" pathOf={schoolAddPath} />
export const DeleteFromWhichScreen = () => <ChooseExam title="移出学校" pathOf={schoolsPath} />
