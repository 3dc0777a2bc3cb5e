import { MessageBar, MessageBarActions, MessageBarBody } from '@fluentui/react-components'
import type { PaperId } from '#shared/kit/ids.ts'
import { confirmMany } from '#shared/scan/doubts/exception.calls.ts'
import { ignoreDoubts } from '#shared/scan/uploading/sheetCount.calls.ts'
import { doubtList } from '#shared/scan/scan.calls.ts'
import type { DoubtRow } from '#shared/scan/doubts/doubt.types.ts'
import { act, ask } from '#web/kit/ask.ts'
import { confirm, toast } from '#web/kit/notices.ts'
import { ActionButton } from '#web/kit/parts/ActionButton.tsx'
import { why } from '../parts/rollback.ts'

const thrownOut = ['blankPage', 'unreadable', 'noAnchors', 'otherExam', 'foreignCard', 'duplicate'] as const
const accepted = ['scale', 'likelyBlank'] as const

type Of = { kind: DoubtRow['kind']; name: string; count: number }
const among = <K extends string>(all: readonly K[], kind: string): kind is K =>
  (all as readonly string[]).includes(kind)

const throwOut = async (paperId: PaperId, kind: (typeof thrownOut)[number], of: Of): Promise<void> => {
  const reason = await why(`全部作废：${of.name}`, `${of.count}页会移到回收站，可以随时恢复。别人正在处理的不变。`)
  if (reason === null) return
  let ignored = 0
  for (;;) {
    const done = await act(ignoreDoubts, { paperId, kind, reason })
    ignored += done.ignored
    if (done.ignored === 0 || done.left === 0) break
  }
  toast('success', `已作废${ignored}页`)
}

/** Only pages of which this is the one thing in doubt. */
const confirmAll = async (paperId: PaperId, kind: (typeof accepted)[number], of: Of): Promise<void> => {
  const text = `共${of.count}页：识别结果全部按现在的保留。还有其他存疑的页不变。`
  if (!(await confirm({ title: `全部核对无误：${of.name}`, text, ok: '全部确认' }))) return
  let confirmed = 0
  let after: string | undefined
  do {
    const { list, next } = await ask(doubtList, { paperId, kind, pageSize: 100, ...(after ? { after } : {}) })
    const pages = list.flatMap((r) =>
      r.batchId && r.no && r.version !== undefined && r.doubts.every((d) => d.kind === kind)
        ? [{ batchId: r.batchId, no: r.no, version: r.version, accept: [kind] }]
        : [],
    )
    if (pages.length > 0) confirmed += (await act(confirmMany, { paperId, pages })).confirmed
    after = next
  } while (after !== undefined)
  toast('success', `已确认${confirmed}页`)
}

/** Doubts of one kind, all at once: a stack of white sheets, a whole printing at another scale. */
export const BulkBar = ({ paperId, of }: { paperId: PaperId; of: Of | undefined }) => {
  if (!of || of.count < 2) return null
  const { kind } = of
  const action = among(thrownOut, kind)
    ? { name: '全部作废', danger: true, run: () => throwOut(paperId, kind, of) }
    : among(accepted, kind)
      ? { name: '全部核对无误', run: () => confirmAll(paperId, kind, of) }
      : null
  return (
    action && (
      <MessageBar>
        <MessageBarBody>
          “{of.name}”共{of.count}页，看过以后可以一起处理。
        </MessageBarBody>
        <MessageBarActions>
          <ActionButton size="small" action={action} />
        </MessageBarActions>
      </MessageBar>
    )
  )
}
