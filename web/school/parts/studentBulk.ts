/** What is done to chosen students, as data for `FormDialog`. */
import { setLeave, tagStudents, undoAct, chooseCourses } from '#shared/school/people/act.calls.ts'
import { moveStudents } from '#shared/school/people/student.calls.ts'
import type { ClassRow } from '#shared/school/classes/class.calls.ts'
import { leaveKinds } from '#shared/school/roster/school.types.ts'
import type { Course, Leave } from '#shared/school/roster/school.types.ts'
import type { ClassId, CourseId, SchoolId, StudentId } from '#shared/kit/ids.ts'
import { act } from '#web/kit/ask.ts'
import { toast, undoable } from '#web/kit/notices.ts'
import type { DialogForm, Wrong } from '#web/kit/parts/FormDialog.tsx'
import { attendingClasses, classOptions } from './options.ts'

export const moving = (schoolId: SchoolId, studentIds: StudentId[], classes: readonly ClassRow[]): DialogForm => ({
  title: `${studentIds.length}名学生调班`,
  submit: '调班',
  fields: [
    {
      name: 'classId',
      label: '调到班级',
      kind: 'select',
      required: true,
      placeholder: '请选择班级',
      options: classOptions(attendingClasses(classes)),
      hint: '已创建的考试不受影响，仍按当时的班级',
    },
  ],
  check: (sent): Wrong => (sent['classId'] ? {} : { classId: '请选择班级' }),
  run: async (sent) => {
    const { moved, actId } = await act(
      moveStudents,
      { studentIds, classId: sent['classId'] as ClassId },
      { hideMessage: true },
    )
    if (!actId) return toast('info', '所选学生已在该班级')
    undoable(`已调班${moved}名学生`, () => act(undoAct, { schoolId, actId }))
  },
})

export const leaving = (studentIds: StudentId[]): DialogForm => ({
  title: `${studentIds.length}名学生的在校状态`,
  submit: '保存',
  fields: [
    {
      name: 'kind',
      label: '状态',
      kind: 'radio',
      wide: true,
      required: true,
      options: [{ value: '在校', label: '在校' }, ...leaveKinds.map((k) => ({ value: k, label: k }))],
      hint: '不在校期间新建的考试不包含这些学生',
    },
    { name: 'from', label: '开始日期', kind: 'date', when: (v) => v['kind'] !== '在校' },
    { name: 'until', label: '返校日期', kind: 'date', when: (v) => v['kind'] !== '在校', hint: '不填则直到另行修改' },
    { name: 'reason', label: '原因', kind: 'text', maxLength: 100, when: (v) => v['kind'] !== '在校' },
  ],
  check: (sent): Wrong =>
    !sent['kind']
      ? { kind: '请选择状态' }
      : sent['kind'] !== '在校' && typeof sent['from'] !== 'number'
        ? { from: '请选择开始日期' }
        : {},
  run: async ({ kind, from, until, reason }) => {
    const leave = kind === '在校' ? undefined : ({ kind, from, until, reason } as Leave)
    await act(setLeave, { studentIds, ...(leave ? { leave } : {}) }, { hideMessage: true })
    toast('success', `已更新${studentIds.length}名学生的在校状态`)
  },
})

const words = (text: unknown): string[] =>
  String(text ?? '')
    .split(/[\s,，、;；]+/)
    .filter(Boolean)

export const tagging = (studentIds: StudentId[]): DialogForm => ({
  title: `${studentIds.length}名学生的标签`,
  submit: '保存',
  fields: [
    { name: 'add', label: '添加标签', kind: 'text', placeholder: '如 住校、艺术生', hint: '用顿号或空格分开' },
    { name: 'remove', label: '移除标签', kind: 'text' },
  ],
  check: (sent) => {
    if (words(sent['add']).length + words(sent['remove']).length === 0) return { add: '请填写标签' }
    const long = ['add', 'remove'].filter((field) => words(sent[field]).some((w) => w.length > 12))
    return Object.fromEntries(long.map((field) => [field, '标签不能超过12个字']))
  },
  run: async (sent) => {
    const [add, remove] = [words(sent['add']), words(sent['remove'])]
    const { undo } = await act(tagStudents, { studentIds, add, remove }, { hideMessage: true })
    const back = async (): Promise<void> => {
      for (const of of undo) await act(tagStudents, of)
    }
    if (undo.length === 0) toast('info', '标签没有变化')
    else undoable(`已更新${studentIds.length}名学生的标签`, back)
  },
})

export const choosing = (
  studentIds: StudentId[],
  courses: readonly Pick<Course, 'courseId' | 'courseName'>[],
): DialogForm => ({
  title: `${studentIds.length}名学生选课`,
  submit: '保存',
  fields: [
    {
      name: 'courseIds',
      label: '所选课程',
      kind: 'multi',
      options: courses.map((c) => ({ value: c.courseId, label: c.courseName })),
      hint: '替换这些学生原来的选课；都不选则清空',
    },
  ],
  run: async (sent) => {
    await act(
      chooseCourses,
      { studentIds, courseIds: (sent['courseIds'] as CourseId[] | undefined) ?? [] },
      { hideMessage: true },
    )
    toast('success', `已保存${studentIds.length}名学生的选课`)
  },
})
