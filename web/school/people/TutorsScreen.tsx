import { listGrades } from '#shared/school/classes/class.calls.ts'
import { listTeachers, teacherDetail } from '#shared/school/people/teacher.calls.ts'
import { changeTutees, listTutors } from '#shared/school/people/tutor.calls.ts'
import { TeacherId } from '#shared/kit/ids.ts'
import type { SchoolId } from '#shared/kit/ids.ts'
import { useAsk } from '#web/kit/ask.ts'
import { Page } from '#web/kit/parts/Page.tsx'
import { Bars, ErrorState } from '#web/kit/parts/States.tsx'
import { FormScreen } from '#web/kit/screens/FormScreen.tsx'
import { ListScreen } from '#web/kit/screens/ListScreen.tsx'
import { ById } from './ById.tsx'
import { InSchool } from '../parts/InSchool.tsx'
import { fewOf, gradeOptions } from '../parts/options.ts'
import { inSchool } from '../school.paths.ts'

type InOne = { schoolId: SchoolId; named: string | undefined }

const Tutors = ({ schoolId, named }: InOne) => {
  const grades = useAsk(listGrades, { schoolId }).data
  const add = { name: '安排导师', to: inSchool('addTutor', { schoolId: named }), primary: true }
  return (
    <ListScreen
      title="导师"
      call={listTutors}
      input={{ schoolId }}
      rowKey={(t) => t.teacherId}
      rowTo={(t) => inSchool('editTutor', { schoolId: named, teacherId: t.teacherId })}
      filters={[{ field: 'gradeId', label: '年级', mode: 'dropdown', options: gradeOptions(grades) }]}
      columns={[
        { key: 'teacherName', name: '导师', value: (t) => t.teacherName },
        { key: 'count', name: '学生', unit: '人', value: (t) => t.count, number: true },
        {
          key: 'tutees',
          name: '名单',
          value: (t) => t.tutees.map((s) => `${s.studentName}（${s.className}）`).join('、'),
          cell: (t) => fewOf(t.tutees.map((s) => `${s.studentName}（${s.className}）`)),
        },
      ]}
      actions={[{ name: '导师设置', to: inSchool('tutorSetting', { schoolId: named }) }, add]}
      empty={{ title: '还没有安排导师', text: '导师可以在学生名单中看到所指导的学生，不论在哪个班级。', action: add }}
    />
  )
}
/** Tutors and the students whom they guide. */
export const TutorsScreen = () => (
  <InSchool title="导师" part="teachers">
    {(school) => <Tutors {...school} />}
  </InSchool>
)

const words = (text: unknown): string[] =>
  String(text ?? '')
    .split(/[\s,，、;；]+/)
    .filter(Boolean)

const Tutees = ({ schoolId, named, teacherId }: InOne & { teacherId: TeacherId }) => {
  const row = useAsk(teacherDetail, { schoolId, teacherId })
  const tutors = useAsk(listTutors, { schoolId })
  if (!row.data || !tutors.data)
    return <Page title="安排导师">{row.error ? <ErrorState error={row.error} /> : <Bars />}</Page>
  const tutees = tutors.data.find((t) => t.teacherId === teacherId)?.tutees ?? []
  return (
    <FormScreen
      title={`${row.data.teacherName}指导的学生`}
      call={changeTutees}
      fixed={{ schoolId, teacherId, version: row.data.version }}
      fields={[
        {
          name: 'add',
          label: '添加学生的学号',
          kind: 'custom',
          wide: true,
          hint: '可以从表格中粘贴多个学号，用换行、空格或顿号分开',
          render: ({ value, onChange, id }) => (
            <textarea
              id={id}
              rows={4}
              style={{ width: '100%', font: 'inherit', boxSizing: 'border-box' }}
              defaultValue={((value as string[] | undefined) || []).join('\n')}
              onChange={(e) => onChange(words(e.target.value))}
            />
          ),
        },
        ...(tutees.length > 0
          ? [
              {
                name: 'remove',
                label: '不再指导',
                kind: 'multi' as const,
                wide: true,
                options: tutees.map((s) => ({
                  value: s.studentId as string,
                  label: `${s.studentName} ${s.studentNumber}`,
                })),
              },
            ]
          : []),
      ]}
      doneText="导师安排已保存"
      done={() => inSchool('tutors', { schoolId: named })}
    />
  )
}

const Choose = ({ schoolId, named }: InOne) => (
  <ListScreen
    title="选择导师"
    call={listTeachers}
    input={{ schoolId }}
    order="按姓名"
    rowKey={(t) => t.teacherId}
    rowTo={(t) => inSchool('editTutor', { schoolId: named, teacherId: t.teacherId })}
    filters={[{ field: 'name', label: '查找', mode: 'search', placeholder: '姓名、拼音、首字母或账号' }]}
    columns={[
      { key: 'teacherName', name: '姓名', value: (t) => t.teacherName },
      { key: 'accountName', name: '账号', value: (t) => t.accountName },
      { key: 'tutees', name: '指导学生', unit: '人', value: (t) => (t.tutees ?? []).length, number: true },
    ]}
    rowActions={(t) => [{ name: '安排学生', to: inSchool('editTutor', { schoolId: named, teacherId: t.teacherId }) }]}
    empty={{ title: '还没有教师', text: '请先添加教师。' }}
  />
)
export const ChooseTutorScreen = () => (
  <InSchool title="选择导师" part="teachers">
    {(school) => <Choose {...school} />}
  </InSchool>
)

export const TutorScreen = () => (
  <InSchool title="安排导师" part="teachers">
    {(school) => (
      <ById title="安排导师" param="teacherId" id={TeacherId} named={school.named} list="tutors">
        {(teacherId) => <Tutees key={teacherId} {...school} teacherId={teacherId} />}
      </ById>
    )}
  </InSchool>
)
