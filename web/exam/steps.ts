/** What stands where in an exam, and what comes next. Pure. */
import { examStatus, markingProgress } from '#shared/exam/exam.types.ts'
import type { Exam } from '#shared/exam/exam.types.ts'
import type { QuestionId } from '#shared/kit/ids.ts'
import { percentDone } from '#shared/kit/pace.ts'

export type StepState = 'done' | 'now' | 'later'
export type ExamStep = {
  key: 'paper' | 'card' | 'scan' | 'doubts' | 'marking' | 'publish'
  name: string
  /** Its column's head. */
  head: string
  /** What its glyph says; `untold` where it hangs on counts that the caller has not been told, or there is nothing of the kind. */
  meaning: 'none' | 'going' | 'waits' | 'done' | 'untold'
  /** A word or a number beside the glyph; nothing where the glyph says all. */
  short?: string
  state: StepState
  /** One line: what is there, what is missing. */
  text: string
  /** The question whose desk is the next place. */
  final?: QuestionId
}

type PaperFacts = { questionCount: number; missingKeys: number; cardId?: string | undefined }

/** `final`: a question that waits for the viewer's own word, once nothing else waits for its markers; of so many answers. */
type Marked = {
  done: number
  total: number
  about?: string | undefined
  final?: { questionId: QuestionId; answers: number } | undefined
}

/** What the counts of marking say of the viewer's own word: the first question that waits for it, once nothing else does. */
export const finalOf = (marks: {
  state: string
  questions: readonly { questionId: QuestionId; needFinal: number; total: number; done: number }[]
  arbitrates: readonly QuestionId[]
}): Marked['final'] => {
  const own = marks.questions.filter((q) => q.needFinal > 0 && marks.arbitrates.includes(q.questionId))
  const [first] = own
  return first && marks.state === 'open' && marks.questions.every((q) => q.total - q.done <= q.needFinal)
    ? { questionId: first.questionId, answers: own.reduce((n, q) => n + q.needFinal, 0) }
    : undefined
}

/** What is counted now: of the sheets, and of marking once it is open. */
export type LiveFacts = {
  handed: number
  present: number
  candidates: number
  /** Everything that waits for a person: the number of the queue, everywhere. */
  doubts: number
  balanced: boolean
  /** Pages that the machine has not come to yet: until it has, nothing can be said of what does not add up. */
  reading: number
  /** `about`: when it will be done, at the pace of the last minutes. */
  marked?: Marked | undefined
}

/** What became other of a published paper since: no reader sees it until it is published again. */
export type Since = { key: boolean; corrected: number; sheets: number; open: number; unmarked: number }

/** 答案或分值改过、3处得分或选择更正过；nothing where all is as it was published. */
export const sinceText = ({ key, corrected, sheets, open, unmarked }: Since): string =>
  [
    key ? '答案或分值改过' : '',
    corrected > 0 ? `${corrected}处得分或选择更正过` : '',
    sheets > 0 ? `多了${sheets}名考生的答卷` : '',
    open > 0 ? `新扫描的${open}页还没有归位` : '',
    unmarked > 0 ? `${unmarked}份答卷新到的作答还没有评` : '',
  ]
    .filter(Boolean)
    .join('、')

/** Marked without a card: the scores came from a file, and there is nothing to design or to scan. */
export const isFromFile = (p: { cardId?: string | undefined; markingProgress: number }): boolean =>
  p.cardId === undefined && p.markingProgress >= markingProgress.done

/**
 * The six steps of a paper. A step is done by its own facts or because a later one has begun; the first that is not done
 * is the next.
 */
