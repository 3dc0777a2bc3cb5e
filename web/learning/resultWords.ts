/** What a student reads of a result. Pure. */
import type { OwnSubject, ownResult } from '#shared/analysis/analysis.calls.ts'
import { itemWords } from '#shared/analysis/reports/report.ts'
import { stateNames } from '#shared/analysis/transcript.rules.ts'
import { optionName, percent } from '#shared/analysis/report.words.ts'
import type { ownAppeals } from '#shared/analysis/appeal.calls.ts'
import type { OutputOf } from '#shared/kit/call.ts'
import { showScore } from '#shared/kit/score.ts'
import { unmarkedWords, withoutWords } from '#shared/kit/report/report.types.ts'
import { showDay, showTime } from '#shared/kit/time.ts'

type Result = OutputOf<typeof ownResult>
type Item = Result['items'][number]

/** How an item is called: a question of a paper, or a paper of a total. */
export const itemName = (number: string, ofTotal = false): string =>
  itemWords[ofTotal ? 'total' : 'paper'].named(number)

/** How a question went: its colour. */
export const howOf = (item: Pick<Item, 'score' | 'fullScore'>): 'right' | 'part' | 'wrong' =>
  item.score === item.fullScore ? 'right' : item.score === 0 ? 'wrong' : 'part'

/** The same in words, with the score; of a page that is missing nothing is said but that. */
export const scoreText = (item: Pick<Item, 'score' | 'fullScore' | 'lacked'>): string => {
  if (item.lacked) return `缺页，满分${showScore(item.fullScore)}`
  const word = { right: '满分', part: `失${showScore(item.fullScore - item.score)}分`, wrong: '未得分' }[howOf(item)]
  return `${word} ${showScore(item.score)} / ${showScore(item.fullScore)}`
}

/**
 * What a teacher's pen writes beside an answer: of a choice a sign, of what was written the score, each with its number
 * where several share a place. '' where there is nothing to say.
 */
export const signText = (items: readonly Pick<Item, 'number' | 'score' | 'fullScore' | 'lacked'>[], choice: boolean) =>
  items
    .filter((i) => !i.lacked)
    .map((i) => {
      const score = `${showScore(i.score)}/${showScore(i.fullScore)}`
      const said = choice ? { right: '✓', part: `½ ${score}`, wrong: '×' }[howOf(i)] : score
      return items.length > 1 ? `${i.number}：${said}` : said
    })
    .join('　')

/** What the own result is held against, where not all schools of a joint exam are in it. */
export const besideText = ({ without, unmarked }: Pick<Result, 'without' | 'unmarked'>): string => {
  const out = [
    ...(without ? [withoutWords({ schools: without, names: [] })] : []),
    ...(unmarked ? [unmarkedWords(unmarked)] : []),
  ]
  return out.length > 0 ? `名次和全体得分率${out.join('，')}` : ''
}

/** Why there is no score where the answers are there. */
export const unmarkedText = '阅卷提前结束，你的答卷没有全部评完，所以这一科没有成绩，也不参加排名；如有疑问请联系老师。'

/** Of a group of optional questions without an answer: its page is missing, or it was not answered. */
export const groupText = ({ fullScore, lacked }: NonNullable<Result['unanswered']>[number]): string =>
  lacked ? `缺页，满分${showScore(fullScore)}` : `未作答 0 / ${showScore(fullScore)}`

/** What no page was handed in for: it counts nothing, so the total says so; '' where every page is there. */
export const lackedText = ({ items, unanswered = [] }: Pick<Result, 'items' | 'unanswered'>): string => {
  const out = [
    ...items.filter((i) => i.lacked).map((i) => ({ numbers: [i.number], fullScore: i.fullScore })),
    ...unanswered.filter((g) => g.lacked),
  ]
  if (out.length === 0) return ''
  const sum = out.reduce((n, { fullScore }) => n + fullScore, 0)
  return `缺页：第${out.flatMap((o) => o.numbers).join('、')}题没有收到，共${showScore(sum)}分没有计入；请联系老师。`
}

/** Questions and groups of which none was answered, in the order of the paper. */
export const inPaperOrder = <I extends { number: string }, G extends { numbers: readonly string[] }>(
  items: readonly I[],
  groups: readonly G[],
): ({ item: I } | { group: G })[] => {
  const before = (a: string | undefined, b: string): boolean =>
    a !== undefined && a.localeCompare(b, 'zh', { numeric: true }) < 0
  const open = [...groups]
  const all = items.flatMap((item): ({ item: I } | { group: G })[] => {
    const due = open.filter((g) => before(g.numbers[0], item.number))
    for (const g of due) open.splice(open.indexOf(g), 1)
    return [...due.map((group) => ({ group })), { item }]
  })
  return [...all, ...open.map((group) => ({ group }))]
}

export const choiceText = ({
  chosen,
  answer,
  judged = false,
  lacked,
}: Pick<Item, 'chosen' | 'answer' | 'judged' | 'lacked'>): string =>
  chosen === undefined || lacked
    ? ''
    : `${chosen === '' ? '未作答' : `选 ${optionName(chosen, judged)}`}，答案 ${optionName(answer ?? '', judged)}`

/** What the score was made of, a line a point; of deductions those alone that were made. */
export const earnedLines = ({ earned }: Pick<Item, 'earned'>): { text: string; got: boolean }[] => {
  if (!earned) return []
  const { kind, points } = earned
  if (kind === 'levels') return points.map((p) => ({ text: p.name, got: true }))
  if (kind === 'deduct')
    return points.flatMap((p) => (p.chosen ? [{ text: `${p.name} −${showScore(p.score)}`, got: false }] : []))
  return points.map((p) => ({ text: `${p.name} ${p.chosen ? `+${showScore(p.score)}` : '未得'}`, got: p.chosen }))
}

