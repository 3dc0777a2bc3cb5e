import { graduateGrade, undoAct } from '#shared/school/people/act.calls.ts'
import { schoolDetail } from '#shared/school/school.calls.ts'
import { deleteGrade, listGrades } from '#shared/school/classes/class.calls.ts'
import type { SchoolId } from '#shared/kit/ids.ts'
import { stageNames } from '#shared/school/roster/school.rules.ts'
import { act, useAsk } from '#web/kit/ask.ts'
import { confirm, undoable } from '#web/kit/notices.ts'
import { StateMark } from '#web/kit/parts/StateMark.tsx'
import { ListScreen } from '#web/kit/screens/ListScreen.tsx'
import { CountingNote } from '../parts/CountingNote.tsx'
import { InSchool, schoolSiblings } from '../parts/InSchool.tsx'
import { inSchool } from '../school.paths.ts'

const Grades = ({ schoolId, named }: { schoolId: SchoolId; named: string | undefined }) => {
  const { data } = useAsk(schoolDetail, { schoolId })
  const facts = [
    { name: '学校', value: data?.schoolName ?? '—' },
    // By it an organiser of another area invites the school.
    { name: '学校代码', value: data?.schoolCode ?? '—' },
    { name: '区域', value: data?.areaName || '—' },
    { name: '学段', value: data ? stageNames[data.stage] : '—' },
    { name: '班级', value: data?.classCount ?? '—' },
    { name: '教师', value: data?.teacherCount ?? '—' },
    { name: '学生', value: data?.studentCount ?? '—' },
  ]
  return (
    <ListScreen
      title="年级"
      siblings={schoolSiblings('grades', named)}
      call={listGrades}
      input={{ schoolId, counts: true }}
      facts={() => facts}
      rowKey={(g) => g.gradeId}
      rowTo={(g) => inSchool('classes', { schoolId: named, gradeId: g.gradeId })}
      columns={[
        { key: 'gradeName', name: '年级', value: (g) => g.gradeName },
        { key: 'enrolmentYear', name: '入学年份', value: (g) => g.enrolmentYear, number: true, sortable: true },
        {
          key: 'state',
          name: '状态',
          value: (g) => (g.graduated ? '已毕业' : '在读'),
          cell: (g) => <StateMark text={g.graduated ? '已毕业' : '在读'} meaning={g.graduated ? 'out' : 'going'} />,
        },
        { key: 'classCount', name: '班级', unit: '个', value: (g) => g.classCount, number: true },
        { key: 'studentCount', name: '学生', unit: '人', value: (g) => g.studentCount, number: true },
      ]}
      actions={[{ name: '添加年级', to: inSchool('addGrade', { schoolId: named }), primary: true }]}
      rowActions={(g) => [
        { name: '学生', to: inSchool('students', { schoolId: named, gradeId: g.gradeId }) },
        { name: '导入学生', to: inSchool('importStudents', { schoolId: named, gradeId: g.gradeId }) },
        {
          name: '毕业',
          barred: g.graduated && '该年级已经毕业',
          run: async () => {
            const sure = await confirm({
              title: `${g.gradeName}毕业`,
              text: `${g.classCount}个班级、${g.studentCount}名学生将不再是在读学生，新建的考试不再包含他们。已有的考试和成绩不受影响，可以在操作记录中撤销。`,
              ok: `${g.studentCount}名学生毕业`,
            })
            if (!sure) return
            const { actId } = await act(graduateGrade, { gradeId: g.gradeId, version: g.version })
            undoable(`${g.gradeName}已毕业`, () => act(undoAct, { schoolId, actId }))
          },
        },
        {
          name: '删除',
          danger: true,
          barred: g.classCount > 0 && `该年级还有${g.classCount}个班级，请先删除班级`,
          run: async () => {
            await act(deleteGrade, { gradeId: g.gradeId })
            undoable(`已删除${g.gradeName}`, () => act(deleteGrade, { gradeId: g.gradeId, undo: true }))
          },
        },
      ]}
      empty={{
        title: '还没有年级',
        text: '按入学年份添加年级，名称会随学年自动更新。',
        action: { name: '添加年级', to: inSchool('addGrade', { schoolId: named }) },
      }}
    >
      <CountingNote schoolId={schoolId} />
    </ListScreen>
  )
}

/** The grades of a school: what they are called this year, and how many they are. */
export const GradesScreen = () => (
  <InSchool title="年级" part="grades">
    {(school) => <Grades {...school} />}
  </InSchool>
)
