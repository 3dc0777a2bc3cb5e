import { Checkbox, makeStyles, tokens } from '@fluentui/react-components'
import { useEffect } from 'react'
import type { ClassRow } from '#shared/school/classes/class.calls.ts'

const useStyles = makeStyles({
  box: { display: 'flex', flexWrap: 'wrap' },
  all: { width: '100%', borderBottom: `1px solid ${tokens.colorNeutralStroke3}` },
})

/** The classes that can sit an exam: those with students. */
export const sittable = (classes: readonly ClassRow[], gradeId: unknown): ClassRow[] =>
  classes.filter((c) => c.gradeId === gradeId && c.studentCount > 0)

/** The classes of the chosen grade; with another grade, all of that one are chosen. */
export const ClassesField = (props: {
  classes: readonly ClassRow[]
  gradeId: unknown
  value: readonly string[]
  onChange: (classIds: string[]) => void
}) => {
  const styles = useStyles()
  const { classes, gradeId, value, onChange } = props
  const shown = classes.filter((c) => c.gradeId === gradeId)
  const open = sittable(classes, gradeId).map((c) => c.classId as string)
  const foreign = value.some((id) => !open.includes(id))
  useEffect(() => {
    if (foreign) onChange(open)
  })
  return (
    <div className={styles.box} role="group" aria-label="班级">
      <div className={styles.all}>
        <Checkbox
          label={`全选（${open.length}个班）`}
          checked={value.length === 0 ? false : value.length >= open.length ? true : 'mixed'}
          onChange={() => onChange(value.length >= open.length ? [] : open)}
        />
      </div>
      {shown.map((c) => (
        <Checkbox
          key={c.classId}
          label={`${c.className}（${c.studentCount}人）`}
          disabled={c.studentCount === 0}
          checked={value.includes(c.classId)}
          onChange={(_, d) =>
            onChange(open.filter((id) => (id === c.classId ? d.checked === true : value.includes(id))))
          }
        />
      ))}
    </div>
  )
}
