import { MessageBar, MessageBarBody } from '@fluentui/react-components'
import type { SchoolId } from '#shared/kit/ids.ts'
import { studentsCounting } from '#shared/school/people/student.calls.ts'
import { useAsk } from '#web/kit/ask.ts'

/** Said while a large import runs: the numbers of lists follow its rows. */
export const CountingNote = ({ schoolId }: { schoolId: SchoolId }) => {
  const { data } = useAsk(studentsCounting, { schoolId })
  if (!data?.coming) return null
  return (
    <MessageBar intent="info">
      <MessageBarBody>正在导入{data.coming}名学生，人数和查找结果还在更新，请稍后刷新。</MessageBarBody>
    </MessageBar>
  )
}
