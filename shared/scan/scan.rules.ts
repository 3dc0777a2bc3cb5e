/** The rules of scanning without a store: what a page says in the end, who it may belong to, and the sums. */
import { isUnequal } from './uploading/sheetCount.rules.ts'
import type { SheetLedger } from './ledger.types.ts'
import { isMarkId } from './results/marks.rules.ts'
import { readingTexts } from './omr/doubt.rules.ts'
import type {
  Batch,
  MissingAccepted,
  PageStanding,
  ScanPage,
  Settlement,
  SheetDoubt,
  SheetDoubtKind,
  Slot,
  StoredReading,
} from './sheet.types.ts'

/** What each doubt means and what to do, for people. */
export const doubtTexts: Record<SheetDoubtKind, { name: string; todo: string }> = {
  ...readingTexts,
  noNumber: { name: '不知道是谁的', todo: '请指定考生' },
  absentMark: { name: '缺考标记有疑问', todo: '请确认考生是否缺考' },
  paperType: { name: '试卷类型有疑问', todo: '请看图确认考生做的是A卷还是B卷' },
  pick: { name: '选做题有疑问', todo: '请看图确认考生选做了哪几题；多选或漏选时按作答确定' },
  scoreBox: { name: '卷面打分有疑问', todo: '请看图确认阅卷人给了多少分' },
  likelyBlank: { name: '客观题全部未作答', todo: '请看图确认考生确实没有填涂，或填上考生的选择' },
  suspected: { name: '申报有误', todo: '请对照图像核对：读错的改正，不是本人的归到其他考生，没有错则确认' },
  uploader: { name: '不是该上传者的考生', todo: '请核对：确认是他的答题卡则指定考生，放错则作废后交给对应的上传者' },
}

/** Doubts that keep a page out of every script: who or what it is is not certain. */
const barring: readonly SheetDoubtKind[] = [
  'unreadable',
  'noAnchors',
  'foreignCard',
  'otherExam',
  'blankPage',
  'twoPages',
  'unknownStudent',
  'studentNumber',
  'noNumber',
  'duplicate',
  'pageMark',
  'uploader',
]
export const bars = (d: Pick<SheetDoubt, 'kind'>): boolean => barring.includes(d.kind)

/** Whether something was written or filled in on a page. */
export const wroteOn = ({ choices, blocks }: Pick<StoredReading, 'choices' | 'blocks'>): boolean =>
  Object.values(choices).some((letters) => letters !== null && letters !== '') || blocks.some((b) => !b.likelyBlank)

/** Letters by question: a person's before the machine's; null is still in doubt. */
export const choicesOf = (
  reading: Pick<StoredReading, 'choices'>,
  settled: Readonly<Record<string, string>>,
): Record<string, string | null> => ({
  ...reading.choices,
  ...Object.fromEntries(Object.entries(settled).filter(([id]) => !isMarkId(id))),
})

/** Whether two readings of a page show the same choices; null where there is no choice to compare. What is in doubt tells nothing. */
export const sameMarks = (
  one: Readonly<Record<string, string | null>>,
  other: Readonly<Record<string, string | null>>,
): boolean | null => {
  const known = Object.keys(one).filter((id) => typeof one[id] === 'string' && typeof other[id] === 'string')
  if (!known.some((id) => one[id] !== '' || other[id] !== '')) return null
  return known.every((id) => one[id] === other[id])
}

/** How a picture is turned to stand upright, of how its card lies in it: by quarters, since a scan that is a little askew stays so. */
export const uprightBy = (rotation: number | undefined): Slot['turn'] => {
  const quarters = (4 - (Math.round((rotation ?? 0) / 90) % 4)) % 4
  return quarters === 0 ? undefined : ((quarters * 90) as Slot['turn'])
}

/** Whose a page is, or was before it was taken out. */
export const ownerIn = (p: Pick<ScanPage, 'studentId' | 'journal'>): string | undefined =>
  p.studentId ?? p.journal.at(-1)?.before?.studentId

type Numbered = { studentId: string; studentNumber: string }

/** A digit that was not read, be it unclear or left out. */
const unread = 0.01

/** What stands in the columns where some at an end were left empty, so that a digit may be lacking within it. */
const lackingIn = (read: string): string | null => {
  const core = read.replace(/^\?+|\?+$/g, '')
  return core.length < read.length && /^\d+$/.test(core) ? core : null
}

