import { Select, makeStyles, tokens } from '@fluentui/react-components'
import type { SettingValues } from '#shared/school/roster/setting.types.ts'
import type { Courses } from './settingFields.tsx'

export type Materials = SettingValues<'defaultMaterial'>['materials']
type Version = Materials[number]['material']

const useStyles = makeStyles({
  rows: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fill, minmax(220px, 1fr))',
    gap: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalXL}`,
  },
  row: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalS },
  name: { minWidth: '72px' },
  select: { flexGrow: 1 },
})

/** The textbook of every course. */
export const MaterialsField = (props: {
  value: Materials
  onChange: (value: Materials) => void
  courses: Courses
  versions: readonly Version[]
}) => {
  const styles = useStyles()
  const { value, onChange, courses, versions } = props
  const put = (courseId: Materials[number]['courseId'], material: string) => {
    const rest = value.filter((m) => m.courseId !== courseId)
    onChange(material === '' ? rest : [...rest, { courseId, material: material as Version }])
  }
  return (
    <div className={styles.rows}>
      {courses.map((c) => (
        <label key={c.courseId} className={styles.row}>
          <span className={styles.name}>{c.courseName}</span>
          <Select
            className={styles.select}
            size="small"
            value={value.find((m) => m.courseId === c.courseId)?.material ?? ''}
            onChange={(_, d) => put(c.courseId, d.value)}
          >
            <option value="">未指定</option>
            {versions.map((v) => (
              <option key={v}>{v}</option>
            ))}
          </Select>
        </label>
      ))}
    </div>
  )
}
