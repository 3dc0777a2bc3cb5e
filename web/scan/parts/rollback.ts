/** Asking why before many pages are taken out, and doing it once. Each answers its job, or nothing when it was cancelled. */
import type { ClassId, PaperId, UserId } from '#shared/kit/ids.ts'
import * as acts from '#shared/scan/act.calls.ts'
import { recognitionModeNames } from '#shared/scan/act.types.ts'
import type { RecognitionMode } from '#shared/scan/act.types.ts'
import type { BatchRow } from '#shared/scan/scan.calls.ts'
import { act, ask } from '#web/kit/ask.ts'
import { confirm, prompt } from '#web/kit/notices.ts'
import { randomId } from '#web/kit/ports.ts'

/** Asks for a reason; null when it is cancelled. */
export const why = async (title: string, text: string): Promise<string | null> => {
  const check = (t: string) => (t.trim().length >= 2 && t.trim().length <= 100 ? null : '请填写原因（2至100字）')
  return (await prompt({ title, text, input: { label: '原因', check } }))?.trim() ?? null
}

export type Started = { uuid?: string | undefined } | undefined

export const removeBatch = async (b: BatchRow): Promise<Started> => {
  const reason = await why('删除批次', `这个批次的${b.counts.pages}页会移到回收站，可以随时恢复。`)
  if (reason === null) return undefined
  return act(acts.deleteBatch, { batchId: b.batchId, actId: randomId(), reason })
}

export const rollBackPaper = async (paperId: PaperId): Promise<Started> => {
  const text = '所有上传人都可以重新上传，已上传的页全部移到回收站，可以随时恢复。已开始阅卷的，相关给分会作废。'
  const reason = await why('整科回退', text)
  if (reason === null) return undefined
  const input = { paperId, actId: randomId(), pages: true, reason }
  return act(acts.rollbackWhole, input)
}

/** `pages`: what was uploaded goes to the bin as well. */
export const rollBackUploader = async (
  paperId: PaperId,
  of: { userId: UserId; userName: string; pages: number },
  pages: boolean,
): Promise<Started> => {
  const text = pages
    ? `${of.userName}上传的${of.pages}页会移到回收站，可以随时恢复；已开始阅卷的，相关给分会作废。`
    : `${of.userName}可以继续上传，已上传的页不变。`
  const reason = await why(pages ? '回退并清空上传' : '回退确认', text)
  if (reason === null) return undefined
  const input = { paperId, userId: of.userId, actId: randomId(), pages, reason }
  return act(acts.rollbackSingle, input)
}

/** A class's pages go to the bin; its uploader may upload again. */
export const rollBackClass = async (
  paperId: PaperId,
  of: { classId: ClassId; className: string; present: number },
): Promise<Started> => {
  const text = `${of.className}已交的${of.present}份答题卡会移到回收站，可以随时恢复，上传人可以重新上传。已开始阅卷的，相关给分会作废。`
  const reason = await why('回退本班', text)
  if (reason === null) return undefined
  const input = { paperId, classIds: [of.classId], actId: randomId(), pages: true, reason }
  return act(acts.rollbackClasses, input)
}

export const switchMode = async (paperId: PaperId): Promise<Started> => {
  const { mode, version } = await ask(acts.recognitionMode, { paperId })
  const to: RecognitionMode = mode === 'standard' ? 'strict' : 'standard'
  const text = `现在：${recognitionModeNames[mode]}。切换为：${recognitionModeNames[to]}。已识别的页会按新模式重新判断。`
  if (!(await confirm({ title: '切换识别模式', text, ok: '切换' }))) return undefined
  return act(acts.switchRecognitionMode, { paperId, mode: to, version })
}
