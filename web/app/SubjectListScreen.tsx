import { start } from '#shared/identity/signIn/session.calls.ts'
import { DataTable } from '#web/kit/parts/DataTable.tsx'
import { DetailScreen } from '#web/kit/screens/DetailScreen.tsx'
import type { Column } from '#web/kit/screens/screen.types.ts'
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

/** /subject-list-test: the subjects that this session was started with, to compare with the school's own list. */
export const SubjectListScreen = () => (
  <DetailScreen
    title="学科列表"
    width="narrow"
    call={start}
    input={{}}
    freshMs={300_000}
    empty={(of) =>
      subjectRows(of).length === 0
        ? { title: '当前身份没有学科', text: '学科在“学校管理 → 学科”中设置；平台和区域的身份没有自己的学科。' }
        : null
    }
  >
    {(of) => <DataTable label="学科" rows={subjectRows(of)} columns={columns} rowKey={(s) => s.courseId} />}
  </DetailScreen>
)
