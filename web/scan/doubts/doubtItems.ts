/** The queue of doubts as a person works through it: one entry a decision. Pure. */
import type { StudentId } from '#shared/kit/ids.ts'
import { judgedLetters } from '#shared/kit/judged.ts'
import type { DoubtRow } from '#shared/scan/doubts/doubt.types.ts'
import { isUnclear } from '#shared/scan/doubts/unclear.rules.ts'
import { grain, isUntouched } from '#shared/scan/doubts/untouched.rules.ts'
import { isMarkId, markChoices } from '#shared/scan/results/marks.rules.ts'
import { bars } from '#shared/scan/scan.rules.ts'
import { chosenText } from '../stateWords.ts'

type Doubt = DoubtRow['doubts'][number]
export type DoubtItem = {
  key: string
  row: DoubtRow
  doubt: Doubt
  /** blank: all questions of a page on which nothing was seen, as one; unclear: those of one most of which could not be read. */
  mode: 'page' | 'question' | 'missing' | 'accept' | 'blank' | 'unclear'
}

/** Of all of a page's questions: there is no piece to look at but the page. */
export const isOfPage = ({ mode }: Pick<DoubtItem, 'mode'>): boolean => mode === 'blank' || mode === 'unclear'

/** What a person decides. */
export type Decision =
  | { act: 'assign'; studentId: StudentId }
  | { act: 'number'; studentNumber: string }
  | { act: 'letters'; letters: string }
  /** None of the page's questions was answered. */
  | { act: 'blank' }
  /** They are gone through one by one: nothing is decided yet. */
  | { act: 'open' }
  | { act: 'void'; reason: string }
  | { act: 'keep'; keep: 'old' | 'new' }
  /** Two students filled in one number: the sheet that has the place is another candidate's. */
  | { act: 'oldIs'; studentId: StudentId }
  | { act: 'accept'; absent?: boolean }
  /** The page belongs to whom the one fed before it belongs to. */
  | { act: 'back' }
  | { act: 'transfer' }
  | { act: 'missing' }

export type DecisionChoice = { key: string; name: string; value: Decision; opens?: () => string; danger?: boolean }

/** Questions that the one decision over a blank page is about. */
export const untouchedOf = (row: Pick<DoubtRow, 'doubts'>): string[] =>
  row.doubts.flatMap((d) => (isUntouched(d) ? [d.questionId!] : []))

const keyOfQuestion = (row: Pick<DoubtRow, 'id'>, doubt: Doubt): string => `${row.id}:${doubt.questionId ?? doubt.kind}`

/** The page's questions that are one decision first, unless it is to be gone through. */
const together = (row: DoubtRow): { mode: 'blank' | 'unclear'; is: (doubt: Doubt) => boolean } | null => {
  if (row.blank) return { mode: 'blank', is: isUntouched }
  return row.unclear ? { mode: 'unclear', is: isUnclear } : null
}

/**
 * A page that is in no script is one decision; one in its place is a decision for each doubt, and for all its choices
 * together where nothing was seen on any of them or most could not be read, unless it is to be gone through (`opened`, ids of rows).
 */
export const itemsOf = (rows: readonly DoubtRow[], opened: ReadonlySet<string> = new Set()): DoubtItem[] =>
  rows.flatMap((row): DoubtItem[] => {
    if (row.kind === 'missingPage') return [{ key: row.id, row, doubt: row.doubts[0]!, mode: 'missing' }]
    const first = row.doubts[0] ?? { kind: row.kind }
    if (row.doubts.length === 0 || row.doubts.some(bars)) return [{ key: row.id, row, doubt: first, mode: 'page' }]
    const whole = opened.has(row.id) ? null : together(row)
    const asOne = whole && row.doubts.find(whole.is)
    // Whether the candidate was there at all comes first: of who was absent no answer is asked about.
    const absences = row.doubts.filter((d) => d.kind === 'absentMark')
    return [...absences, ...row.doubts.filter((d) => d.kind !== 'absentMark')].flatMap((doubt): DoubtItem[] => {
      if (whole && asOne && whole.is(doubt))
        return doubt === asOne ? [{ key: `${row.id}:${whole.mode}`, row, doubt, mode: whole.mode }] : []
      const mode = doubt.questionId === undefined ? 'accept' : 'question'
      return [{ key: keyOfQuestion(row, doubt), row, doubt, mode }]
    })
  })

