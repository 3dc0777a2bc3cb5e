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

/**
 * The classes of the chosen grade; with another grade, all of that one are chosen. A class that is named and has no
 * students now stays named: without it one of two would be all.
 */
export const ClassesField = (props: {
  classes: readonly ClassRow[]
  gradeId: unknown
  value: readonly string[]
  onChange: (classIds: string[]) => void
  disabled?: boolean
}) => {
  const styles = useStyles()
  const { classes, gradeId, value, onChange, disabled = false } = props
  const shown = classes.filter((c) => c.gradeId === gradeId)
  const open = sittable(classes, gradeId).map((c) => c.classId as string)
  const sitting = value.filter((id) => open.includes(id)).length
  const foreign = value.length > 0 && !shown.some((c) => value.includes(c.classId))
  useEffect(() => {
    if (foreign && !disabled) onChange(open)
  })
  return (
    <div className={styles.box} role="group" aria-label="班级">
      <div className={styles.all}>
        <Checkbox
          label={`全选（${open.length}个班）`}
          disabled={disabled}
          checked={sitting === 0 ? false : sitting === open.length ? true : 'mixed'}
          onChange={() => onChange(sitting === open.length ? [] : open)}
        />
      </div>
      {shown.map((c) => (
        <Checkbox
          key={c.classId}
          label={`${c.className}（${c.studentCount}人）`}
          disabled={disabled || c.studentCount === 0}
          checked={value.includes(c.classId)}
          onChange={(_, d) =>
            onChange(open.filter((id) => (id === c.classId ? d.checked === true : value.includes(id))))
          }
        />
      ))}
    </div>
  )
}