export const stepsOf = (
  exam: Pick<Exam, 'status' | 'markingProgress'>,
  paper: PaperFacts,
  live?: LiveFacts,
  since?: Since,
): ExamStep[] => {
  const at = exam.markingProgress
  const released = exam.status === examStatus.released
  const changed = released && since ? sinceText(since) : ''
  // What has come since the publication is marked before it is published again.
  const unmarked = released ? (since?.unmarked ?? 0) : 0
  const marked = at >= markingProgress.marking && at < markingProgress.done ? live?.marked : undefined
  const final = marked?.final
  const whole = marked !== undefined && marked.total > 0 && marked.done === marked.total
  const reading = live !== undefined && live.reading > 0 && live.doubts === 0
  // Every page has its place, and yet there are more or fewer than the sheets that were put in: seen where they were put in.
  const unequal = live !== undefined && live.handed > 0 && !live.balanced && live.reading === 0 && live.doubts === 0
  const fromFile = isFromFile({ cardId: paper.cardId, markingProgress: at })
  const ready = paper.questionCount > 0 && paper.missingKeys === 0
  const done = {
    paper: ready,
    card: paper.cardId !== undefined || fromFile,
    scan: fromFile || (at >= markingProgress.cardExceptions && !reading && !unequal),
    // Of each paper by its own sheets where they are known: the exam stands where its last paper does.
    doubts:
      at >= markingProgress.marking ||
      (live ? live.handed > 0 && live.balanced && live.doubts === 0 : at > markingProgress.cardExceptions),
    marking: unmarked === 0 && (at >= markingProgress.done || exam.status >= examStatus.awaitingRelease),
    publish: released && changed === '',
  }
  // Sheets go on coming in until the publication: without their counts no tick is true.
  const untold = !live && !released && at >= markingProgress.cardExceptions
  const texts: Record<ExamStep['key'], string> = {
    paper:
      paper.questionCount === 0
        ? '还没有题目'
        : paper.missingKeys > 0
          ? `${paper.questionCount}题，${paper.missingKeys}题还没有答案`
          : `${paper.questionCount}题，答案齐全`,
    card: paper.cardId ? '已有答题卡' : fromFile ? '成绩由文件导入，没有答题卡' : '还没有答题卡',
    scan: fromFile
      ? '成绩由文件导入，没有扫描'
      : unequal
        ? '页数还没有对上，请核对'
        : live?.handed
          ? `已扫描 ${live.present} / ${live.candidates} 人，${live.handed} 页${live.reading > 0 ? `，${live.reading} 页正在识别` : ''}`
          : at >= markingProgress.cardExceptions
            ? '已有扫描'
            : '还没有扫描',
    doubts: fromFile
      ? '成绩由文件导入，没有存疑'
      : live?.doubts
        ? `存疑 ${live.doubts} 页`
        : reading
          ? '识别完再看'
          : done.doubts
            ? untold
              ? '由考试管理员处理'
              : '已处理'
            : at === markingProgress.cardExceptions
              ? '请核对识别存疑的试卷'
              : '扫描后处理',
    marking: done.marking
      ? '已完成'
      : unmarked > 0
        ? `${unmarked}份答卷新到的作答还没有评`
        : at >= markingProgress.marking
          ? final
            ? `${final.answers}份双评分差过大，等您仲裁`
            : live?.marked
              ? `已评 ${live.marked.done} / ${live.marked.total} 份作答`
              : '正在阅卷'
          : done.doubts && done.scan
            ? '扫描已处理完，可以安排阅卷'
            : '扫描处理完后安排',
    publish: changed
      ? `发布以后${changed}，重新发布才看得到`
      : released
        ? '成绩已发布'
        : done.marking
          ? '等待发布'
          : '阅卷完成后发布',
  }
  const shorts: Record<ExamStep['key'], Pick<ExamStep, 'meaning' | 'short'>> = {
    paper:
      paper.questionCount === 0
        ? { meaning: 'none' }
        : paper.missingKeys > 0
          ? { meaning: 'waits', short: `缺${paper.missingKeys}题答案` }
          : { meaning: 'done', short: `${paper.questionCount}题` },
    card: { meaning: fromFile ? 'untold' : done.card ? 'done' : 'none' },
    scan:
      untold || fromFile
        ? { meaning: 'untold' }
        : unequal
          ? { meaning: 'waits', short: '页数不符' }
          : scanShort(live, done.scan),
    doubts:
      untold || fromFile
        ? { meaning: 'untold' }
        : live?.doubts
          ? { meaning: 'waits', short: `${live.doubts}页` }
          : { meaning: done.doubts && !reading ? 'done' : 'none' },
    marking: done.marking
      ? { meaning: 'done' }
      : unmarked > 0
        ? { meaning: 'waits', short: `${unmarked}份未评` }
        : at >= markingProgress.marking
          ? final
            ? { meaning: 'waits', short: `${final.answers}份待仲裁` }
            : { meaning: 'going', ...(live?.marked ? { short: markedShort(live.marked) } : {}) }
          : done.doubts && done.scan
            ? { meaning: 'waits', short: '待安排' }
            : { meaning: 'none' },
    publish: changed
      ? { meaning: 'waits', short: '有改动' }
      : released
        ? { meaning: 'done' }
        : done.marking
          ? { meaning: 'waits', short: '待发布' }
          : { meaning: 'none' },
  }
  const names: [ExamStep['key'], string, string][] = [
    ['paper', '设置试题', '试题'],
    ['card', '设计答题卡', '答题卡'],
    ['scan', reading ? '识别进度' : unequal ? '核对页数' : '上传答题卡', '扫描'],
    ['doubts', '处理存疑', '存疑'],
    ['marking', final ? '去仲裁' : whole ? '结束阅卷' : '阅卷', '阅卷'],
    ['publish', changed ? '重新发布' : '发布成绩', '发布'],
  ]
  // The key may come late: scanning does not wait for it, so a missing key is "now" without barring what follows.
  const next = names.find(([key]) => !done[key])?.[0]
  return names.map(([key, name, head]) => ({
    key,
    name,
    head,
    ...shorts[key],
    text: texts[key],
    ...(key === 'marking' && final ? { final: final.questionId } : {}),
    state: done[key] ? 'done' : key === next ? 'now' : 'later',
  }))
}

