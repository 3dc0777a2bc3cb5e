/** Saying what a candidate chose, or that something is wrong with a page. */
import type { BatchId } from '#shared/kit/ids.ts'
import type { OutputOf } from '#shared/kit/call.ts'
import { judgedTyped } from '#shared/kit/judged.ts'
import type { studentChoices } from '#shared/scan/doubts/exception.calls.ts'
import { suspectPage } from '#shared/scan/doubts/exception.calls.ts'
import { confirmReading } from '#shared/scan/scan.calls.ts'
import { act } from '#web/kit/ask.ts'
import { prompt, toast } from '#web/kit/notices.ts'
import { chosenText } from '../stateWords.ts'

type Choice = {
  questionId: string
  number: string
  page: number
  chosen: string | null
  batchId: BatchId
  no: string
  version: number
  judged?: boolean | undefined
}
export const onPage = ({ batchId, no, version }: Pick<Choice, 'batchId' | 'no' | 'version'>) => ({
  batchId,
  no,
  version,
})

/** What is typed of a choice as letters; '' is none, null makes no sense. Full-width letters are letters. */
export const lettersTyped = (text: string, judged = false): string | null => {
  const typed = text.normalize('NFKC').trim().toUpperCase()
  if (typed === '0') return ''
  const letters = judged ? judgedTyped(typed) : typed
  return (judged ? /^[TF]$/ : /^[A-Z]+$/).test(letters) ? letters : null
}

export const changeChoice = async (c: Choice): Promise<void> => {
  const letters = await prompt({
    title: `第${c.number}题`,
    text: `现在是“${chosenText(c.chosen, c.judged)}”。请对照图像填写考生选了什么${c.judged ? '（对或错）' : ''}，未作答填 0。`,
    input: {
      label: c.judged ? '对或错' : '选项字母',
      check: (t) =>
        lettersTyped(t, c.judged) !== null
          ? null
          : c.judged
            ? '请填写对或错，未作答填 0'
            : '请输入选项字母，未作答填 0',
    },
  })
  if (letters === null) return
  const said = lettersTyped(letters, c.judged) ?? ''
  await act(confirmReading, { ...onPage(c), answers: [{ questionId: c.questionId, letters: said }] })
  toast('success', `第${c.number}题已改为“${chosenText(said, c.judged)}”`)
}

type Marked = OutputOf<typeof studentChoices>['marks'][number]

export const markName = (m: Pick<Marked, 'kind' | 'offered'>): string =>
  m.kind === 'paper' ? '试卷类型' : `选做题（${m.offered.join('、')}）`

export const markText = (m: Pick<Marked, 'kind' | 'chosen'>): string =>
  m.chosen === null ? '存疑' : m.kind === 'paper' ? `${m.chosen}卷` : m.chosen ? `选做第${m.chosen}题` : '都没有选做'

/** Why what is typed cannot stand; null where it can. The server judges the same. */
export const markBar = (m: Pick<Marked, 'kind' | 'offered' | 'most'>, text: string): string | null => {
  const typed = text
    .normalize('NFKC')
    .toUpperCase()
    .split(/[,、\s]+/)
    .filter(Boolean)
  if (m.kind === 'paper') return typed.length === 1 && m.offered.includes(typed[0]!) ? null : '请填写 A 或 B'
  if (typed.join() === '0') return null
  if (typed.length === 0 || typed.some((t) => !m.offered.includes(t)))
    return `请填写${m.offered.join('、')}中的题号，没有选做填 0`
  return typed.length > m.most ? `最多选${m.most}题` : null
}

/** A settled choice is no last word: it is changed, and both stand in the records. */
export const changeMark = async (m: Marked): Promise<void> => {
  const typed = await prompt({
    title: markName(m),
    text: `现在是“${markText(m)}”。请对照图像填写${m.kind === 'paper' ? '考生做的是A卷还是B卷' : '考生选做的题号，多个用逗号隔开，没有选做填 0'}。已评的分数会按新的选择重新计算。`,
    input: { label: m.kind === 'paper' ? '试卷类型' : '选做的题号', check: (t) => markBar(m, t) },
  })
  if (typed === null) return
  const said = typed.normalize('NFKC').trim().toUpperCase()
  await act(confirmReading, {
    ...onPage(m),
    answers: [{ questionId: m.questionId, letters: said === '0' ? '' : said }],
  })
  toast('success', `${markName(m)}已修改`)
}

export const suspect = async (c: Choice): Promise<void> => {
  const reason = await prompt({
    title: `标记第${c.page}页疑似有误`,
    text: '标记后这一页进入“处理存疑”，由处理人对照图像核对。',
    input: { label: '疑点', check: (t) => (t.trim().length >= 2 ? null : '请写明疑点') },
  })
  if (reason !== null) await act(suspectPage, { ...onPage(c), reason: reason.trim() })
}
