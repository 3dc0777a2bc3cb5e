/** Pages that were handed in under the wrong subject, on to the right one. */
import { transferPages } from '#shared/scan/act.calls.ts'
import { batchDetail } from '#shared/scan/scan.calls.ts'
import { uploadStatistic } from '#shared/scan/uploading/uploader.calls.ts'
import type { BatchId, ExamId, PaperId } from '#shared/kit/ids.ts'
import { act, ask } from '#web/kit/ask.ts'
import { dialogue, toast } from '#web/kit/notices.ts'

type Subject = { paperId: PaperId; courseName: string }

/** Which subject of the exam? null when there is no other, or it was cancelled. */
const choose = async (examId: ExamId, from: PaperId, text: string): Promise<Subject | null> => {
  const { papers } = await ask(uploadStatistic, { examId })
  const others = papers.filter((p) => p.paperId !== from)
  if (others.length === 0) {
    toast('info', '这场考试只有一个科目')
    return null
  }
  return new Promise((resolve) =>
    dialogue({
      title: '转到其他科目',
      text,
      buttons: [
        { name: '取消', run: () => resolve(null) },
        ...others.map((p) => ({ name: p.courseName, run: () => resolve(p) })),
      ],
      onClose: () => resolve(null),
    }),
  )
}

/** Moves pages of one batch; answers how many, or null. */
export const transfer = async (
  of: { examId: ExamId; paperId: PaperId; batchId: BatchId },
  nos: readonly string[],
): Promise<number | null> => {
  const to = await choose(of.examId, of.paperId, `${nos.length}页会成为所选科目的一个新批次并在那里识别，从这里移出。`)
  if (to === null) return null
  let moved = 0
  for (let at = 0; at < nos.length; at += 500)
    moved += (await act(transferPages, { batchId: of.batchId, nos: nos.slice(at, at + 500), toPaperId: to.paperId }))
      .moved
  toast('success', `已转到${to.courseName}：${moved}页`)
  return moved
}

/** Every page of a batch. */
export const transferBatch = async (of: { examId: ExamId; paperId: PaperId; batchId: BatchId }): Promise<void> => {
  const nos: string[] = []
  let after: string | undefined
  do {
    const { list, next } = await ask(batchDetail, { batchId: of.batchId, pageSize: 500, ...(after ? { after } : {}) })
    nos.push(...list.filter((p) => p.state !== 'voided').map((p) => p.no))
    after = next
  } while (after !== undefined)
  if (nos.length === 0) toast('info', '这个批次没有可以转移的页面')
  else await transfer(of, nos)
}
