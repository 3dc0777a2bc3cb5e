import { Select } from '@fluentui/react-components'
import type { CourseId, GradeId } from '#shared/kit/ids.ts'
import type { GradeRow } from '#shared/school/classes/class.calls.ts'
import type { Course, Subject } from '#shared/school/roster/school.types.ts'
import type { Field } from '#web/kit/screens/screen.types.ts'
import { RowList } from './RowList.tsx'
import { gradeOptions } from '../parts/options.ts'

type Courses = readonly Pick<Course, 'courseId' | 'courseName'>[]

/** The subjects that a teacher directs: a course, in one grade or in all of them. */
const SubjectsField = (props: {
  value: readonly Subject[]
  onChange: (value: Subject[]) => void
  courses: Courses
  grades: readonly GradeRow[]
}) => {
  const { courses } = props
  const [first] = courses
  return (
    <RowList
      value={props.value}
      onChange={props.onChange}
      add={first ? (): Subject => ({ courseId: first.courseId }) : null}
      addName={first ? '添加学科' : '学校还没有课程'}
      row={(s, put, i) => (
        <>
          <Select
            aria-label={`第${i + 1}行课程`}
            value={s.courseId}
            onChange={(_, d) => put({ ...s, courseId: d.value as CourseId })}
          >
            {courses.map((c) => (
              <option key={c.courseId} value={c.courseId}>
                {c.courseName}
              </option>
            ))}
          </Select>
          <Select
            aria-label={`第${i + 1}行年级`}
            value={s.gradeId ?? ''}
            onChange={(_, d) => put({ courseId: s.courseId, ...(d.value ? { gradeId: d.value as GradeId } : {}) })}
          >
            <option value="">全部年级</option>
            {gradeOptions(props.grades).map((o) => (
              <option key={o.value} value={o.value}>
                {o.label}
              </option>
            ))}
          </Select>
        </>
      )}
    />
  )
}

/** The two fields of what a person is entrusted with beside classes. */
export const entrustedFields = (
  grades: readonly GradeRow[],
  courses: Courses,
  when: {
    grades?: (values: Readonly<Record<string, unknown>>) => boolean
    subjects?: (values: Readonly<Record<string, unknown>>) => boolean
  } = {},
): Field[] => [
  {
    name: 'gradeIds',
    label: '负责年级',
    kind: 'multi',
    options: gradeOptions(grades.filter((g) => !g.graduated)),
    hint: '能看到这些年级的全部班级、课程和学生',
    ...(when.grades ? { when: when.grades } : {}),
  },
  {
    name: 'subjects',
    label: '负责学科',
    kind: 'custom',
    hint: '能看到该学科在所选年级的全部班级',
    ...(when.subjects ? { when: when.subjects } : {}),
    render: ({ value, onChange }) => (
      <SubjectsField value={(value || []) as Subject[]} onChange={onChange} courses={courses} grades={grades} />
    ),
  },
]
