import { useParams, useSearchParams } from 'react-router'
import { changeStand } from '#shared/analysis/change.calls.ts'
import { changeToolNames } from '#shared/analysis/changes/change.tools.ts'
import { analysisProblems } from '#shared/analysis/analysis.problems.ts'
import { earlyTools } from '#shared/analysis/changes/change.types.ts'
import type { ChangeTool } from '#shared/analysis/changes/change.types.ts'
import { fullScoreOf } from '#shared/exam/exam.rules.ts'
import { ChangeId, ExamId, PaperId } from '#shared/kit/ids.ts'
import { showScore } from '#shared/kit/score.ts'
import { paperPath } from '#web/exam/exam.paths.ts'
import { fixPath } from '#web/marking/marking.paths.ts'
import type { OutputOf } from '#web/kit/ask.ts'
import { DetailScreen } from '#web/kit/screens/DetailScreen.tsx'
import type { Empty } from '#web/kit/screens/screen.types.ts'
import { NoticeScreen } from '#web/kit/screens/NoticeScreen.tsx'
import { publishPath, subjectsPath } from '../analysis.paths.ts'
import { changeForms } from './changeForms.ts'
import { Changed } from './Changed.tsx'
import { Journal } from './Journal.tsx'
import { MakeChange } from './MakeChange.tsx'
import { MergePapers } from './MergePapers.tsx'

type Stand = OutputOf<typeof changeStand>

const factsOf = (stand: Stand) => [
  { name: '科目', value: stand.courseName },
  { name: '满分', value: `${showScore(fullScoreOf(stand.questions))}分` },
  {
    name: '成绩',
    value: stand.early ? '阅卷中' : stand.current === null ? '还没有发布' : `已发布第${stand.current}版`,
  },
]

const barredBy = (
  { ofTotal }: Stand,
  title: string,
  { examId, paperId }: { examId: ExamId; paperId: PaperId },
): Empty =>
  ofTotal
    ? { title, text: '总分随各科一起发布，也可以在这里发布。', action: { name: '发布总分', to: publishPath(paperId) } }
    : {
        title,
        text: '阅卷开始以前，答案和分值在试题里改；阅卷中可以用“修改答案”和“机动分”，给一道题换答案、全体给分或作废。',
        action: { name: '设置试题', to: paperPath(examId, paperId) },
      }

/** While marking is going on only what puts a question right for all is taken. */
const barOf = ({ barred, early }: Stand, tool: ChangeTool): string | null =>
  barred ?? (early && !earlyTools.includes(tool) ? analysisProblems.changeTooEarly.message : null)

const Changing = ({ tool, examId, paperId }: { tool: ChangeTool; examId: ExamId; paperId: PaperId }) => {
  const [query, setQuery] = useSearchParams()
  const open = ChangeId.safeParse(query.get('change')).data
  const show = (changeId: ChangeId | undefined): void => setQuery(changeId ? { change: changeId } : {})
  return (
    <DetailScreen
      call={changeStand}
      input={{ paperId, ...(tool === 'miss-exam' ? { whole: true } : {}) }}
      title={changeToolNames[tool]}
      facts={factsOf}
      empty={(stand) => {
        // A paper has questions, and no courses that grades could be given in.
        if (tool === 'senior' && !stand.ofTotal)
          return {
            title: '赋分用在总分上',
            text: '先选择一个总分，再选给其中哪几科赋分。',
            action: { name: '选择总分', to: subjectsPath(tool, examId) },
          }
        const barred = barOf(stand, tool)
        return barred === null ? null : barredBy(stand, barred, { examId, paperId })
      }}
      actions={(stand) =>
        barOf(stand, tool) !== null
          ? []
          : open
            ? [{ name: '返回改动', run: () => show(undefined) }]
            : tool === 'score-edit'
              ? [{ name: '查看答卷', to: fixPath(examId, paperId) }]
              : []
      }
    >
      {(stand) =>
        open ? (
          <Changed key={open} paperId={paperId} changeId={open} onOpen={show} />
        ) : (
          <>
            {tool === 'exam-merge' ? (
              <MergePapers examId={examId} stand={stand} onMade={show} />
            ) : (
              <MakeChange key={tool} tool={tool} form={changeForms[tool]} stand={stand} onMade={show} />
            )}
            <Journal paperId={paperId} onOpen={show} />
          </>
        )
      }
    </DetailScreen>
  )
}

/** The one screen of every tool that changes results: 改动 → 预览 → 签字 → 生效 → 撤销. */
export const screenOf = (tool: ChangeTool) => {
  const Screen = () => {
    const { examId, paperId } = useParams()
    const [exam, paper] = [ExamId.safeParse(examId).data, PaperId.safeParse(paperId).data]
    return exam && paper ? (
      <Changing tool={tool} examId={exam} paperId={paper} />
    ) : (
      <NoticeScreen title={changeToolNames[tool]} empty={{ title: '试卷不存在或已删除' }} />
    )
  }
  return Screen
}