/** Its name in lists: what it is about, and whose. */
export const nameOf = ({ row, doubt, mode }: DoubtItem): string => {
  const whose = row.student?.studentName ?? ''
  if (mode === 'blank')
    return `${row.blank === 'script' ? '整卷' : `第${row.page ?? '?'}页`}客观题未涂（${untouchedOf(row).length}题）　${whose}`
  if (mode === 'unclear') return `第${row.page ?? '?'}页有${row.unclear!.asked}题看不清　${whose}`
  return mode === 'question'
    ? `第${doubt.number ?? '?'}题　${whose}`
    : `${(mode === 'accept' && doubt.kind !== 'suspected' && doubt.detail) || row.name}　${[whose, row.page && `第${row.page}页`].filter(Boolean).join(' ')}`
}

const lettersOf = (doubt: Doubt, states: readonly string[]): string =>
  (doubt.cells ?? [])
    .filter((c) => states.includes(c.state))
    .map((c) => c.value)
    .join('')

/** The recogniser's own bound: a cell this dark is in doubt for its shape, mostly a cross that cancels the mark. */
const heavy = 0.3

/**
 * What the student most likely chose: the clear marks; where there is none, the darkest of the faint ones. null where a
 * dark mark may have been cancelled and nothing else is marked, where it may be one of several that were chosen, or where
 * all may be the paper's own: a person must look.
 */
export const likelyLetters = (doubt: Doubt): string | null => {
  const cells = doubt.cells ?? []
  const clear = lettersOf(doubt, ['filled'])
  const faint = cells.filter((c) => c.state === 'doubt')
  const dark = faint.some((c) => c.ink >= heavy)
  if (clear !== '') return dark && doubt.unitType === 2 ? null : clear
  if (faint.length === 0 || dark) return null
  const darkest = Math.max(...faint.map((c) => c.ink))
  if (darkest < grain) return null
  return faint
    .filter((c) => c.ink >= darkest / 2)
    .map((c) => c.value)
    .join('')
}

/** Paper A or B, optional questions, a score on paper: what is typed is not letters of one question. */
export const isMark = (doubt: Doubt): boolean => doubt.questionId !== undefined && isMarkId(doubt.questionId)

const markNames: Partial<Record<Doubt['kind'], (value: string) => string>> = {
  paperType: (value) => `${value}卷`,
  pick: (value) => `第${value.replaceAll(',', '、')}题`,
}

/**
 * As many of the optional questions as are to be chosen: the clear marks, and of the faint ones the darkest where the next one
 * has not half of its ink. null where too many are clear, or a dark one may have been cancelled.
 */
const likelyPick = ({ cells = [], most }: Doubt): string | null => {
  const clear = cells.filter((c) => c.state === 'filled')
  const lacking = (most ?? 0) - clear.length
  if (most === undefined || lacking < 0) return null
  const faint = cells.filter((c) => c.state === 'doubt').sort((a, b) => b.ink - a.ink)
  const [taken, left] = [faint.slice(0, lacking), faint[lacking]]
  if (lacking > 0) {
    const least = taken.at(-1)
    if (taken.length < lacking || !least || faint.some((c) => c.ink >= heavy)) return null
    if (least.ink < grain || (left && left.ink > least.ink / 2)) return null
  }
  return cells
    .filter((c) => clear.includes(c) || taken.includes(c))
    .map((c) => c.value)
    .join(',')
}

/** What a mark most likely says; null where a person must look. */
const likelyMark = (doubt: Doubt): string | null => {
  if (doubt.kind === 'pick') return likelyPick(doubt)
  const likely = doubt.kind === 'paperType' ? likelyLetters(doubt) : null
  return likely?.length === 1 ? likely : null
}

