import { MessageBar, MessageBarActions, MessageBarBody } from '@fluentui/react-components'
import { useParams } from 'react-router'
import { examPaper, savePaper } from '#shared/exam/exam.calls.ts'
import type { ExamId, PaperId } from '#shared/kit/ids.ts'
import { showScore } from '#shared/kit/score.ts'
import { courseImport, importScores, scoreTemplate, takeImportBack } from '#shared/marking/imports/import.calls.ts'
import { importScoresJob } from '#shared/marking/marking.jobs.ts'
import { arrangement } from '#shared/marking/marking.calls.ts'
import { ChoosePaper } from '#web/exam/ChoosePaper.public.tsx'
import { useCourseName } from '#web/exam/courseName.public.tsx'
import { NotHeld, useTools } from '#web/exam/tools/useTool.public.tsx'
import { newQuestionId } from '#web/exam/questionId.public.tsx'
import { act, ask, useAsk } from '#web/kit/ask.ts'
import { openForm, toast } from '#web/kit/notices.ts'
import type { OutputOf } from '#web/kit/ask.ts'
import { ActionButton } from '#web/kit/parts/ActionButton.tsx'
import type { Action } from '#web/kit/screens/screen.types.ts'
import { JobScreen } from '#web/kit/screens/JobScreen.tsx'
import { NoticeScreen } from '#web/kit/screens/NoticeScreen.tsx'
import { fixPath, importCoursesPath, importScoresPath } from '../marking.paths.ts'
import { publishPath } from '#web/analysis/analysis.paths.ts'

export const ImportScoresScreen = () => {
  const { paperId } = useParams()
  if (!paperId)
    return <ChoosePaper title="成绩导入" tool="performance-import" pathOf={(_exam, paper) => importScoresPath(paper)} />
  return <ImportScores paperId={paperId as PaperId} />
}

/** Whom a file leaves out is said before it is taken: half of a list looks as sound as all of it. */
export const lackingFact = (lacking: number) =>
  lacking > 0 ? [{ name: '名单中不在文件里', value: `${lacking}名` }] : []

/** By question of one paper, or the totals of several. */
export const importSiblings = (
  here: 'questions' | 'courses',
  examId: string | undefined,
  paperId: string | undefined,
) =>
  examId && paperId
    ? {
        label: '导入什么',
        here,
        items: [
          { key: 'questions', name: '按小题', to: importScoresPath(paperId) },
          { key: 'courses', name: '各科总分', to: importCoursesPath(examId, paperId) },
        ],
      }
    : undefined

/** The scores of a wrong file go, as long as no reader sees them. */
export const takingBack = (examId: ExamId, paperId: PaperId, courseName = ''): Action => ({
  name: '撤回导入',
  danger: true,
  confirm: `${courseName}导入的全部成绩都会撤回，这一科回到导入之前，可以重新导入。名单和试题不变。`,
  job: () => act(takeImportBack, { examId, paperId }),
})

/** Why no file is taken now: the server asks the same. */
const barOf = (data: OutputOf<typeof arrangement>): string | null => {
  if (data.arrangement.emptied?.whole === false) return '上次导入的成绩还没有全部撤回，请先再撤回一次'
  if (data.arrangement.state !== 'draft') return '这份试卷已经有成绩或正在阅卷，不能再导入'
  if ((data.ledger?.handed ?? 0) > 0) return '这份试卷已经上传了答题卡，不能再导入成绩'
  return data.missingKeys > 0 ? `还有${data.missingKeys}道客观题没有设置答案，请先在“设置试题”中补上` : null
}

/** Of a paper whose questions are not known its total is the one question. */
const OnlyTotals = ({ paper }: { paper: OutputOf<typeof examPaper> }) => {
  const ask = (): void =>
    openForm({
      title: '只有总分',
      fields: [{ name: 'fullScore', label: '满分', kind: 'score', required: true }],
      start: { fullScore: 10_000 },
      submit: '确定',
      run: async ({ fullScore }) => {
        const total = {
          questionId: newQuestionId(),
          number: '总分',
          unitType: 5,
          fullScore: Number(fullScore),
          markStep: 50,
        }
        const { paperId, version } = paper
        await act(savePaper, { paperId, version, questions: [total] }, { hideMessage: true })
        toast('success', '可以按总分导入了：模板里只有“总分”一列')
      },
    })
  return (
    <MessageBar intent="info" layout="multiline">
      <MessageBarBody>这份试卷还没有试题。没有小题分、只有总分时，可以按总分导入。</MessageBarBody>
      <MessageBarActions>
        <ActionButton action={{ name: '只有总分', run: ask }} />
      </MessageBarActions>
    </MessageBar>
  )
}

