import { ownExam, ownResult } from '#shared/analysis/analysis.calls.ts'
import { markingProgress } from '#shared/exam/exam.types.ts'
import { dayStart, showDate } from '#shared/kit/time.ts'
import { isReadable, useOwnExams } from '#web/exam/ExamsAtWork.public.tsx'
import { useAsk } from '#web/kit/ask.ts'
import { Section } from '#web/kit/parts/Section.tsx'
import { Bars } from '#web/kit/parts/States.tsx'
import { WorkList } from '#web/kit/parts/WorkList.tsx'
import { serverNow } from '#web/kit/ports.ts'
import { ownResultsPath, resultPath } from './learning.paths.ts'
import { adviceOf, amendedText, resultSentence, weakestOwn } from './resultWords.ts'

/** A published version never changes, and a new one is no news of this minute. */
const quietly = { quiet: true, freshMs: 60_000 }
/** So many things are named to be done. */
const mostTodo = 3
const dayMs = 86_400_000

/** The newest result in a sentence, what to do first because of it, and the exam that comes next. */
export const OwnNewest = ({ ofChild }: { ofChild: boolean }) => {
  const exams = useOwnExams()
  const newest = exams.data?.list.find(isReadable)
  const own = useAsk(ownExam, newest && { examId: newest.examId }, quietly)
  // What stands while another exam is asked for is of the one before.
  const subjects = (!own.isPlaceholderData && own.data?.subjects) || []
  const weakest = weakestOwn(subjects)
  const result = useAsk(ownResult, weakest && { paperId: weakest.paperId }, quietly)
  const today = dayStart(serverNow())
  const next = exams.data?.list
    // Where answers are being marked, or a result was withdrawn, it has been sat.
    .filter((e) => e.examDate >= today && e.furthest <= markingProgress.cardUpload && !isReadable(e))
    .toSorted((a, b) => a.examDate - b.examDate)[0]
  if (exams.isPending || (newest && own.isPending)) return <Bars rows={2} height={64} />
  const todo =
    result.data && !result.isPlaceholderData && result.data.total !== null
      ? adviceOf(result.data).doNext.slice(0, mostTodo)
      : []
  return (
    <>
      {newest && weakest && (
        <Section title="最近成绩">
          <WorkList
            label="最近成绩"
            items={[
              {
                key: newest.examId,
                name: newest.examName,
                to: ownResultsPath(newest),
                text: [resultSentence(subjects), ...new Set(subjects.map(amendedText))].filter(Boolean).join('，'),
                action: { name: '查看成绩', to: ownResultsPath(newest), primary: true },
              },
              // The own answer sheet, where it is shown.
              ...(result.data && result.data.pages.length > 0
                ? [
                    {
                      key: 'paper',
                      name: ofChild ? '孩子的答卷' : '我的答卷',
                      to: resultPath(weakest.paperId),
                      // Where scores of questions are kept back nothing is written beside the answers.
                      text: `${weakest.courseName} · ${result.data.pages.length}页${result.data.items.length > 0 ? '，每题的得分写在旁边' : ''}`,
                    },
                  ]
                : []),
            ]}
          />
        </Section>
      )}
      {weakest && todo.length > 0 && (
        <Section title={ofChild ? '可以陪孩子先做' : '接下来先做'}>
          <WorkList
            label="接下来先做"
            items={todo.map(({ number, todo: name, why }) => ({
              ...{ key: number, text: why, to: resultPath(weakest.paperId) },
              name: weakest.ofTotal || subjects.length === 1 ? name : `${weakest.courseName}：${name}`,
            }))}
          />
        </Section>
      )}
      {next && (
        <Section title="下一场考试">
          <WorkList
            label="下一场考试"
            items={[
              {
                key: next.examId,
                name: next.examName,
                text: [
                  next.courses.map((c) => c.courseName).join('、'),
                  showDate(next.examDate),
                  next.examDate < today + dayMs
                    ? '今天'
                    : `还有${Math.round((dayStart(next.examDate) - today) / dayMs)}天`,
                ].join(' · '),
              },
            ]}
          />
        </Section>
      )}
    </>
  )
}
