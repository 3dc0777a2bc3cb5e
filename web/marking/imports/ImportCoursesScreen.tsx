import { useParams, useSearchParams } from 'react-router'
import { ExamId } from '#shared/kit/ids.ts'
import { showScore } from '#shared/kit/score.ts'
import {
  courseImport,
  courseTemplate,
  importCourses,
  removeImportTotal,
  setImportTotals,
} from '#shared/marking/imports/import.calls.ts'
import { importCoursesJob } from '#shared/marking/marking.jobs.ts'
import { publishPath } from '#web/analysis/analysis.paths.ts'
import { act, ask, useAsk } from '#web/kit/ask.ts'
import type { OutputOf } from '#web/kit/ask.ts'
import { toast } from '#web/kit/notices.ts'
import { ActionButton } from '#web/kit/parts/ActionButton.tsx'
import { DataTable } from '#web/kit/parts/DataTable.tsx'
import type { DialogForm } from '#web/kit/parts/FormDialog.tsx'
import type { Action } from '#web/kit/screens/screen.types.ts'
import { JobScreen } from '#web/kit/screens/JobScreen.tsx'
import { NoticeScreen } from '#web/kit/screens/NoticeScreen.tsx'
import { importSiblings, lackingFact, takingBack } from './ImportScoresScreen.tsx'

type Stand = OutputOf<typeof courseImport>
type Course = Stand['papers'][number]

/** What papers of these courses are usually worth, in hundredths. */
const usual = (courseName: string): number => (['语文', '数学', '英语'].includes(courseName) ? 15_000 : 10_000)

/** Set already: it is typed anew where it was wrong; a paper that takes none is not asked for. */
const fullMarks = (examId: ExamId, papers: readonly Course[]): DialogForm => ({
  title: '各科满分',
  fields: papers.map((p) => ({ name: p.paperId, label: p.courseName, kind: 'score' as const, required: true })),
  start: Object.fromEntries(papers.map((p) => [p.paperId, p.fullScore ?? usual(p.courseName)])),
  submit: '保存满分',
  run: async (typed) => {
    const changed = papers.flatMap(({ paperId, version, fullScore }) =>
      Number(typed[paperId]) === fullScore ? [] : [{ paperId, version, fullScore: Number(typed[paperId]) }],
    )
    if (changed.length > 0) await act(setImportTotals, { examId, papers: changed }, { hideMessage: true })
    toast('success', '已保存，模板里是这些科目')
  },
})

/** The totals of several courses from one table: looked at first, then taken whole or not at all. */
export const ImportCoursesScreen = () => {
  const examId = ExamId.safeParse(useParams()['examId']).data
  const [query] = useSearchParams()
  const { data, error, refetch } = useAsk(courseImport, examId ? { examId } : undefined, { inPlace: true })
  const papers = data?.papers ?? []
  const open = papers.filter((p) => p.barred === null)
  const ready = open.filter((p) => p.fullScore !== null)
  const barred = !data
    ? '正在打开'
    : open.length === 0
      ? '没有一科能按总分导入'
      : ready.length === 0 && '请先设置各科满分'
  if (error && !data) return <NoticeScreen title="各科总分导入" error={error} again={() => void refetch()} />
  return (
    <JobScreen
      title={[data?.examName, '各科总分导入'].filter(Boolean).join('　')}
      siblings={importSiblings('courses', examId, query.get('paperId') ?? papers[0]?.paperId)}
      actions={[
        {
          name: '设置各科满分',
          primary: ready.length === 0,
          barred: open.length === 0 && '没有一科能按总分导入',
          form: () => fullMarks(examId!, open),
        },
      ]}
      template={() => ask(courseTemplate, { examId: examId! })}
      templateBarred={ready.length === 0 && '请先设置各科满分'}
      call={importCourses}
      job={importCoursesJob}
      input={() => ({ examId: examId! })}
      family="scores"
      hint="把填好的总分表拖到这里：先检查，确认后才导入"
      barred={barred}
      words={{
        unit: '名考生',
        checked: (r) => `文件里有${r.courses.map((c) => c.courseName).join('、')}，导入后这些科目的阅卷随即结束。`,
        undo: () => '发布之前，只有考试的管理者看得到。文件不对可以按科目“撤回导入”；个别成绩可在“成绩更正”中改。',
      }}
      facts={(r) => [{ name: '缺考', value: `${r.absent}科次` }, ...lackingFact(r.lacking)]}
      preview={{
        rows: (r) => r.preview.map((p) => ({ ...p, of: r.courses })),
        rowKey: (c) => c.studentNumber,
        columns: [
          { key: 'studentName', name: '姓名', value: (c) => c.studentName },
          { key: 'studentNumber', name: '考号', value: (c) => c.studentNumber },
          {
            key: 'scores',
            name: '各科总分',
            value: (c) => c.cells.map((cell, i) => `${c.of[i]?.courseName ?? ''} ${cell || '—'}`).join('　'),
          },
        ],
      }}
      after={(r) =>
        r.added > 0 &&
        r.courses[0] && (
          <div style={{ display: 'flex', flexWrap: 'wrap', gap: 8 }}>
            {r.courses.map((c, i) => (
              <ActionButton
                key={c.paperId}
                action={{ name: `核对并发布${c.courseName}`, primary: i === 0, to: publishPath(c.paperId) }}
              />
            ))}
          </div>
        )
      }
    >
      {papers.length > 0 && (
        <DataTable
          label="各科"
          rows={papers}
          rowKey={(p) => p.paperId}
          columns={[
            { key: 'courseName', name: '科目', value: (p) => p.courseName, width: 80 },
            {
              key: 'fullScore',
              name: '满分',
              unit: '分',
              number: true,
              value: (p) => (p.fullScore === null ? null : showScore(p.fullScore)),
              width: 72,
            },
            {
              key: 'state',
              name: '能否导入',
              value: (p) => p.barred ?? (p.fullScore === null ? '还没有满分' : '可以导入'),
              width: 240,
            },
          ]}
          rowActions={(p) => {
            const action: Action | null = p.imported
              ? takingBack(examId!, p.paperId, p.courseName)
              : p.total
                ? {
                    name: '取消总分',
                    run: () =>
                      act(removeImportTotal, { examId: examId!, paperId: p.paperId, version: p.version }).then(() =>
                        toast('success', `${p.courseName}不再按总分导入，可以设置小题`),
                      ),
                  }
                : null
            return action && <ActionButton size="small" appearance="subtle" action={action} />
          }}
        />
      )}
      <p style={{ margin: 0 }}>
        没有小题分、只有各科总分时用。一行一名考生，一列一科：缺考的填“缺考”，没有选考的留空；有“总分”列时会核对是不是各科之和。整份文件没有问题才会导入。
      </p>
    </JobScreen>
  )
}
