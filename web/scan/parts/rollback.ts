/** Asking why before many pages are taken out, and doing it once. */
import type { PaperId, UserId } from '#shared/kit/ids.ts'
import * as acts from '#shared/scan/act.calls.ts'
import { recognitionModeNames } from '#shared/scan/act.types.ts'
import type { RecognitionMode } from '#shared/scan/act.types.ts'
import type { BatchRow } from '#shared/scan/scan.calls.ts'
import { act, ask } from '#web/kit/ask.ts'
import { confirm, prompt } from '#web/kit/notices.ts'
import { randomId } from '#web/kit/ports.ts'

const why = (title: string, text: string): Promise<string | null> =>
  prompt({ title, text, input: { label: '原因', check: (t) => (t.trim().length >= 2 ? null : '请填写原因') } })

/** The job's id, or null when it was cancelled. */
export const removeBatch = async (b: BatchRow): Promise<string | null> => {
  const reason = await why('删除批次', `这个批次的${b.counts.pages}页会移到回收站，可以随时恢复。`)
  if (reason === null) return null
  return (await act(acts.deleteBatch, { batchId: b.batchId, actId: randomId(), reason: reason.trim() })).uuid
}

export const rollBackPaper = async (paperId: PaperId): Promise<string | null> => {
  const text = '所有上传人都可以重新上传，已上传的页全部移到回收站，可以随时恢复。已开始阅卷的，相关给分会作废。'
  const reason = await why('整科回退', text)
  if (reason === null) return null
  const input = { paperId, actId: randomId(), pages: true, reason: reason.trim() }
  return (await act(acts.rollbackWhole, input)).uuid ?? null
}

/** `pages`: what was uploaded goes to the bin as well. */
export const rollBackUploader = async (
  paperId: PaperId,
  of: { userId: UserId; userName: string; pages: number },
  pages: boolean,
): Promise<string | null> => {
  const text = pages
    ? `${of.userName}上传的${of.pages}页会移到回收站，可以随时恢复；已开始阅卷的，相关给分会作废。`
    : `${of.userName}可以继续上传，已上传的页不变。`
  const reason = await why(pages ? '回退并清空上传' : '回退确认', text)
  if (reason === null) return null
  const input = { paperId, userId: of.userId, actId: randomId(), pages, reason: reason.trim() }
  return (await act(acts.rollbackSingle, input)).uuid ?? null
}

export const switchMode = async (paperId: PaperId): Promise<string | null> => {
  const { mode, version } = await ask(acts.recognitionMode, { paperId })
  const to: RecognitionMode = mode === 'standard' ? 'strict' : 'standard'
  const text = `现在：${recognitionModeNames[mode]}。切换为：${recognitionModeNames[to]}。已识别的页会按新模式重新判断。`
  if (!(await confirm({ title: '切换识别模式', text, ok: '切换' }))) return null
  return (await act(acts.switchRecognitionMode, { paperId, mode: to, version })).uuid
}
