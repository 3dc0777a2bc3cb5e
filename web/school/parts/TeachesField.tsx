import { Button, Checkbox, Select, makeStyles, tokens } from '@fluentui/react-components'
import { Add20Regular } from '@fluentui/react-icons/svg/add'
import { Delete20Regular } from '@fluentui/react-icons/svg/delete'
import type { ClassRow } from '#shared/school/school.calls.ts'
import type { ClassId, CourseId } from '#shared/kit/ids.ts'
import type { Course, Teacher } from '#shared/school/school.types.ts'
import { classOptions } from './options.ts'

type Teaches = Teacher['teaches']

const useStyles = makeStyles({
  rows: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalS, alignItems: 'flex-start' },
  row: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalS, alignItems: 'center' },
})

/** What a teacher teaches: a class, a course (none: every course of it), and whether he is its head teacher. */
export const TeachesField = (props: {
  value: Teaches
  onChange: (value: Teaches) => void
  classes: readonly ClassRow[]
  courses: readonly Pick<Course, 'courseId' | 'courseName'>[]
}) => {
  const styles = useStyles()
  const { value, onChange } = props
  const put = (i: number, patch: Partial<Teaches[number]>): void =>
    onChange(value.map((t, at) => (at === i ? { ...t, ...patch } : t)))
  const options = classOptions(props.classes)
  return (
    <div className={styles.rows}>
      {value.map((t, i) => (
        <div className={styles.row} key={i}>
          <Select
            aria-label={`第${i + 1}行班级`}
            value={t.classId}
            onChange={(_, d) => put(i, { classId: d.value as ClassId })}
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
            onChange={(_, d) => put(i, { courseId: d.value ? (d.value as CourseId) : undefined })}
          >
            <option value="">不任课</option>
            {props.courses.map((c) => (
              <option key={c.courseId} value={c.courseId}>
                {c.courseName}
              </option>
            ))}
          </Select>
          <Checkbox label="班主任" checked={t.isHead} onChange={(_, d) => put(i, { isHead: d.checked === true })} />
          <Button
            appearance="subtle"
            icon={<Delete20Regular />}
            aria-label={`删除第${i + 1}行`}
            onClick={() => onChange(value.filter((_, at) => at !== i))}
          />
        </div>
      ))}
      <Button
        icon={<Add20Regular />}
        disabledFocusable={options.length === 0}
        onClick={() =>
          options[0] &&
          onChange([
            ...value,
            {
              classId: (value.at(-1)?.classId ?? options[0].value) as ClassId,
              courseId: value.at(-1)?.courseId ?? props.courses[0]?.courseId,
              isHead: false,
            },
          ])
        }
      >
        {options.length === 0 ? '学校还没有班级' : '添加任教班级'}
      </Button>
    </div>
  )
}
