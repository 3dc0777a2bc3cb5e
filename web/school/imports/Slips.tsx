import { Button } from '@fluentui/react-components'
import { useState } from 'react'
import { takeSlips } from '#shared/school/people/student.calls.ts'
import type { JobId, SchoolId } from '#shared/kit/ids.ts'
import { ask } from '#web/kit/ask.ts'
import { confirm } from '#web/kit/notices.ts'
import { JobProgress } from '#web/platform/JobProgress.public.tsx'

/** The first passwords of an import: a file that is made once, and can be downloaded for a day. */
export const Slips = ({ schoolId, importId, count }: { schoolId: SchoolId; importId: JobId; count: number }) => {
  const [uuid, setUuid] = useState<JobId>()
  const [busy, setBusy] = useState(false)
  const take = async (): Promise<void> => {
    const text = '只能下载一次，之后系统中不再保留。请在打印机旁下载，打印后裁开分发。'
    if (busy || !(await confirm({ title: `下载${count}个账号的初始密码条？`, text, ok: '下载' }))) return
    setBusy(true)
    try {
      setUuid((await ask(takeSlips, { schoolId, importId })).uuid)
    } catch {
      // What was refused has been said.
      setBusy(false)
    }
  }
  return (
    <>
      <div>
        <Button disabledFocusable={busy} onClick={() => void take()}>
          {`下载初始密码条（${count}个账号）`}
        </Button>
      </div>
      {uuid && <JobProgress key={uuid} uuid={uuid} />}
    </>
  )
}
