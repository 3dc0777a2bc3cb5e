import { judgedLetters } from '#shared/kit/judged.ts'
import { showScore } from '#shared/kit/score.ts'
import { isObjective } from './exam.types.ts'
import type { Exam, Paper, PaperQuestion } from './exam.types.ts'

/** Types that manage every exam of their tenant (spec 2 §5: creator and grade-director rights, school administration). */
export const managerTypes = [1, 2, 15, 18, 19] as const

/** `grantedIn`: an exam of which the tool of this call was given to the viewer (`tool.rules.ts`). */
export type ExamViewer = { userId: string; userType: number; tenant: string; grantedIn?: string | undefined }

/**
 * Creating, editing, scanning, publishing: the creator and the owner's administrators; for a call of a tool also those to
 * whom the tool was given.
 */
export const mayManage = (
  exam: Pick<Exam, 'owner' | 'creatorId'> & { readonly examId?: string },
  viewer: ExamViewer,
): boolean =>
  viewer.userType === -1 ||
  (exam.owner === viewer.tenant &&
    (exam.creatorId === viewer.userId ||
      (viewer.grantedIn !== undefined && viewer.grantedIn === exam.examId) ||
      (managerTypes as readonly number[]).includes(viewer.userType) ||
      // Joint-exam management (spec 2 §2.4): every joint exam of the own area, also one that a colleague made.
      (viewer.userType === 13 && isJoint(exam))))

/** Of an area, and so of several schools. */
export const isJoint = ({ owner }: Pick<Exam, 'owner'>): boolean => owner.startsWith('a:')

/** Of optional questions only as many as are to be answered count. */
export const fullScoreOf = (questions: readonly Pick<PaperQuestion, 'fullScore' | 'optional'>[]): number => {
  const left = new Map(questions.flatMap((q) => (q.optional ? [[q.optional.group, q.optional.count] as const] : [])))
  return questions.reduce((n, q) => {
    if (!q.optional) return n + q.fullScore
    const more = left.get(q.optional.group)!
    left.set(q.optional.group, more - 1)
    return more > 0 ? n + q.fullScore : n
  }, 0)
}

/** Half score of a multiple choice when none is set: half of the full score, up for course 3, down otherwise, in whole points (spec 2 §5). */
export const defaultHalfScore = (fullScore: number, courseSort?: number): number => {
  const half = fullScore / 200
  return (courseSort === 3 ? Math.ceil(half) : Math.floor(half)) * 100
}

const letters = (n: number): string => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.slice(0, n)

/** What is wrong with a paper's questions, in the order of the questions; [] when nothing is. */
export const paperProblems = (questions: readonly PaperQuestion[]): string[] =>
  paperFaults(questions).map((f) => f.text)

export type PaperFault = { questionIds: readonly string[]; field?: keyof PaperQuestion; text: string }

/** The same with the questions and the field that each is about; none where it is about the paper. */
export const paperFaults = (questions: readonly PaperQuestion[]): PaperFault[] => {
  const faults: PaperFault[] = []
  if (questions.length === 0) faults.push({ questionIds: [], text: '试卷没有题目，请先添加题目' })
  const numbers = new Set<string>()
  const ids = new Set<string>()
  for (const q of questions) {
    const questionIds = [q.questionId]
    const say = (text: string, field?: keyof PaperQuestion) =>
      faults.push({ questionIds, text: `第${q.number}题：${text}`, ...(field ? { field } : {}) })
    if (q.number.trim() === '') faults.push({ questionIds, field: 'number', text: '有题目没有题号' })
    if (numbers.has(q.number)) say('题号重复', 'number')
    if (ids.has(q.questionId)) say('题目编号重复')
    numbers.add(q.number)
    ids.add(q.questionId)
    if (q.paperB && !isObjective(q)) say('只有客观题可以设置B卷答案')
    if (q.optional && isObjective(q)) say('只有主观题可以设为选做题')
    if (!isObjective(q)) {
      const step = q.markStep ?? 100
      if (q.fullScore % step !== 0)
        say(`满分${showScore(q.fullScore)}不是给分间隔${showScore(step)}的整数倍`, 'fullScore')
      if ((q.tolerance ?? 0) > q.fullScore) say('允许误差不能大于满分', 'tolerance')
      continue
    }
    const count = q.unitType === 3 ? 2 : (q.optionCount ?? 4)
    const allowed = q.unitType === 3 ? 'TF' : letters(count)
    const answer = q.answer ?? ''
    if ([...answer].some((c) => !allowed.includes(c))) say(`答案“${answer}”超出选项范围`, 'answer')
    if (new Set(answer).size !== answer.length || [...answer].sort().join('') !== answer)
      say('答案的选项要按顺序且不重复', 'answer')
    if (q.unitType !== 2 && answer.length > 1) say('只能有一个答案', 'answer')
    if (q.unitType === 2 && (q.halfScore ?? 0) > q.fullScore) say('半对得分不能大于满分', 'halfScore')
    const ofB = q.paperB?.answer
    if (ofB === undefined) continue
    if ([...ofB].some((c) => !allowed.includes(c))) say(`B卷答案“${ofB}”超出选项范围`)
    if (new Set(ofB).size !== ofB.length || [...ofB].sort().join('') !== ofB) say('B卷答案的选项要按顺序且不重复')
    if (answer !== '' && ofB.length !== answer.length) say('B卷答案的个数与A卷不同')
  }
  return [...faults, ...paperBProblems(questions), ...optionalProblems(questions)]
}

