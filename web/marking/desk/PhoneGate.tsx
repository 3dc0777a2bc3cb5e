import { useState } from 'react'
import type { ReactNode } from 'react'
import { useParams } from 'react-router'
import type { PaperId } from '#shared/kit/ids.ts'
import { markingTasks } from '#shared/marking/marking.calls.ts'
import { useAsk } from '#web/kit/ask.ts'
import { Bars, EmptyState } from '#web/kit/parts/States.tsx'
import { useNarrow } from '#web/kit/parts/useNarrow.ts'
import { markingPaths } from '../marking.paths.ts'
import { deskBar } from '../taskCards.ts'

/** A paper whose crops need a large screen is not marked on a phone. */
export const PhoneGate = ({ children }: { children: ReactNode }) => {
  const { paperId } = useParams() as { paperId: PaperId }
  const narrow = useNarrow()
  const [beganNarrow] = useState(narrow)
  const tasks = useAsk(markingTasks, narrow ? {} : undefined, { freshMs: 60_000, quiet: true })
  // A desk that is open stays while a window that became narrow asks: what is typed is not lost.
  if (narrow && beganNarrow && !tasks.data && !tasks.error) return <Bars rows={6} height={64} />
  const barred = tasks.data?.some((t) => t.paperId === paperId && deskBar({ largeScreen: t.largeScreen }, narrow))
  if (!narrow || !barred) return children
  return (
    <EmptyState
      empty={{
        title: '这份试卷要用电脑评阅',
        text: '考试的管理者没有允许用手机评阅，请换一台电脑登录。',
        action: { name: '返回阅卷任务', to: markingPaths.tasks },
      }}
    />
  )
}