/** 68%，约21:40 */
const markedShort = (marked: NonNullable<LiveFacts['marked']>): string =>
  [percentOf(marked), marked.about].filter(Boolean).join('，')

const percentOf = ({ done, total }: { done: number; total: number }): string => `${percentDone(done, total)}%`

const scanShort = (live: LiveFacts | undefined, done: boolean): Pick<ExamStep, 'meaning' | 'short'> => {
  if (!live?.handed) return { meaning: done ? 'done' : 'none' }
  const short = `${live.present}/${live.candidates}`
  return { meaning: live.present >= live.candidates || (done && live.balanced) ? 'done' : 'going', short }
}

/** What waits for a person comes first, then what is earlier on its way; of two alike the one with more to do. */
export const worstFirst = <T extends { steps: readonly ExamStep[]; doubts?: number | undefined }>(
  papers: readonly T[],
): T[] => {
  const rank = ({ steps }: T): number => {
    const waits = steps.findIndex((s) => s.meaning === 'waits')
    const now = steps.findIndex((s) => s.state === 'now')
    return waits >= 0 ? waits : now >= 0 ? 10 + now : 100
  }
  return [...papers].sort((a, b) => rank(a) - rank(b) || (b.doubts ?? 0) - (a.doubts ?? 0))
}

/** As they are shown to who can do nothing about them: the same facts, without the sign that calls. */
export const calm = (steps: readonly ExamStep[], mayManage: boolean): readonly ExamStep[] =>
  mayManage ? steps : steps.map((s) => (s.meaning === 'waits' ? { ...s, meaning: 'none' as const } : s))

/** Who goes on where the viewer may not: said where the next steps are, since none of them can be pressed. */
export const othersGoOn = (examOwner: string): string =>
  examOwner.startsWith('a:') ? '下一步由主办方完成。' : '下一步由考试创建人和学校管理员完成。'

export const nextStep = (steps: readonly ExamStep[]): ExamStep | undefined => steps.find((s) => s.state === 'now')