/** Every question has one place on paper B, among questions of its own kind. */
const paperBProblems = (questions: readonly PaperQuestion[]): PaperFault[] => {
  const objective = questions.filter(isObjective)
  if (!hasPaperB(questions)) return []
  const faults: PaperFault[] = []
  const places = new Map<string, string>()
  for (const q of objective) {
    const place = questions.find((p) => p.questionId === placeOnB(q))
    const say = (text: string) => faults.push({ questionIds: [q.questionId], text: `第${q.number}题：${text}` })
    if (!q.paperB) say('没有B卷答案')
    if (!place || place.unitType !== q.unitType || (place.optionCount ?? 4) !== (q.optionCount ?? 4))
      say('B卷上的位置要在同题型、同选项数的题目中')
    else if (places.has(place.questionId)) say(`B卷上的位置与第${places.get(place.questionId)}题相同`)
    else places.set(place.questionId, q.number)
  }
  return faults
}

/** Optional questions of a group earn the same, and fewer are to be answered than there are. */
const optionalProblems = (questions: readonly PaperQuestion[]): PaperFault[] => {
  const groups = new Map<string, PaperQuestion[]>()
  for (const q of questions) if (q.optional) groups.set(q.optional.group, [...(groups.get(q.optional.group) ?? []), q])
  return [...groups.values()].flatMap((own) => {
    const [first] = own
    const numbers = own.map((q) => q.number).join('、')
    const { count } = first!.optional!
    return [
      own.some((q) => q.optional!.count !== count) && `选做题第${numbers}题：要做的题数不一致`,
      own.some((q) => q.fullScore !== first!.fullScore) && `选做题第${numbers}题：满分要相同`,
      own.length <= count && `选做题第${numbers}题：要做的题数应少于题目数`,
    ].flatMap((text) => (text === false ? [] : [{ questionIds: own.map((q) => q.questionId), text }]))
  })
}

/** Whether candidates sat two papers, A and B, with an order and a key each. */
export const hasPaperB = (questions: readonly Pick<PaperQuestion, 'paperB'>[]): boolean =>
  questions.some((q) => q.paperB !== undefined)

/** The question of paper A in whose place, and so in whose row of the card, paper B has this one. */
export const placeOnB = (q: Pick<PaperQuestion, 'questionId' | 'paperB'>): string => q.paperB?.at ?? q.questionId

/**
 * Letters of paper B in those of paper A: the key's letters become the key's, in order, the others the others. Scores are
 * the same as under paper B's own key.
 */
export const lettersOfA = (
  q: Pick<PaperQuestion, 'unitType' | 'optionCount' | 'answer' | 'paperB'>,
  chosen: readonly string[],
): string[] => {
  const options = q.unitType === 3 ? [...judgedLetters] : [...letters(q.optionCount ?? 4)]
  const ordered = (key: string): string[] => [...key, ...options.filter((o) => !key.includes(o))]
  const [a, b] = [ordered(q.answer ?? ''), ordered(q.paperB?.answer ?? q.answer ?? '')]
  return chosen.map((c) => a[b.indexOf(c)] ?? c).sort()
}

/** Questions whose key is still missing: marking of objective questions waits for them. */
export const withoutKey = (paper: { readonly questions: readonly PaperQuestion[] }): PaperQuestion[] =>
  paper.questions.filter((q) => isObjective(q) && !q.answer)

/**
 * Score of an objective question (hundredths): the key gives all; a multiple choice that is incomplete but without a
 * wrong letter gives the half score; anything else gives nothing.
 */
export const objectiveScore = (
  q: Pick<PaperQuestion, 'unitType' | 'fullScore' | 'answer' | 'halfScore'>,
  chosen: readonly string[],
): number => {
  const key = q.answer ?? ''
  if (key === '' || chosen.length === 0) return 0
  const given = [...chosen].sort().join('')
  if (given === key) return q.fullScore
  if (q.unitType !== 2) return 0
  return chosen.every((c) => key.includes(c)) ? (q.halfScore ?? defaultHalfScore(q.fullScore)) : 0
}

/** Papers in the order in which their exam names them: an index has them by their ids. */
export const inOrder = <P extends { paperId: string }>(exam: Pick<Exam, 'papers'>, papers: readonly P[]): P[] => {
  const places = new Map(exam.papers.map((p, i) => [p.paperId as string, i]))
  const placeOf = (p: P): number => places.get(p.paperId) ?? places.size
  return papers.toSorted((a, b) => placeOf(a) - placeOf(b))
}

/** How a paper is named beside others, e.g. in a list of jobs. */
export const paperTitle = (exam: Pick<Exam, 'examName'>, paper: Pick<Paper, 'courseName'>): string =>
  `${exam.examName} ${paper.courseName}`

/**
 * The number that a candidate has in an exam: the roster's own where one school sits it. Numbers are a school's, so in a
 * joint exam the school's place stands before them, as wide as the last one's. `schoolCount`: of so many it was made. Of
 * schools that came later the place may be wider: it begins with as many zeros as no other place does.
 */
export const examNumber = (studentNumber: string, ordinal: number, schoolCount: number): string => {
  if (schoolCount <= 1) return studentNumber
  const width = String(schoolCount).length
  const place = String(ordinal).padStart(width, '0')
  return `${place.length === width ? place : '0'.repeat(width) + String(ordinal).padStart(4, '0')}${studentNumber}`
}

/** The order of a list of exams: by their date, of one day the last created first. */
export const lastHeldFirst = (a: Pick<Exam, 'examId' | 'examDate'>, b: Pick<Exam, 'examId' | 'examDate'>): number =>
  b.examDate - a.examDate || (a.examId < b.examId ? 1 : -1)
