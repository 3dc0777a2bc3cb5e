import { takeSlips } from '#shared/school/people/student.calls.ts'
import type { JobId, SchoolId } from '#shared/kit/ids.ts'
import { ask } from '#web/kit/ask.ts'
import { confirm } from '#web/kit/notices.ts'
import { ActionButton } from '#web/kit/parts/ActionButton.tsx'

/** The first passwords of an import: a file that is made once, and can be downloaded for a day. */
export const Slips = ({ schoolId, importId, count }: { schoolId: SchoolId; importId: JobId; count: number }) => {
  const take = async () => {
    const text = '只能下载一次，之后系统中不再保留。请在打印机旁下载，打印后裁开分发。'
    if (!(await confirm({ title: `下载${count}个账号的初始密码条？`, text, ok: '下载' }))) return undefined
    return ask(takeSlips, { schoolId, importId })
  }
  return (
    <div>
      <ActionButton action={{ name: `下载初始密码条（${count}个账号）`, job: take }} />
    </div>
  )
}
