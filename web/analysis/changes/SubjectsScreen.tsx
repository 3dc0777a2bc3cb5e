import { useParams } from 'react-router'
import { changeToolNames } from '#shared/analysis/changes/change.tools.ts'
import type { ChangeTool } from '#shared/analysis/changes/change.types.ts'
import { examCourses } from '#shared/exam/exam.calls.ts'
import { examTotals } from '#shared/exam/tools/total.calls.ts'
import { totalWords } from '#shared/exam/tools/total.rules.ts'
import { ExamId } from '#shared/kit/ids.ts'
import { totalPath } from '#web/exam/exam.paths.ts'
import { NotHeld, useTools } from '#web/exam/tools/useTool.public.tsx'
import { ListPart } from '#web/kit/parts/ListPart.tsx'
import { Page } from '#web/kit/parts/Page.tsx'
import { Section } from '#web/kit/parts/Section.tsx'
import { NoticeScreen } from '#web/kit/screens/NoticeScreen.tsx'
import { changePath } from '../analysis.paths.ts'

const Subjects = ({ tool, mode, examId }: { tool: ChangeTool; mode: string; examId: ExamId }) => (
  <Page title={changeToolNames[tool]}>
    {mode !== 'question-convert' && (
      <Section title={tool === 'senior' ? '给哪个总分赋分' : '总分按科折算'}>
        <ListPart
          label="总分"
          name="totals"
          call={examTotals}
          input={{ examId }}
          rowKey={(t) => t.paperId}
          rowTo={(t) => changePath(tool, examId, t.paperId)}
          columns={[
            { key: 'courseName', name: '总分', value: (t) => t.courseName, width: 140 },
            { key: 'parts', name: '由哪些科目相加', value: (t) => totalWords(t.parts), width: 360 },
          ]}
          empty={{
            title: '还没有总分',
            text: '各科的权重和赋分都计在总分里，先设置一个，例如 3+1+2；不赋分的总分可以另设。',
            action: { name: '设置总分', to: totalPath(examId) },
          }}
        />
      </Section>
    )}
    {tool !== 'senior' && mode !== 'course-convert' && (
      <Section title="一科按题折算">
        <ListPart
          label="科目"
          name="papers"
          call={examCourses}
          input={{ examId }}
          rowKey={(p) => p.paperId}
          rowTo={(p) => changePath(tool, examId, p.paperId)}
          columns={[{ key: 'courseName', name: '科目', value: (p) => p.courseName, width: 140 }]}
          empty={{ title: '这场考试没有科目' }}
        />
      </Section>
    )}
  </Page>
)

/** Which subject of an exam a tool is to change: papers question by question, totals paper by paper. */
export const subjectsOf = (tool: ChangeTool, mode: string) => {
  const Screen = () => {
    const examId = ExamId.safeParse(useParams()['examId']).data
    const held = useTools(examId)
    // What it lists is seen by more than those who hold the tool: they are told here, and not subject by subject.
    if (held && !held[tool]) return <NotHeld title={changeToolNames[tool]} />
    return examId ? (
      <Subjects tool={tool} mode={mode} examId={examId} />
    ) : (
      <NoticeScreen title={changeToolNames[tool]} empty={{ title: '考试不存在或已删除' }} />
    )
  }
  return Screen
}
