/** An edit in words. */
import type { ChangeWish } from '#shared/analysis/change.calls.ts'
import { itemName } from '#shared/analysis/changes/change.words.ts'
import { assigningSchemes } from '#shared/analysis/stats/assigned.schemes.ts'
import { unitTypes } from '#shared/card/card.types.ts'
import type { PaperQuestion } from '#shared/exam/exam.types.ts'
import { showScore } from '#shared/kit/score.ts'
import type { StateWish } from '#web/analysis/changes/changeFields.ts'

const whomOf = ({ numbers, classIds = [], schoolIds = [] }: StateWish): string =>
  classIds.length > 0
    ? `${classIds.length}个班的考生`
    : schoolIds.length > 0
      ? `${schoolIds.length}所学校的考生`
      : `${numbers.length}名考生`

/** An edit as the list of what will be changed shows it. */
export const wishInWords = (wish: ChangeWish, questions: readonly PaperQuestion[], ofTotal = false): string => {
  const number = 'questionId' in wish && questions.find((q) => q.questionId === wish.questionId)?.number
  const of = 'questionId' in wish ? itemName(number || '?', ofTotal) : ''
  switch (wish.kind) {
    case 'key': {
      const answers = wish.accepted.map((a) => `${a.letters}得${showScore(a.points)}分`)
      const tiers = (wish.tiers ?? []).map((t) => `选对${t.right}个得${showScore(t.points)}分`)
      return `${of}答案：${[...answers, ...tiers].join('，')}`
    }
    case 'all':
      return `${of}全体给满分`
    case 'drop':
      return `${of}作废`
    case 'add':
      return `${of}给${wish.numbers.length}名考生${wish.by < 0 ? '减' : '加'}${showScore(Math.abs(wish.by))}分`
    case 'set':
      return `考号${wish.number} ${of}改为${showScore(wish.score)}分`
    case 'weigh':
      return wish.percent === 0 ? `${of}不计入` : `${of}权重${wish.percent}%`
    case 'assign':
      return `${of}按“${assigningSchemes.find((s) => s.id === wish.schemeId)?.name ?? wish.schemeId}”赋分`
    case 'type':
      return `${of}改为${unitTypes[wish.unitType as keyof typeof unitTypes]}`
    case 'full':
      return `${of}满分改为${showScore(wish.fullScore)}分`
    case 'state':
      return `${whomOf(wish)}记为${{ absent: '缺考', void: '作废', zero: '零分', exempt: '免考' }[wish.state]}`
  }
}
