import type { Start } from '#shared/identity/signIn/start.types.ts'
import { DataTable } from '#web/kit/parts/DataTable.tsx'
import { Page } from '#web/kit/parts/Page.tsx'
import { Bars, EmptyState, ErrorState } from '#web/kit/parts/States.tsx'
import type { Column } from '#web/kit/screens/screen.types.ts'
import { useSession } from '#web/kit/viewer.ts'
import { subjectRows } from './subjects.ts'
import type { SubjectRow } from './subjects.ts'

const yes = (is: boolean): string => (is ? '是' : '—')

const columns: readonly Column<SubjectRow>[] = [
  { key: 'courseName', name: '学科', value: (s) => s.courseName },
  { key: 'stage', name: '学段', value: (s) => s.stage },
  { key: 'courseSort', name: '排序', value: (s) => s.courseSort, number: true },
  { key: 'own', name: '我任教', value: (s) => yes(s.isMyself) },
  { key: 'exam', name: '可以考试', value: (s) => yes(s.inExams) },
]

const List = ({ start }: { start: Start }) => {
  const rows = subjectRows(start)
  return rows.length === 0 ? (
    <EmptyState
      empty={{ title: '当前身份没有学科', text: '学科在“学校管理 → 学科”中设置；平台和区域的身份没有自己的学科。' }}
    />
  ) : (
    <DataTable label="学科" rows={rows} columns={columns} rowKey={(s) => s.courseId} />
  )
}

/** /subject-list-test: the subjects that this session was started with, to compare with the school's own list. */
export const SubjectListScreen = () => {
  const { start, error, again } = useSession()
  return (
    <Page title="学科列表" width="narrow">
      {start ? (
        <List start={start} />
      ) : error ? (
        <ErrorState error={error} again={again} />
      ) : (
        <Bars rows={6} height={20} />
      )}
    </Page>
  )
}