const swapped = (read: string, i: number): string => read.slice(0, i) + read[i + 1]! + read[i]! + read.slice(i + 2)

/**
 * How many places differ; ? fits any digit but counts a little, and so does a digit that was left out of a number with empty
 * columns at an end. Two neighbours that were exchanged are one mistake. Infinity for another length.
 */
export const numberDistance = (read: string, real: string): number => {
  const core = lackingIn(read)
  if (core !== null && real.length === core.length + 1) {
    const at = [...core].findIndex((c, i) => c !== real[i])
    if (at < 0 || core.slice(at) === real.slice(at + 1)) return unread
  }
  if (read.length !== real.length) return Infinity
  const wrong = [...read].flatMap((c, i) => (c === real[i] || c === '?' ? [] : [i]))
  const [first, second, ...more] = wrong
  const exchanged = second !== undefined && more.length === 0 && second === first! + 1 && swapped(read, first!)
  const mistakes =
    exchanged && exchanged[first!] === real[first!] && exchanged[second] === real[second] ? 1 : wrong.length
  return mistakes + unread * [...read].filter((c) => c === '?').length
}

/** At most one mistake. */
const nearEnough = 1.2
/** Who has a sheet already is told at the queue: room for the others beside these. */
const mostNear = 30

/** Candidates whose numbers are at most one mistake away, nearest first. */
export const nearStudents = <T extends Numbered>(
  read: string | undefined,
  candidates: Iterable<T>,
): { studentId: T['studentId']; far: number }[] => {
  if (!read || !/\d/.test(read)) return []
  const near: { studentId: T['studentId']; studentNumber: string; far: number }[] = []
  for (const { studentId, studentNumber } of candidates) {
    const far = numberDistance(read, studentNumber)
    if (far <= nearEnough) near.push({ studentId, studentNumber, far })
  }
  return near
    .sort((a, b) => a.far - b.far || (a.studentNumber < b.studentNumber ? -1 : 1))
    .slice(0, mostNear)
    .map(({ studentId, far }) => ({ studentId, far }))
}

/**
 * What to ask a large roster for, so that every candidate at most one mistake away is among the answers: whole
 * numbers, and prefixes of which each has a hundred numbers at most. With more than two uncertain digits none is near
 * enough to be named, but who left one out of a shorter number.
 */
export const nearNumbers = (read: string): { prefixes: string[]; numbers: string[] } => {
  const none = { prefixes: [], numbers: [] }
  if (!/^[\d?]+$/.test(read) || !/\d/.test(read)) return none
  const digits = [...'0123456789']
  const unknown = [...read].flatMap((c, i) => (c === '?' ? [i] : []))
  const core = lackingIn(read)
  const lacking =
    core === null ? [] : [...core, ''].flatMap((_, i) => digits.map((d) => core.slice(0, i) + d + core.slice(i)))
  if (unknown.length > 2) return { prefixes: [], numbers: [...new Set(lacking)] }
  const filled = unknown.reduce(
    (all, at) => all.flatMap((n) => digits.map((d) => n.slice(0, at) + d + n.slice(at + 1))),
    [read],
  )
  if (unknown.length > 0) return { prefixes: [], numbers: [...new Set([...filled, ...lacking])] }
  // The last two digits are covered by one prefix; each digit before them may be the wrong one.
  const head = read.slice(0, -2)
  const numbers = [...head].flatMap((c, i) =>
    digits.filter((d) => d !== c).map((d) => read.slice(0, i) + d + read.slice(i + 1)),
  )
  const exchanged = [...head].flatMap((c, i) => (c === read[i + 1] ? [] : [swapped(read, i)]))
  return { prefixes: [head], numbers: [...numbers, ...exchanged] }
}

/** Who is meant most likely: the nearest of those that are still free, and only if no other is as near. */
export const suggested = <S extends string>(near: readonly { studentId: S; far: number }[]): S | null => {
  const [first, second] = near
  return first && (!second || second.far > first.far) ? first.studentId : null
}

/** Letters that are among the options, in the order of the options. null when one is not. */
export const orderedLetters = (letters: string, options: readonly string[]): string | null => {
  const given = new Set(letters)
  for (const letter of given) if (!options.includes(letter)) return null
  return options.filter((o) => given.has(o)).join('')
}

