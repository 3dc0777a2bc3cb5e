import { Checkbox, Select } from '@fluentui/react-components'
import type { ClassRow } from '#shared/school/classes/class.calls.ts'
import type { ClassId, CourseId } from '#shared/kit/ids.ts'
import type { Course, Teacher } from '#shared/school/roster/school.types.ts'
import { RowList } from './RowList.tsx'
import { classOptions } from '../parts/options.ts'

type Teaches = Teacher['teaches']

/** What a teacher teaches: a class, a course (none: every course of it), and whether he is its head teacher. */
export const TeachesField = (props: {
  value: Teaches
  onChange: (value: Teaches) => void
  classes: readonly ClassRow[]
  courses: readonly Pick<Course, 'courseId' | 'courseName'>[]
}) => {
  const { value } = props
  const options = classOptions(props.classes)
  const [first] = options
  const another = (classId: string): Teaches[number] => ({
    classId: (value.at(-1)?.classId ?? classId) as ClassId,
    courseId: value.at(-1)?.courseId ?? props.courses[0]?.courseId,
    isHead: false,
  })
  return (
    <RowList
      value={value}
      onChange={props.onChange}
      add={first ? () => another(first.value) : null}
      addName={first ? '添加任教班级' : '学校还没有班级'}
      row={(t, put, i) => (
        <>
          <Select
            aria-label={`第${i + 1}行班级`}
            value={t.classId}
            onChange={(_, d) => put({ ...t, classId: d.value as ClassId })}
          >
            {options.map((o) => (
              <option key={o.value} value={o.value}>
                {o.label}
              </option>
            ))}
          </Select>
          <Select
            aria-label={`第${i + 1}行课程`}
            value={t.courseId ?? ''}
            onChange={(_, d) => put({ ...t, courseId: d.value ? (d.value as CourseId) : undefined })}
          >
            <option value="">全部课程</option>
            {props.courses.map((c) => (
              <option key={c.courseId} value={c.courseId}>
                {c.courseName}
              </option>
            ))}
          </Select>
          <Checkbox label="班主任" checked={t.isHead} onChange={(_, d) => put({ ...t, isHead: d.checked === true })} />
        </>
      )}
    />
  )
}
