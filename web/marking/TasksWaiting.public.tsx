import type { ReactNode } from 'react'
import { markingTasks } from '#shared/marking/marking.calls.ts'
import { useAsk } from '#web/kit/ask.ts'
import { WorkList } from '#web/kit/parts/WorkList.tsx'
import { markPath } from './marking.paths.ts'

/** The caller's marking that is not done, one line a paper; nothing where nothing waits. */
export const TasksWaiting = ({ heading }: { heading: ReactNode }) => {
  const { data } = useAsk(markingTasks, {}, { quiet: true, freshMs: 10_000 })
  const waiting = (data ?? []).filter((t) => t.done < t.total)
  if (waiting.length === 0) return null
  return (
    <>
      {heading}
      <WorkList
        label="待阅试卷"
        items={[...Map.groupBy(waiting, (t) => t.paperId)].map(([paperId, of]) => ({
          key: paperId,
          name: `${of[0]!.examName} · ${of[0]!.courseName}`,
          text: `第 ${[...new Set(of.map((t) => t.number))].join('、')} 题，还有 ${of.reduce((n, t) => n + t.total - t.done, 0)} 份待评`,
          action: { name: '开始评阅', to: markPath(of[0]!), primary: true },
        }))}
      />
    </>
  )
}