/** scan2.jpg before scan10.jpg. */
export const byName = (a: string, b: string): number => {
  const pieces = (s: string) => s.toLowerCase().match(/\d+|\D+/g) ?? []
  const [x, y] = [pieces(a), pieces(b)]
  for (let i = 0; i < Math.min(x.length, y.length); i++) {
    const [p, q] = [x[i]!, y[i]!]
    const digits = /^\d/.test(p) && /^\d/.test(q)
    const order = digits ? Number(p) - Number(q) || p.length - q.length : p < q ? -1 : p > q ? 1 : 0
    if (order !== 0) return order
  }
  return x.length - y.length || (a < b ? -1 : a > b ? 1 : 0)
}

/** In the order in which they are printed: 2 before 10. A store keeps them in any. */
export const byNumber = <T extends { number: string }>(of: readonly T[]): T[] =>
  [...of].sort((a, b) => byName(a.number, b.number))

export type ScriptState = {
  studentId: string
  state: 'present' | 'absent' | 'missing'
  /** Pages of the card that are not there although others are. */
  missingPages: number[]
  complete: boolean
  imageVersion: number
}

/** A student's script from its slots: derived every time, never set by hand (I7). */
export const scriptState = (studentId: string, own: readonly Slot[], absent: boolean): ScriptState => {
  const there = own.filter((s) => s.scanId !== undefined)
  const count = Math.max(0, ...there.map((s) => s.pageCount))
  const missingPages = Array.from({ length: count }, (_, i) => i + 1).filter((p) => !there.some((s) => s.page === p))
  const state = absent ? 'absent' : there.length > 0 ? 'present' : 'missing'
  return {
    studentId,
    state,
    missingPages,
    complete: state === 'present' && missingPages.length === 0 && there.every((s) => !s.waits),
    imageVersion: 1 + own.reduce((n, s) => n + s.imageVersion - 1, 0),
  }
}

/** Missing pages that are not accepted yet. */
export const openMissing = (
  states: readonly ScriptState[],
  accepted: readonly MissingAccepted[],
): { studentId: string; page: number }[] => {
  const known = new Set(accepted.filter((m) => m.accepted).map((m) => `${m.studentId}#${m.page}`))
  return states
    .filter((s) => s.state === 'present')
    .flatMap((s) => s.missingPages.map((page) => ({ studentId: s.studentId, page })))
    .filter((m) => !known.has(`${m.studentId}#${m.page}`))
}

/**
 * The sheet ledger (I8): handed = matched + duplicate + voided + open. It balances when nothing is open and no batch is
 * still being counted.
 */
export const ledgerOf = (
  paperId: SheetLedger['paperId'],
  batches: readonly Pick<Batch, 'state' | 'fed' | 'handed'>[],
  pages: readonly Pick<ScanPage, 'state' | 'waits'>[],
  states: readonly ScriptState[],
): SheetLedger => {
  const count = (state: ScanPage['state']) => pages.filter((p) => p.state === state).length
  const open = count('open')
  const present = states.filter((s) => s.state === 'present')
  return {
    paperId,
    handed: pages.length,
    matched: count('matched'),
    duplicate: count('duplicate'),
    voided: count('voided'),
    open,
    doubtful: pages.filter((p) => p.state === 'open' && p.waits).length,
    unequal: batches.filter(isUnequal).length,
    fedSheets: batches.reduce((n, b) => n + (b.fed?.sheets ?? 0), 0),
    balanced: open === 0 && batches.every((b) => b.state === 'recognised' && !isUnequal(b)),
    candidates: {
      present: present.length,
      absent: states.filter((s) => s.state === 'absent').length,
      missing: states.filter((s) => s.state === 'missing').length,
      incomplete: present.filter((s) => s.missingPages.length > 0).length,
    },
  }
}

/** What an undo takes back: the latest settlement that was not taken back already. null when its standing is forgotten. */
export const undoable = (journal: readonly Settlement[]): (Settlement & { before: PageStanding }) | null => {
  let skip = 0
  for (const entry of [...journal].reverse()) {
    if (entry.act === 'undo') skip++
    else if (skip > 0) skip--
    else return entry.before ? { ...entry, before: entry.before } : null
  }
  return null
}

/** Nothing was chosen on a page that asks to choose. */
export const nothingChosen = (choices: Readonly<Record<string, string | null>>): boolean => {
  const all = Object.values(choices)
  return all.length > 0 && all.every((c) => c === '')
}
/** What waits of such a page where a paper is recognised strictly. */
export const likelyBlank: SheetDoubt = { kind: 'likelyBlank', detail: '这一页的客观题全部没有填涂' }
