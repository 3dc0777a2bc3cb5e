import { MessageBar, MessageBarActions, MessageBarBody, MessageBarTitle } from '@fluentui/react-components'
import type { PaperId } from '#shared/kit/ids.ts'
import * as calls from '#shared/scan/doubts/exception.calls.ts'
import type { OutputOf } from '#shared/kit/call.ts'
import { act } from '#web/kit/ask.ts'
import { prompt } from '#web/kit/notices.ts'
import { ActionButton } from '#web/kit/parts/ActionButton.tsx'

type Status = OutputOf<typeof calls.cooperationStatus>

const open = async (paperId: PaperId): Promise<void> => {
  const groups = await prompt({
    title: '多人协作处理',
    text: '把存疑分成几组，每组由一人或几人处理；同一项不会同时交给两个人。',
    input: { label: '组数', check: (t) => (/^([1-9]|1\d|20)$/.test(t.trim()) ? null : '请输入1到20') },
  })
  if (groups !== null) await act(calls.openCooperation, { paperId, groups: Number(groups) })
}

/** Whether several people settle together, who they are and how far, and the way in. */
export const CooperationBar = ({ paperId, of }: { paperId: PaperId; of: Status }) => {
  if (!of.open)
    return of.mayManage && of.left > 20 ? (
      <MessageBar>
        <MessageBarBody>存疑较多，可以多人协作处理，互不重复。</MessageBarBody>
        <MessageBarActions>
          <ActionButton size="small" action={{ name: '开启协作', run: () => open(paperId) }} />
        </MessageBarActions>
      </MessageBar>
    ) : null
  const groups = Array.from({ length: of.groups }, (_, i) => i + 1)
  return (
    <MessageBar intent="info">
      <MessageBarBody>
        <MessageBarTitle>
          {of.joined === null ? `正在协作处理（${of.openedBy}开启）` : `您在第${of.joined}组`}
        </MessageBarTitle>
        剩余{of.left}项。
        {of.members.map((m) => `${m.userName}（第${m.groupIndex}组）已处理${m.settled}项`).join('；')}
      </MessageBarBody>
      <MessageBarActions>
        {of.joined === null &&
          groups.map((g) => (
            <ActionButton
              key={g}
              size="small"
              action={{ name: `加入第${g}组`, run: () => act(calls.joinCooperation, { paperId, groupIndex: g }) }}
            />
          ))}
        {of.mayManage && (
          <ActionButton
            size="small"
            action={{ name: '关闭协作', run: () => act(calls.closeCooperation, { paperId }) }}
          />
        )}
      </MessageBarActions>
    </MessageBar>
  )
}