const choicesOfMark = (doubt: Doubt): DecisionChoice[] => {
  const name = markNames[doubt.kind] ?? String
  const likely = doubt.kind === 'pick' ? likelyMark(doubt) : null
  const sets = markChoices(doubt)
  const offered = [...sets.filter((s) => s === likely), ...sets.filter((s) => s !== likely)].map(
    (letters, i): DecisionChoice => {
      const key = doubt.kind === 'paperType' ? letters.toLowerCase() : String(i + 1)
      return { key, name: `${key.toUpperCase()}　${name(letters)}`, value: { act: 'letters', letters } }
    },
  )
  if (doubt.kind === 'paperType') return offered
  const none = doubt.kind === 'pick' ? '都没有选做' : '没有打分'
  return [...offered, { key: '0', name: `0　${none}`, value: { act: 'letters', letters: '' } }]
}

/** What is typed of a mark, for its field's name. */
export const markTyped: Partial<Record<Doubt['kind'], string>> = {
  paperType: 'A卷还是B卷',
  pick: '选做的题号（可多个，用逗号隔开）',
  scoreBox: '卷面上给的分数',
}

/** An option as the card prints it. */
export const printed = (value: string, { unitType }: Pick<Doubt, 'unitType'>): string =>
  chosenText(value, unitType === 3)

const questionChoices = (doubt: Doubt): DecisionChoice[] => {
  if (isMark(doubt)) return choicesOfMark(doubt)
  const cells = doubt.cells ?? []
  const say = (letters: string): Decision => ({ act: 'letters', letters })
  const likely = likelyLetters(doubt) ?? ''
  if (doubt.unitType === 2) {
    const marked = cells.filter((c) => c.state === 'filled' || c.state === 'doubt')
    // A cross that cancels a mark is ink on ink: without each of them, the darkest taken for crossed first.
    const without = marked
      .toSorted((a, b) => b.ink - a.ink)
      .map((out) => cells.flatMap((c) => (marked.includes(c) && c !== out ? c.value : [])).join(''))
    const offered = new Set([likely, lettersOf(doubt, ['filled']), lettersOf(doubt, ['filled', 'doubt']), ...without])
    return [
      ...[...offered]
        .filter((letters) => letters !== '')
        .slice(0, 9)
        .map((letters, i) => ({ key: String(i + 1), name: `${i + 1}　${letters}`, value: say(letters) })),
      { key: '0', name: '0　未作答', value: say('') },
    ]
  }
  return [
    ...cells.map((c) => ({
      key: c.value.toLowerCase(),
      name: doubt.unitType === 3 ? `${c.value}　${printed(c.value, doubt)}` : c.value,
      value: say(c.value),
    })),
    ...(likely.length > 1 ? [{ key: 'm', name: `M　多选 ${printed(likely, doubt)}`, value: say(likely) }] : []),
    { key: '0', name: '0　未作答', value: say('') },
  ]
}

/** Of a page's questions together. `open` shows them one by one. */
const choicesOfPage = ({ row, doubt, mode }: DoubtItem, open: (rowId: string) => void): DecisionChoice[] => {
  const none: DecisionChoice = { key: '0', name: '0　全部未作答', value: { act: 'blank' } }
  const reason = mode === 'blank' ? '扫反、漏扫或太淡，需重新扫描' : '大部分题看不清，需重新扫描'
  const opens = () => {
    open(row.id)
    return keyOfQuestion(row, doubt)
  }
  return [
    ...(mode === 'blank' ? [none] : []),
    { key: 'e', name: 'E　逐题核对', value: { act: 'open' }, opens },
    { key: 'v', name: 'V　作废重扫', value: { act: 'void', reason } },
  ]
}

