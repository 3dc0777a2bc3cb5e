import { ProgressBar } from '@fluentui/react-components'
import { useParams, useSearchParams } from 'react-router'
import type { ExamId, PaperId, SchoolId } from '#shared/kit/ids.ts'
import { classProgress, ownClassProgress } from '#shared/exam/classProgress.calls.ts'
import type { ClassProgress } from '#shared/exam/classProgress.calls.ts'
import { doneWords } from '#shared/kit/pace.ts'
import { ChoosePaper } from '#web/exam/ChoosePaper.public.tsx'
import { useAsk } from '#web/kit/ask.ts'
import { DataTable } from '#web/kit/parts/DataTable.tsx'
import { FilterBar } from '#web/kit/parts/FilterBar.tsx'
import { DetailScreen } from '#web/kit/screens/DetailScreen.tsx'
import { classProgressPath, monitorPath } from './marking.paths.ts'

type Progress = { counting: boolean; classes: readonly ClassProgress[] }

const sumOf = (of: readonly ClassProgress[], what: 'scripts' | 'total' | 'done' | 'finished'): number =>
  of.reduce((n, c) => n + c[what], 0)
const share = ({ done, total }: Pick<ClassProgress, 'done' | 'total'>): string => doneWords(done, total)

/** Marked in every answer and not finished: what is left is a doubt of the sheet, and no marker's. */
const doubtfulIn = (classes: readonly ClassProgress[]): number =>
  classes.reduce((n, c) => n + (c.done === c.total ? c.scripts - c.finished : 0), 0)

const ClassTable = ({ of: { classes, counting } }: { of: Progress }) => (
  <>
    {!counting && doubtfulIn(classes) > 0 && (
      <p role="status">{`有${doubtfulIn(classes)}人的作答都已评完，但答卷还有存疑没有处理，处理后才算评完。`}</p>
    )}
    <Classes of={classes} />
  </>
)

const Classes = ({ of: classes }: { of: readonly ClassProgress[] }) => (
  <DataTable<ClassProgress>
    label="各班进度"
    rows={classes}
    rowKey={(c) => c.classId}
    columns={[
      { key: 'className', name: '班级', width: 120, value: (c) => c.className },
      {
        key: 'progress',
        name: '进度',
        width: 160,
        value: (c) => share(c),
        cell: (c) => (
          <span style={{ minWidth: '120px' }}>
            {share(c)}
            <ProgressBar value={c.done} max={Math.max(1, c.total)} aria-label={c.className} />
          </span>
        ),
      },
      { key: 'done', name: '已评', unit: '份', number: true, width: 88, value: (c) => c.done },
      { key: 'total', name: '作答', unit: '份', number: true, width: 88, value: (c) => c.total },
      { key: 'finished', name: '评完', unit: '人', number: true, width: 88, value: (c) => c.finished },
      { key: 'scripts', name: '到考', unit: '人', number: true, width: 88, value: (c) => c.scripts },
      { key: 'candidates', name: '考生', unit: '人', number: true, width: 88, value: (c) => c.candidates },
    ]}
  />
)

const factsOf = ({ counting, classes }: Progress) => [
  { name: '班级', value: `${classes.length} 个` },
  { name: '进度', value: share({ done: sumOf(classes, 'done'), total: sumOf(classes, 'total') }) },
  { name: '评完', value: `${sumOf(classes, 'finished')}/${sumOf(classes, 'scripts')} 人` },
  ...(counting ? [{ name: '数字', value: '正在汇总' }] : []),
]

const none = { title: '没有班级', text: '这一科没有您能看到的班级。' }

/** How far marking of a paper is in each class; of a joint exam in those of the school that is chosen. The bare address asks for a paper. */
export const ClassProgressScreen = () => {
  const { examId, paperId } = useParams()
  if (!examId || !paperId) return <ChoosePaper title="班级阅卷进度" pathOf={classProgressPath} />
  return <OfPaper examId={examId as ExamId} paperId={paperId as PaperId} />
}

const OfPaper = ({ examId, paperId }: { examId: ExamId; paperId: PaperId }) => {
  const [query, setQuery] = useSearchParams()
  const schoolId = (query.get('schoolId') ?? undefined) as SchoolId | undefined
  const input = { paperId, ...(schoolId ? { schoolId } : {}) }
  const about = useAsk(classProgress, input, { hideMessage: true }).data
  const several = (about?.schools.length ?? 0) > 1
  return (
    <DetailScreen
      call={classProgress}
      input={input}
      everyMs={10_000}
      title={(data) => `${data.courseName}　班级进度`}
      actions={() => [{ name: '阅卷进度', to: monitorPath(examId, paperId) }]}
      facts={factsOf}
      tools={
        several && (
          <FilterBar
            filters={[
              {
                field: 'schoolId',
                label: '学校',
                mode: 'dropdown',
                start: about!.schoolId ? [about!.schoolId] : [],
                options: about!.schools.map((s) => ({ value: s.schoolId as string, label: s.schoolName })),
              },
            ]}
            values={{ schoolId: about!.schoolId ? [about!.schoolId] : [] }}
            onChange={(_, [chosen]) => setQuery(chosen ? { schoolId: chosen } : {}, { replace: true })}
          />
        )
      }
      empty={({ classes }) => (classes.length === 0 ? none : null)}
    >
      {(data) => <ClassTable of={data} />}
    </DetailScreen>
  )
}

/** The same of one's own school in an area's exam. */
export const OwnClassProgressScreen = () => {
  const { examId, paperId } = useParams() as { examId: ExamId; paperId: PaperId }
  return (
    <DetailScreen
      call={ownClassProgress}
      input={{ examId, paperId }}
      everyMs={10_000}
      title={(data) => `${data.courseName}　班级进度`}
      facts={factsOf}
      empty={({ classes }) => (classes.length === 0 ? none : null)}
    >
      {(data) => <ClassTable of={data} />}
    </DetailScreen>
  )
}