/** Who the others are: of optional questions those who chose the same. */
export const othersOf = ({ optional }: Pick<Item, 'optional'>): string => (optional ? '选做者' : '全体')

/** From this share on most have done it right. */
const most = 0.7

/** What went well and what to do next, from how all candidates did in the same questions. */
export const adviceOf = ({
  items,
  unanswered = [],
  short = [],
  wentWell,
  doNext,
  ofTotal,
}: Pick<Result, 'items' | 'unanswered' | 'short' | 'wentWell' | 'doNext' | 'ofTotal'>) => {
  const byNumber = new Map(items.map((i) => [i.number, i]))
  const found = (numbers: readonly string[]): Item[] => numbers.flatMap((n) => byNumber.get(n) ?? [])
  return {
    wentWell: found(wentWell).map((i) => ({
      number: i.number,
      text:
        i.score === i.fullScore
          ? `${itemName(i.number, ofTotal)}得了满分，${othersOf(i)}得分率只有${percent(i.scoreRate)}`
          : `${itemName(i.number, ofTotal)}得分率${percent(i.score / i.fullScore)}，${othersOf(i)}${percent(i.scoreRate)}`,
    })),
    doNext: [
      // All of its points are lost, and one of the questions would have been enough.
      ...unanswered
        .filter((g) => !g.lacked)
        .map(({ numbers, fullScore }) => ({
          number: numbers.join('、'),
          todo: `补做第${numbers.join('、')}题（选做）`,
          why: `一题也没有作答，失${showScore(fullScore)}分`,
        })),
      ...short.map(({ numbers, left, fullScore }) => ({
        number: numbers.join('、'),
        todo: `补做第${numbers.join('、')}题${numbers.length > left ? `中的${left}题` : ''}（选做）`,
        why: `少答了${left}题，失${showScore(fullScore)}分`,
      })),
      ...found(doNext).map((i) => ({
        number: i.number,
        // A paper is not done again as a question is: its own result says what in it.
        todo: ofTotal ? `先补${i.number}` : `重做第${i.number}题`,
        why: `失${showScore(i.fullScore - i.score)}分，${!ofTotal && (i.scoreRate ?? 0) >= most ? '多数同学做对了' : '低于同学的平均'}（${othersOf(i)}得分率${percent(i.scoreRate)}）`,
      })),
    ],
  }
}

/** Whether a score may be asked about now, until when, and how often; `questions`: of how many the score is shown. */
export const appealLine = (
  { closed, opens = 0, closes = 0, asks, left }: Omit<OutputOf<typeof ownAppeals>, 'list'>,
  questions: number,
): string => {
  if (closed === 'off') return '申诉已关闭'
  if (closed === 'before') return `${showTime(opens)}开始`
  if (closed === 'over') return `已于${showTime(closes)}截止`
  if (closed === 'others') return `由${asks.map((a) => ({ student: '学生', parent: '家长' })[a]).join('或')}提出`
  if (questions === 0) return '没有公布各题得分，不能申诉'
  return left > 0 ? `${showTime(closes)}截止，还可以申诉${left}题` : '可以申诉的题数已用完'
}

/** The own score of one subject of an exam: what stands in its place where it is not there, or is not shown. */
export const subjectScore = ({ result }: Pick<OwnSubject, 'result'>): string => {
  if (!result) return '未发布'
  const { state, scored, total, fullScore } = result
  if (total !== null) return `${showScore(total)} / ${showScore(fullScore)}`
  return state === 'present' && !scored ? '已评阅' : stateNames[state]
}

/** Level and rank, as far as they are shown. */
export const placeText = ({ result }: Pick<OwnSubject, 'result'>): string => {
  if (!result) return ''
  const { level, rank, candidates, rankBand } = result
  const place = rank === null ? rankBand : `第${rank}名${candidates === null ? '' : `，共${candidates}人`}`
  return [level, place].filter(Boolean).join(' · ')
}

export const amendedText = ({ result }: Pick<OwnSubject, 'result'>): string =>
  result?.correctedAt === undefined ? '' : `${showDay(result.correctedAt)}有更正`

const shareOf = ({ result }: OwnSubject): number =>
  result?.total === null || result === undefined ? 1 : result.total / result.fullScore

/** A result in a sentence, as far as it is shown: the total, where one is published, else each subject that is. */
export const resultSentence = (subjects: readonly OwnSubject[]): string => {
  const total = subjects.find((s) => s.ofTotal && s.result)
  const told = total ? [total] : subjects.filter((s) => s.result)
  const said = (s: OwnSubject): string => `${s.courseName} ${subjectScore(s)}`
  // Of several each has its score alone, so that the sentence stays one.
  const [only] = told
  return only && told.length === 1
    ? [said(only), placeText(only).replaceAll(' · ', '，')].filter(Boolean).join('，')
    : told.map(said).join('，')
}

/** Whose questions are named to be done first: the total's, which are its subjects, else those of the weakest subject. */
export const weakestOwn = (subjects: readonly OwnSubject[]): OwnSubject | undefined => {
  const told = subjects.filter((s) => s.result)
  return told.find((s) => s.ofTotal) ?? told.toSorted((a, b) => shareOf(a) - shareOf(b))[0]
}