/** Everything that one key may decide here. */
export const choicesFor = (
  item: DoubtItem,
  open: (rowId: string) => void = () => undefined,
  lacking: readonly Named[] = [],
): DecisionChoice[] => {
  const { row, doubt, mode } = item
  if (isOfPage(item)) return choicesOfPage(item, open)
  if (mode === 'question') return questionChoices(doubt)
  if (mode === 'missing') return [{ key: '1', name: '1　确认缺页', value: { act: 'missing' } }]
  if (mode === 'accept') {
    if (doubt.kind !== 'absentMark') return [{ key: '1', name: '1　核对无误', value: { act: 'accept' } }]
    return [
      { key: '1', name: '1　没有缺考', value: { act: 'accept', absent: false } },
      { key: '2', name: '2　确认缺考', value: { act: 'accept', absent: true } },
    ]
  }
  const out: DecisionChoice = { key: 'v', name: 'V　作废', value: { act: 'void', reason: row.name }, danger: true }
  if (row.kind === 'duplicate')
    return [
      { key: '1', name: '1　保留原来的', value: { act: 'keep', keep: 'old' } },
      { key: '2', name: '2　换成新的', value: { act: 'keep', keep: 'new' } },
      out,
    ]
  // A name alone may be two students of a class.
  const named = ({ studentName, className, studentNumber }: NonNullable<DoubtRow['suggestion']>): string =>
    `${studentName}（${className} ${studentNumber}）`
  const likely = row.suggestion
  const { before } = row
  const known = row.possible ?? (likely ? [likely] : [])
  const may: readonly (NonNullable<typeof likely> & { taken?: boolean | undefined })[] = !row.assignable
    ? []
    : known.length > 0
      ? known
      : lacking
  const stands = (taken: boolean | undefined): string =>
    taken ? `，已有第${row.page}页` : known.length > 0 ? '' : `，还缺第${row.page}页`
  return [
    ...may.map((c, i) => ({
      key: String(i + 1),
      name: `${i + 1}　${named(c)}${stands(c.taken)}`,
      value: { act: 'assign' as const, studentId: c.studentId },
    })),
    ...(before ? [{ key: 'f', name: `F　与前一张同一人：${named(before)}`, value: { act: 'back' as const } }] : []),
    ...(row.kind === 'otherExam' ? [{ key: 't', name: 'T　转到其他科目', value: { act: 'transfer' as const } }] : []),
    out,
  ]
}

/** Of more than these it is not told whose a page without a name may be. */
const mostLacking = 4

/** The few who have not handed in this page of the card: a page on which no name stands is one of theirs. */
export const lackingOf = (
  { row, mode }: Pick<DoubtItem, 'row' | 'mode'>,
  people: readonly (Named & { state: string; pages: readonly number[] })[],
): readonly Named[] => {
  const { page } = row
  if (mode !== 'page' || page === undefined || row.student || row.kind === 'duplicate') return []
  const few = people.filter((p) => p.state !== 'absent' && !p.pages.includes(page))
  return few.length <= mostLacking ? few : []
}

/** Why it is asked, and what is to be done. Of a question of which nothing was read it is not said that its marks are unclear. */
export const reasonOf = ({ row, doubt, mode }: DoubtItem): string => {
  if (mode === 'blank')
    return `${untouchedOf(row).length}题都没有读到填涂。可能交了白卷，也可能扫反、涂得太淡或扫描太浅，请看整页确认`
  if (mode === 'unclear')
    return `${row.unclear!.of}题中有${row.unclear!.asked}题看不清，多半是扫描太浅、反光、传真或复印件。有原卷就作废后重新扫描，没有就逐题核对`
  const untouched = mode === 'question' && isUntouched(doubt)
  if (row.kind === 'duplicate' && row.rival?.same === false)
    return `${doubt.detail ?? row.name}，两张的填涂不同：可能有一人填错了考号，请看卷面上的姓名。${row.todo}`
  const about = doubt.number && doubt.kind !== 'paperType' ? `第${doubt.number}题：` : ''
  return untouched && doubt.kind === 'faintMark'
    ? `${about}没有读到填涂。可能没有作答，也可能涂得太淡、扫描太浅，请看图确认`
    : `${about}${doubt.detail ?? row.name}。${row.todo}`
}

/**
 * Of two full marks where one is allowed one was mostly struck out, and so was one of several that are all dark: Enter must
 * not take points that the paper gives.
 */
