import { doubtList, scanCount } from '#shared/scan/scan.calls.ts'
import type { DoubtRow } from '#shared/scan/scan.calls.ts'
import { doubtTexts, openMissing, suggestStudent } from '#shared/scan/scan.rules.ts'
import { sheetDoubtKinds } from '#shared/scan/sheet.types.ts'
import type { ScanPage } from '#shared/scan/sheet.types.ts'
import { mayManage } from '#shared/exam/exam.rules.ts'
import type { Candidate } from '#shared/exam/exam.types.ts'
import { page as pageOfRows } from '#shared/kit/paging.ts'
import { signedUrl } from '#functions/kit/objects.ts'
import { implement } from '#functions/kit/serve.ts'
import { seenPaper } from './managed.ts'
import { scriptsOf, sheetsOf } from './scan.public.ts'
import type { Scripts } from './scan.public.ts'
import { missingsOfPaper, pages, slots } from './scan.store.ts'

type Waiting = { kind: 'page'; page: ScanPage } | { kind: 'missing'; studentId: string; page: number }

/** A page that will follow the one just before it in the queue is no doubt of its own. */
const leads = (before: ScanPage | undefined, page: ScanPage): boolean =>
  page.numberless === true &&
  page.doubts[0]?.kind === 'noNumber' &&
  before?.batchId === page.batchId &&
  before.code === page.code &&
  page.page !== undefined &&
  before.page === page.page - 1

/** Everything of a paper that waits, pages in the order of scanning, then what scripts lack. */
export const waitingOf = async (paperId: string, scripts: Scripts): Promise<Waiting[]> => {
  const [found, accepted] = await Promise.all([pages.queryIndex('gsi1', `doubts#${paperId}`), missingsOfPaper(paperId)])
  const own = found.filter((p, i) => p.waits && !leads(found[i - 1], p))
  const lacking = openMissing(scripts.states, accepted)
  return [
    ...own.map((page): Waiting => ({ kind: 'page', page })),
    ...lacking.map((m): Waiting => ({ kind: 'missing', ...m })),
  ]
}

const kindOf = (w: Waiting) =>
  w.kind === 'missing' ? ('missingPage' as const) : (w.page.doubts[0]?.kind ?? 'unreadable')

const shownStudent = (c: Candidate | null | undefined) =>
  c
    ? { studentId: c.studentId, studentName: c.studentName, studentNumber: c.studentNumber, className: c.className }
    : undefined

const sourceOf = (p: ScanPage): string => `${p.source.name}　第${p.source.page}页`
const urlOf = (key: string | undefined) => (key ? signedUrl(key) : Promise.resolve(undefined))

const rivalOf = async (p: ScanPage): Promise<DoubtRow['rival']> => {
  if (p.doubts[0]?.kind !== 'duplicate' || !p.studentId || p.page === undefined) return undefined
  const slot = await slots.get({ paperId: p.paperId, studentId: p.studentId, page: p.page })
  const other = slot?.batchId && slot.no ? await pages.get({ batchId: slot.batchId, no: slot.no }) : null
  return other ? { imageUrl: await urlOf(other.imageKey), source: sourceOf(other) } : undefined
}

const pageDoubt = async (
  p: ScanPage,
  byId: ReadonlyMap<string, Candidate>,
  free: readonly Candidate[],
): Promise<DoubtRow> => {
  const kind = p.doubts[0]?.kind ?? 'unreadable'
  const student = p.studentId ? byId.get(p.studentId) : undefined
  return {
    id: `${p.batchId}:${p.no}`,
    kind,
    ...doubtTexts[kind],
    batchId: p.batchId,
    no: p.no,
    version: p.version,
    source: sourceOf(p),
    doubts: await Promise.all(
      p.doubts.map(async ({ cropKey, ...d }) => ({ ...d, ...(cropKey ? { cropUrl: await signedUrl(cropKey) } : {}) })),
    ),
    imageUrl: await urlOf(p.imageKey),
    page: p.page,
    pageCount: p.pageCount,
    number: p.number,
    assignable: p.page !== undefined && p.code !== undefined,
    student: shownStudent(student),
    suggestion: p.state === 'open' && !student ? shownStudent(suggestStudent(p.number, free)) : undefined,
    rival: await rivalOf(p),
  }
}

const missingDoubt = (m: { studentId: string; page: number }, byId: ReadonlyMap<string, Candidate>): DoubtRow => {
  const c = byId.get(m.studentId)
  return {
    id: `missing:${m.studentId}:${m.page}`,
    kind: 'missingPage',
    ...doubtTexts.missingPage,
    source: c ? `${c.className} ${c.studentName}` : '',
    doubts: [{ kind: 'missingPage', detail: `${c?.studentName ?? ''}缺第${m.page}页，其他页已有` }],
    page: m.page,
    assignable: false,
    student: shownStudent(c),
  }
}

export const doubtHandlers = [
  implement(doubtList, async ({ input, caller }) => {
    const [{ exam }, scripts] = await Promise.all([seenPaper(input.paperId), scriptsOf(input.paperId)])
    const waiting = await waitingOf(input.paperId, scripts)
    const shown = pageOfRows(
      waiting.filter((w) => input.kind === undefined || kindOf(w) === input.kind),
      input,
    )
    const byId = new Map(scripts.candidates.map((c) => [c.studentId as string, c]))
    const counts = new Map<string, number>()
    for (const w of waiting) counts.set(kindOf(w), (counts.get(kindOf(w)) ?? 0) + 1)
    // Who has no such page yet: worked out once a page of the card, not once a doubt.
    const frees = new Map<number | undefined, Candidate[]>()
    const freeOf = (page: number | undefined): Candidate[] => {
      const known = frees.get(page)
      if (known) return known
      const taken = (c: Candidate) =>
        scripts.slots.get(c.studentId)?.some((s) => s.page === page && s.scanId !== undefined)
      const free = scripts.candidates.filter((c) => !taken(c))
      frees.set(page, free)
      return free
    }
    return {
      ...shown,
      list: await Promise.all(
        shown.list.map((w) => {
          if (w.kind === 'missing') return missingDoubt(w, byId)
          return pageDoubt(w.page, byId, freeOf(w.page.page))
        }),
      ),
      kinds: sheetDoubtKinds
        .map((kind) => ({ kind, name: doubtTexts[kind].name, count: counts.get(kind) ?? 0 }))
        .filter((k) => k.count > 0),
      mayManage: mayManage(exam, caller),
    }
  }),

  implement(scanCount, async ({ input }) => {
    const [{ pages: all }, scripts] = await Promise.all([sheetsOf(input.paperId), scriptsOf(input.paperId)])
    const waiting = all.filter((p) => p.waits)
    const of = (kind: string) => waiting.filter((p) => p.doubts.some((d) => d.kind === kind)).length
    const inState = (state: string) => scripts.states.filter((s) => s.state === state).length
    const must = waiting.filter((p) => p.state === 'open').length
    return {
      scanCount: all.length,
      waitingRecogCount: all.filter((p) => p.state === 'open' && p.readAt === undefined && p.imageKey).length,
      studentRecognitionCount: inState('present'),
      studentTotalCount: scripts.candidates.length,
      mustErrCount: must,
      noMustErrCount: waiting.length - must,
      errorCount: waiting.length,
      absentStudentCount: inState('absent'),
      unUploadStudentCount: inState('missing'),
      cornerErrorNumber: of('noAnchors'),
      sizeErrorNumber: of('scale'),
      cardExceptionNum: of('foreignCard') + of('otherExam') + of('unreadable') + of('blankPage') + of('pageMark'),
    }
  }),
]
