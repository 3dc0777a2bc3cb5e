import { markingTasks } from '#shared/marking/marking.calls.ts'
import { useAsk } from '#web/kit/ask.ts'
import { Section } from '#web/kit/parts/Section.tsx'
import { WorkList } from '#web/kit/parts/WorkList.tsx'
import { useNarrow } from '#web/kit/parts/useNarrow.ts'
import { markPath, markingPaths, trialPath } from './marking.paths.ts'
import { deskBar, waitingLines } from './taskCards.ts'

/** The caller's marking that is not done; nothing where nothing waits. `leads`: the screen has no other primary. */
export const TasksWaiting = ({ leads }: { leads: boolean }) => {
  const { data } = useAsk(markingTasks, {}, { quiet: true, freshMs: 10_000 })
  const narrow = useNarrow()
  const waiting = waitingLines(data ?? [])
  if (waiting.length === 0) return null
  return (
    <Section title="等您评阅">
      <WorkList
        label="待阅试卷"
        items={waiting.map(({ begin, to, ...line }, i) => ({
          ...line,
          action: {
            name: to.locked ? '输入阅卷密码' : to.trial ? '先试评' : begin,
            to:
              deskBar(to, narrow) === null && to.trial
                ? trialPath(to)
                : deskBar(to, narrow) === null
                  ? markPath({ ...to, role: to.role === 'final' ? 'final' : undefined })
                  : markingPaths.tasks,
            primary: leads && i === 0,
          },
        }))}
      />
    </Section>
  )
}
