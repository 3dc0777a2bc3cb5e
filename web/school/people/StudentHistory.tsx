import { Badge, Subtitle2, makeStyles, tokens } from '@fluentui/react-components'
import { studentHistory } from '#shared/school/people/act.calls.ts'
import type { StudentId } from '#shared/kit/ids.ts'
import { useAsk } from '#web/kit/ask.ts'
import { DateCell } from '#web/kit/parts/Cells.tsx'
import { DataTable } from '#web/kit/parts/DataTable.tsx'
import { Bars, EmptyState, ErrorState } from '#web/kit/parts/States.tsx'

const useStyles = makeStyles({
  section: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalS },
  then: { display: 'inline-flex', alignItems: 'center', gap: tokens.spacingHorizontalS },
})

/** Where the student was: the class in each exam as it was when it was sat, and every change of class. */
export const StudentHistory = ({ studentId }: { studentId: StudentId }) => {
  const styles = useStyles()
  const { data, error, refetch } = useAsk(studentHistory, { studentId })
  if (!data) return error ? <ErrorState error={error} again={() => void refetch()} /> : <Bars rows={3} />
  return (
    <>
      <section className={styles.section} aria-label="参加的考试">
        <Subtitle2 as="h2">参加的考试</Subtitle2>
        {data.exams.length === 0 ? (
          <EmptyState empty={{ title: '还没有参加考试', text: '考试按创建时的班级保存名单，之后调班不影响。' }} />
        ) : (
          <DataTable
            label="参加的考试"
            rows={data.exams}
            rowKey={(e) => e.examId}
            columns={[
              { key: 'examName', name: '考试', value: (e) => e.examName },
              { key: 'examDate', name: '日期', value: (e) => e.examDate, cell: (e) => <DateCell ms={e.examDate} /> },
              {
                key: 'className',
                name: '当时的班级',
                value: (e) => `${e.gradeName}${e.className}`,
                cell: (e) => (
                  <span className={styles.then}>
                    {e.gradeName}
                    {e.className}
                    {e.changed && <Badge appearance="tint">与现在不同</Badge>}
                  </span>
                ),
              },
            ]}
          />
        )}
      </section>
      {data.moves.length > 0 && (
        <section className={styles.section} aria-label="调班记录">
          <Subtitle2 as="h2">调班记录</Subtitle2>
          <DataTable
            label="调班记录"
            rows={data.moves}
            rowKey={(m) => `${m.at}`}
            columns={[
              { key: 'at', name: '时间', value: (m) => m.at, cell: (m) => <DateCell ms={m.at} /> },
              { key: 'from', name: '原班级', value: (m) => m.from },
              { key: 'to', name: '调到', value: (m) => (m.undone ? `${m.to}（已撤销）` : m.to) },
              { key: 'by', name: '操作人', value: (m) => m.by },
            ]}
          />
        </section>
      )}
    </>
  )
}
