import { Checkbox, Select, Spinner, makeStyles, tokens } from '@fluentui/react-components'
import { useState } from 'react'
import { settingSchools, settingTeachers } from '#shared/exam/setting/questionSetting.calls.ts'
import type { ExamId, SchoolId, TeacherId } from '#shared/kit/ids.ts'
import { useAsk } from '#web/kit/ask.ts'

export type Setter = { schoolId: SchoolId; teacherId: TeacherId; teacherName: string; schoolName: string }

const useStyles = makeStyles({
  all: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalS },
  staff: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fill, minmax(min(220px, 100%), 1fr))',
    maxHeight: '260px',
    overflowY: 'auto',
    borderRadius: tokens.borderRadiusMedium,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  chosen: { color: tokens.colorNeutralForeground3 },
})

type Props = {
  examId: ExamId
  value: readonly Setter[]
  onChange: (value: Setter[]) => void
  id: string
}
/** Teachers of the schools of an exam, a school at a time. */
export const SettersField = ({ examId, value, onChange, id }: Props) => {
  const styles = useStyles()
  const schools = useAsk(settingSchools, { examId }).data ?? []
  const [at, setAt] = useState<SchoolId | null>(null)
  const school = schools.find((s) => s.schoolId === (at ?? schools[0]?.schoolId))
  const staff = useAsk(settingTeachers, school ? { examId, schoolId: school.schoolId } : undefined)
  return (
    <div className={styles.all}>
      <Select
        id={id}
        aria-label="学校"
        value={school?.schoolId ?? ''}
        onChange={(_, d) => setAt(d.value as SchoolId)}
        style={{ maxWidth: '360px' }}
      >
        {schools.map((s) => (
          <option key={s.schoolId} value={s.schoolId}>
            {s.schoolName}
          </option>
        ))}
      </Select>
      <div className={styles.staff} role="group" aria-label={`${school?.schoolName ?? ''}的老师`}>
        {!staff.data && <Spinner size="tiny" />}
        {school &&
          staff.data?.map(({ teacherId, teacherName, says, barred }) => (
            <Checkbox
              key={teacherId}
              label={`${teacherName}${says ? `（${says}）` : ''}${barred ? ` ${barred}` : ''}`}
              disabled={barred !== null}
              checked={value.some((v) => v.teacherId === teacherId)}
              onChange={(_, d) =>
                onChange(
                  d.checked === true
                    ? [...value, { ...school, teacherId, teacherName }]
                    : value.filter((v) => v.teacherId !== teacherId),
                )
              }
            />
          ))}
        {staff.data?.length === 0 && <span className={styles.chosen}>这所学校还没有老师</span>}
      </div>
      <span className={styles.chosen} role="status">
        {value.length === 0
          ? '还没有选老师，可以选几所学校的'
          : `已选${value.map((v) => `${v.teacherName}（${v.schoolName}）`).join('、')}`}
      </span>
    </div>
  )
}
