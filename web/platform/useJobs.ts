import { useEffect, useRef, useState } from 'react'
import { myJobs } from '#shared/platform/platform.calls.ts'
import { useAsk } from '#web/kit/ask.ts'
import { toast } from '#web/kit/notices.ts'
import { isOver, jobsInSight, jobsTold } from '#web/kit/progress.ts'

/** The caller's jobs, asked for often while one runs; says so once when one ends out of sight. */
export const useJobs = () => {
  const [running, setRunning] = useState(false)
  const asked = useAsk(myJobs, {}, { everyMs: running ? 4000 : 60_000, quiet: true, freshMs: 3000 })
  const jobs = asked.data
  const going = useRef(new Set<string>())
  useEffect(() => {
    if (!jobs) return
    for (const j of jobs) {
      if (!isOver(j.status)) going.current.add(j.uuid)
      else if (going.current.delete(j.uuid) && !jobsInSight.has(j.uuid) && !jobsTold.has(j.uuid)) {
        if (j.status === 40) toast('success', `${j.title}已完成，可在“我的任务”中查看`, { ms: 6000 })
        else if (j.cancelledAt !== undefined) toast('info', `${j.title}已取消`)
        else toast('error', `${j.title}没有完成：${j.message}`, { ms: 6000 })
      }
    }
    setRunning(going.current.size > 0)
  }, [jobs])
  return { ...asked, running: jobs?.filter((j) => !isOver(j.status)).length ?? 0 }
}
