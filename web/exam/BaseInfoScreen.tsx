import { useParams } from 'react-router'
import { examClasses, examDetail } from '#shared/exam/exam.calls.ts'
import { ExamId } from '#shared/kit/ids.ts'
import { showScore } from '#shared/kit/score.ts'
import { showDate, showTime } from '#shared/kit/time.ts'
import { useAsk } from '#web/kit/ask.ts'
import type { OutputOf } from '#web/kit/ask.ts'
import { DataTable } from '#web/kit/parts/DataTable.tsx'
import { ListPart } from '#web/kit/parts/ListPart.tsx'
import { Section } from '#web/kit/parts/Section.tsx'
import { StateMark } from '#web/kit/parts/StateMark.tsx'
import { EmptyState } from '#web/kit/parts/States.tsx'
import { pathTo } from '#web/kit/route.types.ts'
import { DetailScreen } from '#web/kit/screens/DetailScreen.tsx'
import { NoticeScreen } from '#web/kit/screens/NoticeScreen.tsx'
import { examPaths, rosterPath, toolboxPath } from './exam.paths.ts'
import { cardText, examTypeName, progressText, statusOf } from './states.ts'
import { useTools } from './tools/useTool.public.tsx'

type Detail = OutputOf<typeof examDetail>

const termText = (term: string): string => {
  const [year, half] = term.split('-')
  return `${year}学年第${half === '1' ? '一' : '二'}学期`
}

const factsOf = ({ exam }: Detail): { name: string; value: string }[] => [
  { name: '考试名称', value: exam.examName },
  { name: '考试类型', value: examTypeName(exam.examType) },
  { name: '年级', value: exam.gradeName },
  { name: '学期', value: termText(exam.term) },
  { name: '考试日期', value: showDate(exam.examDate) },
  ...(exam.schoolCount > 1 ? [{ name: '学校', value: `${exam.schoolCount}所` }] : []),
  { name: '班级', value: `${exam.classCount}个` },
  { name: '考生', value: `${exam.candidateCount}人` },
  { name: '创建人', value: exam.creatorName },
  { name: '创建时间', value: showTime(exam.createdAt) },
]

const Subjects = ({ papers }: Pick<Detail, 'papers'>) => (
  <Section title="科目">
    {papers.length === 0 ? (
      <EmptyState empty={{ title: '这场考试没有科目' }} />
    ) : (
      <DataTable
        label="科目"
        rows={papers}
        rowKey={(p) => p.paperId}
        columns={[
          { key: 'courseName', name: '科目', value: (p) => p.courseName, width: 120 },
          { key: 'questionCount', name: '题目', unit: '题', value: (p) => p.questionCount, number: true, width: 72 },
          { key: 'fullScore', name: '满分', unit: '分', value: (p) => showScore(p.fullScore), number: true, width: 72 },
          { key: 'card', name: '答题卡', value: (p) => cardText(Boolean(p.cardId)), width: 96 },
          {
            key: 'step',
            name: '进度',
            value: (p) => (p.status === 1 ? progressText(p) : statusOf(p).text),
            cell: (p) => (p.status === 1 ? progressText(p) : <StateMark {...statusOf(p)} />),
            width: 120,
          },
        ]}
      />
    )}
  </Section>
)

/** The facts of an exam as they stand, each with the tool that changes it. */
export const BaseInfoScreen = () => {
  const examId = ExamId.safeParse(useParams()['examId']).data
  const held = useTools(examId)
  const guest = useAsk(examDetail, examId ? { examId } : undefined).data?.guest
  if (!examId) return <NoticeScreen title="基本信息" empty={{ title: '考试不存在或已删除' }} />
  return (
    <DetailScreen
      call={examDetail}
      input={{ examId }}
      title={() => '基本信息'}
      badge={({ exam }) => statusOf(exam)}
      actions={({ mayManage }) => [
        ...(held?.['exam-base-info']
          ? [{ name: '修改考试信息', primary: true, to: pathTo(examPaths.facts, { examId }) }]
          : []),
        ...(mayManage ? [{ name: '考生名单', to: rosterPath(examId) }] : []),
        { name: '考试工具', to: toolboxPath(examId) },
      ]}
    >
      {(detail) => (
        <>
          <DataTable
            label="考试"
            scroll
            rows={factsOf(detail)}
            rowKey={(f) => f.name}
            columns={[
              { key: 'name', name: '项目', value: (f) => f.name, width: 96 },
              { key: 'value', name: '内容', value: (f) => f.value, width: 240 },
            ]}
          />
          <Subjects papers={detail.papers} />
          {guest === false && (
            <Section title="班级">
              <ListPart
                label="班级"
                call={examClasses}
                input={{ examId }}
                rowTo={(c) => `${rosterPath(examId)}?classId=${c.classId}`}
                rowKey={(c) => c.classId}
                columns={[
                  { key: 'className', name: '班级', value: (c) => c.className, width: 160 },
                  {
                    key: 'candidateCount',
                    name: '考生',
                    unit: '人',
                    value: (c) => c.candidateCount,
                    number: true,
                    width: 72,
                  },
                ]}
                empty={{ title: '这场考试没有班级' }}
              />
            </Section>
          )}
        </>
      )}
    </DetailScreen>
  )
}