const mayBeStruck = ({ cells = [], unitType }: Doubt, likely: string): boolean =>
  likely.length > 1 && (unitType !== 2 || cells.every((c) => c.state !== 'doubt'))

/** What Enter takes; nothing where a person must look first. */
export const suggestionFor = (item: DoubtItem): string | undefined => {
  const { row, doubt, mode } = item
  // A whole page is looked at: a pencil that the scan lost, and what was read of it, would be thrown away by Enter.
  if (isOfPage(item)) return undefined
  if (mode === 'question') {
    const likely = isMark(doubt) ? likelyMark(doubt) : likelyLetters(doubt)
    if (likely === null || (!isMark(doubt) && mayBeStruck(doubt, likely))) return undefined
    return choicesFor(item).find((c) => c.value.act === 'letters' && c.value.letters === likely)?.key
  }
  if (mode === 'missing') return undefined
  // What a person says is wrong is not waved through by Enter.
  if (mode === 'accept') return doubt.kind === 'absentMark' || doubt.kind === 'suspected' ? undefined : '1'
  // Two sheets that are not alike may be of two students: nothing is thrown away by Enter.
  if (row.kind === 'duplicate') return row.rival?.same ? '1' : undefined
  if (row.assignable) return row.suggestion ? '1' : undefined
  // A page that looks blank may be written on all the same: no student's writing is thrown away by Enter.
  return row.kind === 'otherExam' || row.kind === 'blankPage' ? undefined : 'v'
}

/** True or false, which a person writes as 对 and 错. */
export const isJudged = ({ cells = [] }: Doubt): boolean =>
  cells.length > 0 && cells.every((c) => (judgedLetters as readonly string[]).includes(c.value))

/** Of two sheets on one number either may be another candidate's. */
export const eitherIs = (
  row: Pick<DoubtRow, 'student'>,
  text: string,
  people: readonly Named[],
): { key: string; name: string; value: Decision }[] =>
  studentsMeant(text, people)
    .filter((p) => p.studentId !== row.student?.studentId)
    .slice(0, 3)
    .flatMap(({ studentId, studentName, studentNumber, className }) => {
      const name = `${studentName}　${studentNumber}　${className}`
      return [
        { key: `old:${studentId}`, name: `原来的是 ${name}`, value: { act: 'oldIs', studentId } },
        { key: `new:${studentId}`, name: `新的是 ${name}`, value: { act: 'assign', studentId } },
      ]
    })

export type Named = {
  studentId: StudentId
  studentName: string
  studentNumber: string
  pinyin: string
  className: string
}

/** Whom a typed text means: a whole number, a whole name, or a beginning that only one candidate has. */
export const findStudent = <T extends Named>(text: string, candidates: readonly T[]): T | string => {
  if (text.trim() === '') return '请输入考号、姓名或拼音'
  const found = studentsMeant(text, candidates)
  if (found.length === 1) return found[0]!
  if (found.length === 0) return '没有这样的考生，可输入考号、姓名或拼音'
  const some = found.slice(0, 4).map((c) => `${c.studentName} ${c.studentNumber}（${c.className}）`)
  return `有${found.length}名：${some.join('、')}${found.length > 4 ? '…' : ''}，请再输入几个字`
}

/** All whom a typed text may mean: who is named whole by it, and otherwise who begins or ends with it. */
export const studentsMeant = <T extends Named>(text: string, candidates: readonly T[]): readonly T[] => {
  const wanted = text.trim().toLowerCase()
  if (wanted === '') return []
  const whole = candidates.filter((c) => c.studentNumber === wanted || c.studentName === wanted)
  return whole.length > 0
    ? whole
    : candidates.filter(
        (c) =>
          c.studentName.includes(wanted) ||
          c.studentNumber.endsWith(wanted) ||
          c.studentNumber.startsWith(wanted) ||
          c.pinyin.split(' ').some((p) => p.startsWith(wanted)) ||
          c.pinyin.startsWith(wanted),
      )
}
