/** A page that lies with the wrong candidate, on to the right one: from wherever the page is seen. */
import type { BatchId, PaperId } from '#shared/kit/ids.ts'
import { assignStudent, scriptList, undoSettlement } from '#shared/scan/scan.calls.ts'
import { act, ask } from '#web/kit/ask.ts'
import { prompt, toast, undoable } from '#web/kit/notices.ts'
import { findStudent } from '../doubts/doubtItems.ts'

type At = { paperId: PaperId; batchId: BatchId; no: string; version: number }

/** Of a large exam only the first are here: a whole number is the server's to judge. */
const isNumber = (text: string): boolean => /^\d{4,18}$/.test(text)

/** Asks whose the page is, with the name in sight before it is given. */
export const assignTo = async ({ paperId, ...at }: At): Promise<void> => {
  const { list, next } = await ask(scriptList, { paperId, pageSize: 1000 })
  const found = (text: string) => findStudent(text.trim(), list)
  const large = next !== undefined
  const typed = await prompt({
    title: '归到其他考生',
    text: '这一页移到所填考生的答卷里；它后面没有考号的页一起移过去。',
    input: {
      label: '考生（考号、姓名或拼音）',
      shows: (text) => {
        const who = text === '' ? '' : found(text)
        return typeof who === 'string' ? undefined : `${who.studentName}　${who.studentNumber}　${who.className}`
      },
      check: (text) => {
        const who = found(text)
        return typeof who !== 'string' || (large && isNumber(text.trim())) ? null : who
      },
    },
  })
  if (typed === null) return
  const who = found(typed)
  const whose = typeof who === 'string' ? { studentNumber: typed.trim() } : { studentId: who.studentId }
  const done = await act(assignStudent, { ...at, ...whose })
  const name = typeof who === 'string' ? typed.trim() : `${who.studentName}（${who.studentNumber}）`
  if (done.state !== 'matched') return toast('warning', `${name}的这一页已有一张扫描件，请在“处理存疑”中比较`)
  const also = done.also > 0 ? `，另有${done.also}页随它一起` : ''
  undoable(`已归到${name}${also}`, () => act(undoSettlement, { ...at, version: done.version }))
}