/** Scores of a paper that is not scanned here, from a table: looked at first, then taken whole or not at all. */
const ImportScores = ({ paperId }: { paperId: PaperId }) => {
  const asked = useAsk(arrangement, { paperId }, { inPlace: true })
  const { data } = asked
  const examId = data?.arrangement.examId
  const courseName = useCourseName(paperId)
  const tools = useTools(examId)
  const held = tools?.['performance-import'] !== undefined
  const paper = useAsk(examPaper, { paperId }, { quiet: true }).data
  const papers = useAsk(courseImport, examId && held ? { examId } : undefined).data?.papers
  const stand = papers?.find((p) => p.paperId === paperId)
  const none = paper !== undefined && paper.questions.length === 0 && paper.mayManage
  const title = [courseName, '成绩导入'].filter(Boolean).join('　')
  // Who marks the paper reads its arrangement too, and is told here what a file would be refused with.
  if (tools && !held) return <NotHeld title={title} />
  if (asked.error && !data) return <NoticeScreen title={title} error={asked.error} again={() => void asked.refetch()} />
  return (
    <JobScreen
      title={title}
      siblings={importSiblings('questions', examId, paperId)}
      actions={examId && stand?.imported ? [takingBack(examId, paperId, courseName)] : []}
      template={() => ask(scoreTemplate, { paperId })}
      call={importScores}
      job={importScoresJob}
      input={() => ({ paperId })}
      family="scores"
      hint="把填好的成绩表拖到这里：先检查，确认后才导入"
      barred={data && tools ? barOf(data) || (none && '请先设置试题，或选择只有总分') : '正在打开'}
      words={{
        unit: '名考生',
        checked: () => '导入后阅卷随即结束，可以核对和发布。',
        undo: () =>
          '发布之前，只有考试的管理者看得到。文件不对可以“撤回导入”；个别成绩可在“成绩更正”中改；之后扫描的答题卡会取代导入的成绩。',
      }}
      facts={(r) => [{ name: '缺考', value: `${r.absent}名` }, ...lackingFact(r.lacking)]}
      preview={{
        rows: (r) => r.preview,
        rowKey: (c) => c.studentNumber,
        columns: [
          { key: 'studentName', name: '姓名', value: (c) => c.studentName },
          { key: 'studentNumber', name: '考号', value: (c) => c.studentNumber },
          ...(['objective', 'subjective'] as const).map((part) => ({
            key: part,
            name: part === 'objective' ? '客观题' : '主观题',
            unit: '分',
            number: true,
            value: (c: { absent: boolean; objective: number; subjective: number }) =>
              c.absent ? null : showScore(c[part]),
          })),
          {
            key: 'total',
            name: '合计',
            unit: '分',
            number: true,
            value: (c) => (c.absent ? '缺考' : showScore(c.objective + c.subjective)),
          },
        ],
      }}
      after={(r) =>
        r.added > 0 &&
        examId && (
          <div style={{ display: 'flex', flexWrap: 'wrap', gap: 8 }}>
            <ActionButton action={{ name: '核对并发布', primary: true, to: publishPath(paperId) }} />
            <ActionButton action={{ name: '成绩更正', to: fixPath(examId, paperId) }} />
            <ActionButton action={takingBack(examId, paperId, courseName)} />
          </div>
        )
      }
    >
      {none && paper && <OnlyTotals paper={paper} />}
      <p style={{ margin: 0 }}>
        用于在别处评好的试卷。模板里已有本场考生和题号：客观题填选项字母，主观题填得分，缺考的在“缺考”列填任意字。有“总分”列时会核对是不是各题之和。整份文件没有问题才会导入。
      </p>
    </JobScreen>
  )
}
