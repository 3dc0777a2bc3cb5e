import { markingTasks } from '#shared/marking/marking.calls.ts'
import { useAsk } from '#web/kit/ask.ts'
import { Section } from '#web/kit/parts/Section.tsx'
import { WorkList } from '#web/kit/parts/WorkList.tsx'
import { markPath } from './marking.paths.ts'
import { taskCards } from './taskCards.ts'

/** The caller's marking that is not done, one line a paper; nothing where nothing waits. */
/** `leads`: the screen has no other primary. */
export const TasksWaiting = ({ leads }: { leads: boolean }) => {
  const { data } = useAsk(markingTasks, {}, { quiet: true, freshMs: 10_000 })
  const waiting = taskCards(data ?? []).filter((t) => t.left > 0 && !t.held)
  if (waiting.length === 0) return null
  return (
    <Section title="等您评阅">
      <WorkList
        label="待阅试卷"
        items={[...Map.groupBy(waiting, (t) => t.paperId)].map(([paperId, of], i) => ({
          key: paperId,
          name: `${of[0]!.examName} · ${of[0]!.courseName}`,
          text: `第 ${[...new Set(of.map((t) => t.number))].join('、')} 题，还有 ${of.reduce((n, t) => n + t.left, 0)} 份待评`,
          action: {
            name: '开始评阅',
            to: markPath({ ...of[0]!, role: of[0]!.role === 'final' ? 'final' : undefined }),
            primary: leads && i === 0,
          },
        }))}
      />
    </Section>
  )
}
