import { useState } from 'react'
import { listTeachingClasses, listTeachingStudents, placeStudents } from '#shared/school/classes/teachingClass.calls.ts'
import type { TeachingClassRow } from '#shared/school/classes/teachingClass.calls.ts'
import type { ClassId, CourseId, GradeId, StudentId } from '#shared/kit/ids.ts'
import { act, useAsk } from '#web/kit/ask.ts'
import { toast, undoable } from '#web/kit/notices.ts'
import { FormDialog } from '#web/kit/parts/FormDialog.tsx'
import type { DialogForm, Wrong } from '#web/kit/parts/FormDialog.tsx'
import { ListScreen } from '#web/kit/screens/ListScreen.tsx'
import { InSchool, schoolSiblings } from '../parts/InSchool.tsx'
import { InGrade } from '../parts/InGrade.tsx'
import type { OfGrade } from '../parts/InGrade.tsx'
import { inSchool } from '../school.paths.ts'

/** A line is a student in a course. */
const keyOf = (r: { courseId: string; studentId: string }): string => `${r.courseId}/${r.studentId}`
const partsOf = (keys: readonly string[]) =>
  Map.groupBy(
    keys.map((key) => key.split('/') as [CourseId, StudentId]),
    ([courseId]) => courseId,
  )

const put = async (gradeId: GradeId, courseId: CourseId, classId: ClassId | null, studentIds: StudentId[]) =>
  act(placeStudents, { gradeId, courseId, classId, studentIds }, { hideMessage: true })

/** Each back where it was, class by class. */
const back = async (gradeId: GradeId, courseId: CourseId, before: Awaited<ReturnType<typeof put>>['before']) => {
  for (const [classId, some] of Map.groupBy(before, (b) => b.classId))
    await put(
      gradeId,
      courseId,
      classId,
      some.map((b) => b.studentId),
    )
}

const placing = (gradeId: GradeId, keys: readonly string[], classes: readonly TeachingClassRow[]): DialogForm => {
  const [[courseId, chosen] = [undefined, []], ...others] = [...partsOf(keys)]
  const own = classes.filter((c) => c.courseId === courseId)
  return {
    title: `安排${chosen.length}名学生的教学班`,
    submit: '安排',
    ...(others.length > 0 ? { barred: '所选学生分属几门课程，请先按课程筛选' } : {}),
    fields: [
      {
        name: 'classId',
        label: '教学班',
        kind: 'select',
        required: true,
        placeholder: '请选择教学班',
        options: own.map((c) => ({ value: c.classId, label: `${c.className}（${c.studentCount}人）` })),
        hint: '已建立的考试不受影响，仍按当时的教学班',
      },
    ],
    check: (sent): Wrong => (sent['classId'] ? {} : { classId: '请选择教学班' }),
    run: async (sent) => {
      const into = own.find((c) => c.classId === sent['classId'])!
      const ids = chosen.map(([, id]) => id)
      const { placed, before } = await put(gradeId, into.courseId, into.classId, ids)
      if (placed === 0) return toast('info', '所选学生已在该教学班')
      undoable(`已安排${placed}名学生到${into.className}`, () => back(gradeId, into.courseId, before))
    },
  }
}

const takeOut = async (gradeId: GradeId, keys: readonly string[]): Promise<void> => {
  const done: { courseId: CourseId; before: Awaited<ReturnType<typeof put>>['before'] }[] = []
  for (const [courseId, some] of partsOf(keys)) {
    const { before } = await put(
      gradeId,
      courseId,
      null,
      some.map(([, id]) => id),
    )
    done.push({ courseId, before })
  }
  const n = done.reduce((sum, d) => sum + d.before.length, 0)
  if (n === 0) return toast('info', '所选学生不在教学班')
  undoable(`已移出${n}人次`, async () => {
    for (const { courseId, before } of done) await back(gradeId, courseId, before)
  })
}

const Students = ({ named, gradeId, filters, barred }: OfGrade) => {
  const classes = useAsk(listTeachingClasses, { gradeId }).data ?? []
  const [chosen, setChosen] = useState<readonly string[] | null>(null)
  const courses = [...new Map(classes.map((c) => [c.courseId, c.courseName]))]
  const fill = inSchool('importTeaching', { schoolId: named, gradeId })
  return (
    <ListScreen
      title="教学班学生"
      siblings={schoolSiblings('classes', named)}
      call={listTeachingStudents}
      input={{ gradeId }}
      order="按学号"
      rowTo={(r) => inSchool('student', { schoolId: named, studentId: r.studentId })}
      rowKey={keyOf}
      filters={[
        ...filters,
        {
          field: 'courseId',
          label: '课程',
          mode: 'dropdown',
          options: courses.map(([value, label]) => ({ value, label })),
        },
        {
          field: 'classId',
          label: '教学班',
          mode: 'dropdown',
          options: classes.map((c) => ({ value: c.classId, label: `${c.courseName} ${c.className}` })),
        },
        {
          field: 'placed',
          label: '安排',
          mode: 'dropdown',
          options: [
            { value: 'true', label: '已安排' },
            { value: 'false', label: '未安排' },
          ],
        },
        { field: 'name', label: '查找', mode: 'search', placeholder: '姓名或学号' },
      ]}
      columns={[
        { key: 'studentName', name: '姓名', value: (r) => r.studentName, sortable: true },
        { key: 'studentNumber', name: '学号', value: (r) => r.studentNumber, width: 120, sortable: true },
        { key: 'homeName', name: '行政班', value: (r) => r.homeName, sortable: true },
        { key: 'courseName', name: '课程', value: (r) => r.courseName, sortable: true },
        { key: 'className', name: '教学班', value: (r) => r.className || '未安排', sortable: true },
        { key: 'teachers', name: '任课教师', value: (r) => r.teachers.join('、') || '—' },
      ]}
      actions={[{ name: '导入教学班', to: fill, primary: true }]}
      bulkActions={(keys) => [
        { name: '安排教学班', barred, run: () => setChosen(keys) },
        { name: '移出教学班', barred, run: () => takeOut(gradeId, keys) },
      ]}
      exportName="教学班学生"
      empty={{
        title: '没有学生',
        text: '先导入教学班，或在“学生选课”中登记选科。',
        action: { name: '导入教学班', to: fill },
      }}
    >
      {chosen && <FormDialog form={placing(gradeId, chosen, classes)} close={() => setChosen(null)} />}
    </ListScreen>
  )
}

/** Who learns which course in which teaching class. */
export const TeachingStudentsScreen = () => (
  <InSchool title="教学班学生" part="classes">
    {(school) => (
      <InGrade title="教学班学生" {...school}>
        {(of) => <Students {...of} />}
      </InGrade>
    )}
  </InSchool>
)
