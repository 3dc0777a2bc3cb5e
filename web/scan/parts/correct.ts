/** Saying what a candidate chose, or that something is wrong with a page. */
import type { BatchId } from '#shared/kit/ids.ts'
import { suspectPage } from '#shared/scan/exception.calls.ts'
import { confirmReading } from '#shared/scan/scan.calls.ts'
import { act } from '#web/kit/ask.ts'
import { prompt, toast } from '#web/kit/notices.ts'
import { chosenText } from '../words.ts'

type Choice = {
  questionId: string
  number: string
  page: number
  chosen: string | null
  batchId: BatchId
  no: string
  version: number
}
export const onPage = ({ batchId, no, version }: Pick<Choice, 'batchId' | 'no' | 'version'>) => ({
  batchId,
  no,
  version,
})

export const changeChoice = async (c: Choice): Promise<void> => {
  const letters = await prompt({
    title: `第${c.number}题`,
    text: `现在是“${chosenText(c.chosen)}”。请对照图像填写考生选了什么，未作答填 0。`,
    input: {
      label: '选项字母',
      check: (t) => (/^[A-Za-z]+$|^0$/.test(t.trim()) ? null : '请输入选项字母，未作答填 0'),
    },
  })
  if (letters === null) return
  const said = letters.trim() === '0' ? '' : letters.trim().toUpperCase()
  await act(confirmReading, { ...onPage(c), answers: [{ questionId: c.questionId, letters: said }] })
  toast('success', `第${c.number}题已改为“${said || '未作答'}”`)
}

export const suspect = async (c: Choice): Promise<void> => {
  const reason = await prompt({
    title: `标记第${c.page}页疑似有误`,
    text: '标记后这一页进入“处理存疑”，由处理人对照图像核对。',
    input: { label: '疑点', check: (t) => (t.trim().length >= 2 ? null : '请写明疑点') },
  })
  if (reason !== null) await act(suspectPage, { ...onPage(c), reason: reason.trim() })
}
