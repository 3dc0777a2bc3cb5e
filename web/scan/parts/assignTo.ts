/** A page that lies with the wrong candidate, on to the right one: from wherever the page is seen. */
import type { BatchId, PaperId } from '#shared/kit/ids.ts'
import { assignStudent, scriptList, undoSettlement } from '#shared/scan/scan.calls.ts'
import type { ScriptRow } from '#shared/scan/scan.calls.ts'
import { act, ask } from '#web/kit/ask.ts'
import { confirm, prompt, toast, undoable } from '#web/kit/notices.ts'
import { findStudent } from '../doubts/doubtItems.ts'

type At = { paperId: PaperId; batchId: BatchId; no: string; version: number }
/** Which page it is, whose it is while it lies in a script, and whether readers see scores of the paper. */
type Page = { page: number; owner?: string | undefined; released: boolean }

/** What is said before a page is moved to a script that has it, or of which readers see scores; null where nothing is. */
const warningOf = (who: Pick<ScriptRow, 'studentName' | 'pages'> | null, { page, owner, released }: Page) => {
  const taken = who?.pages.includes(page) === true
  const lacks = owner ? `${owner}的答卷从此缺第${page}页，这一页的题没有得分；移回以后，原来的评分和仲裁继续有效。` : ''
  const waits = taken ? `这一页将在“处理存疑”中等待比较，它后面的页留在原处。` : ''
  const seen = released ? '成绩已经发布：已发布的成绩不变，变化由管理人员核对后重新发布。' : ''
  if (!taken && !released) return null
  return { title: taken ? `${who.studentName}已有第${page}页` : '成绩已经发布', text: `${waits}${lacks}${seen}` }
}

/** Of a large exam only the first are here: a whole number is the server's to judge. */
const isNumber = (text: string): boolean => /^\d{4,18}$/.test(text)

/** Asks whose the page is, with the name in sight before it is given. */
export const assignTo = async ({ paperId, ...at }: At, of: Page): Promise<void> => {
  const { list, next } = await ask(scriptList, { paperId, pageSize: 1000 })
  const found = (text: string) => findStudent(text.trim(), list)
  const large = next !== undefined
  const typed = await prompt({
    title: '归到其他考生',
    text: '这一页移到所填考生的答卷里。那份答卷还没有这一页时，它后面没有考号的页一起移过去。',
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
  // Beyond the first of a large exam the number is looked up.
  const known = typeof who === 'string' ? (await ask(scriptList, { paperId, name: typed.trim() })).list[0] : who
  const warning = warningOf(known ?? null, of)
  if (warning && !(await confirm({ ...warning, ok: '仍然移过去', keeps: true }))) return
  const done = await act(assignStudent, { ...at, ...whose })
  const name = typeof who === 'string' ? typed.trim() : `${who.studentName}（${who.studentNumber}）`
  if (done.state !== 'matched') return toast('warning', `${name}的这一页已有一张扫描件，请在“处理存疑”中比较`)
  const also = done.also > 0 ? `，另有${done.also}页随它一起` : ''
  undoable(`已归到${name}${also}`, () => act(undoSettlement, { ...at, version: done.version }))
}
