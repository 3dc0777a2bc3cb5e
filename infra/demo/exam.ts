/** One exam from an empty card to its exports, step by step, by the calls that its people make. */
import { exportReport, exportScans, exportTranscript } from '#shared/analysis/export.calls.ts'
import { ownResult, summary, transcript } from '#shared/analysis/analysis.calls.ts'
import { analysisProblems } from '#shared/analysis/analysis.problems.ts'
import { transcriptLines } from '#shared/analysis/reports/transcript.lines.ts'
import { publishPreview, publishScores } from '#shared/analysis/publication.calls.ts'
import { createCard, currentTemplate, cardDetail, publishCard } from '#shared/card/card.calls.ts'
import { printCard } from '#shared/card/print/print.calls.ts'
import type { CardGeometry } from '#shared/card/geometry/geometry.types.ts'
import { createExam, examPaper, examStudents, savePaper } from '#shared/exam/exam.calls.ts'
import { paperKnowledge, relateKnowledge } from '#shared/exam/tools/knowledge.calls.ts'
import { pointsOf } from '#shared/exam/tools/knowledge.rules.ts'
import type { PaperQuestion } from '#shared/exam/exam.types.ts'
import {
  acceptMissing,
  assignStudent,
  batchDetail,
  confirmReading,
  createBatch,
  doubtList,
  setAbsent,
  settleDuplicate,
  sheetStatistic,
  voidPage,
} from '#shared/scan/scan.calls.ts'
import type { DoubtRow } from '#shared/scan/doubts/doubt.types.ts'
import { scanProblems } from '#shared/scan/scan.problems.ts'
import type { ExamId, PaperId } from '#shared/kit/ids.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import type { Cell } from '#shared/kit/report/report.types.ts'
import { jobDone, Refusal } from './client.ts'
import type { Client, Uploaded } from './client.ts'
import { demoQuestions, keyOf, picksOf } from './examPaper.ts'
import type { PaperKind } from './examPaper.ts'
import type { DemoSchool } from './organisation.ts'
import { diceOf } from './paper/seed.ts'
import type { PageTruth } from './paper/paper.ts'
import { pdfOf, tiffOf, zipOf } from './paper/bundles.ts'
import { scanSheets } from './scans.ts'
import type { Scanned } from './scans.ts'

export type ExamRun = {
  admin: Client
  school: DemoSchool
  seed: string
  examId: ExamId
  paperId: PaperId
  questions: PaperQuestion[]
  candidates: { studentId: string; studentName: string; studentNumber: string; ability: number }[]
}

const openExam = (
  admin: Client,
  of: { school: DemoSchool; name: string; examType: number; classCount: number; course: number; examDate: number },
) =>
  admin.ask(createExam, {
    schoolId: of.school.schoolId as never,
    examName: of.name,
    examType: of.examType,
    gradeId: of.school.grades[0]!.gradeId as never,
    classIds: of.school.grades[0]!.classes.slice(0, of.classCount).map((c) => c.classId as never),
    courseIds: [of.school.courses[of.course]!.courseId as never],
    examDate: of.examDate,
  })

/** Creates the exam for the first classes of the lowest grade. */
export const beginExam = async (
  school: DemoSchool,
  of: { seed: string; name: string; examType: number; classCount?: number; course?: number; examDate: number },
): Promise<ExamRun> => {
  const { admin } = school
  const made = await openExam(admin, { school, classCount: 2, course: 0, ...of })
  const abilities = new Map(school.grades[0]!.students.map((s) => [s.number, s.ability]))
  const roster: ExamRun['candidates'] = []
  for (let pageNumber = 1; roster.length < made.candidateCount; pageNumber++) {
    const { list } = await admin.ask(examStudents, { examId: made.examId, pageNumber, pageSize: 500 })
    roster.push(...list.map((c) => ({ ...c, ability: abilities.get(c.studentNumber) ?? 0.6 })))
  }
  return {
    admin,
    school,
    seed: of.seed,
    examId: made.examId,
    paperId: made.paperIds[0]!,
    questions: [],
    candidates: roster,
  }
}

/** Types in the questions and the key. */
export const writePaper = async (run: ExamRun, kind: PaperKind): Promise<void> => {
  const { version } = await run.admin.ask(examPaper, { paperId: run.paperId })
  run.questions = demoQuestions(run.seed, kind)
  await run.admin.ask(savePaper, { paperId: run.paperId, questions: run.questions, version })
}

/** Neighbours that ask the same point of knowledge. */
const askedTogether = 3

/** Which points of its course's tree the questions ask: as a paper goes through its course, from the first to the last. */
export const relatePoints = async ({ admin, paperId }: Pick<ExamRun, 'admin' | 'paperId'>): Promise<void> => {
  const { tree, questions, ...paper } = await admin.ask(paperKnowledge, { paperId })
  const points = pointsOf(tree)
  let { version } = paper
  for (let i = 0; i < questions.length; i += askedTogether) {
    const questionIds = questions.slice(i, i + askedTogether).map((q) => q.questionId)
    const asked = points[Math.floor((i * points.length) / questions.length)]!
    version = (await admin.ask(relateKnowledge, { paperId, version, questionIds, points: [asked], adds: false }))
      .version
  }
}

export type Printed = { code: string; geometry: CardGeometry; pdf: Buffer; cardId: string }

/** Makes the card from the paper, publishes it and prints one blank copy. */
export const printBlank = async (run: ExamRun): Promise<Printed> => {
  const { admin, paperId } = run
  const { cardId } = await admin.ask(createCard, { paperId })
  const card = await admin.ask(cardDetail, { cardId })
  await admin.ask(publishCard, { cardId, version: card.version })
  const template = await admin.ask(currentTemplate, { paperId })
  if (!template) throw new Error('the published card is not there')
  const { uuid } = await admin.ask(printCard, { cardId, kind: 'blank' })
  const { files } = await admin.job(uuid)
  return { code: template.code, geometry: template.geometry, pdf: await admin.download(files[0]!.url), cardId }
}

/** The students sit the exam: all but the absent, whose first page is marked by the invigilator. */
export const sitExam = (
  run: ExamRun,
  printed: Printed,
  how: { range: 'ordinary' | 'demo'; maxDpi: number; habits: number; absent: number; sameEachYear?: boolean },
): Promise<Scanned[]> => {
  const dice = diceOf(`${run.seed}:absent`)
  const absent = new Set(Array.from({ length: how.absent }, () => dice.int(run.candidates.length)))
  return scanSheets({
    pdf: Uint8Array.from(printed.pdf),
    geometry: printed.geometry,
    key: keyOf(run.questions),
    picks: picksOf(run.questions),
    students: run.candidates.map((c, i) => ({
      // A number begins with a year.
      seed: `${run.seed}:${how.sameEachYear ? i : c.studentNumber}`,
      studentNumber: c.studentNumber,
      ability: c.ability,
      absent: absent.has(i),
    })),
    ...how,
  })
}

/** Which picture lies where in the files handed in: the person at the scanner knows. */
export type HandedIn = { batchId: string; truthOf: Map<string, PageTruth>; pages: number; uuid: string }

const at = (name: string, page: number): string => `${name}|${page}`

/** Hands the sheets in as schools do: single pictures, a zip, a PDF and a multi-page TIFF. */
export const handIn = async (run: ExamRun, scanned: readonly Scanned[], mixed: boolean): Promise<HandedIn> => {
  const truthOf = new Map<string, PageTruth>()
  const files: { name: string; bytes: Uint8Array }[] = []
  const quarter = mixed ? Math.ceil(scanned.length / 4 / 2) * 2 : 0
  const parts = [0, 1, 2].map((i) => scanned.slice(i * quarter, (i + 1) * quarter))
  const single = scanned.slice(3 * quarter)
  const [pdfPart, tiffPart, zipPart] = parts as [Scanned[], Scanned[], Scanned[]]
  const buffers = (of: Scanned[]) => of.map((s) => Buffer.from(s.image))
  if (pdfPart.length > 0) {
    files.push({ name: '一班.pdf', bytes: Uint8Array.from(await pdfOf(buffers(pdfPart))) })
    pdfPart.forEach((s, i) => truthOf.set(at('一班.pdf', i + 1), s.truth))
  }
  if (tiffPart.length > 0) {
    files.push({ name: '二班.tif', bytes: Uint8Array.from(await tiffOf(buffers(tiffPart))) })
    tiffPart.forEach((s, i) => truthOf.set(at('二班.tif', i + 1), s.truth))
  }
  if (zipPart.length > 0) {
    files.push({
      name: '补扫.zip',
      bytes: Uint8Array.from(await zipOf(zipPart.map((s) => ({ name: s.name, bytes: Buffer.from(s.image) })))),
    })
    zipPart.forEach((s) => truthOf.set(at(s.name, 1), s.truth))
  }
  for (const s of single) {
    files.push({ name: s.name, bytes: s.image })
    truthOf.set(at(s.name, 1), s.truth)
  }
  const uploaded: Uploaded[] = await run.admin.upload('scan', files)
  const { batchId, uuid } = await run.admin.ask(createBatch, { paperId: run.paperId, files: uploaded })
  return { batchId, truthOf, pages: scanned.length, uuid }
}

/** Every page of the batch with the truth of its picture. */
const pagesOf = async (run: ExamRun, handed: HandedIn) => {
  const found = new Map<string, PageTruth>()
  let pages = 0
  for (let after: string | undefined; ;) {
    const { list, next } = await run.admin.ask(batchDetail, {
      batchId: handed.batchId as never,
      pageSize: 200,
      ...(after === undefined ? {} : { after }),
    })
    for (const p of list) {
      // Of a zip's member both names are told.
      const name = p.name.split(' › ').at(-1)!
      const truth = handed.truthOf.get(at(name, p.filePage))
      if (truth) found.set(p.no, truth)
    }
    pages += list.length
    if (next === undefined) return { found, pages }
    after = next
  }
}

/** The numbers of the questions that a candidate chose of a group. */
const pickedOf = (run: ExamRun, row: string, truth: PageTruth): string => {
  const group = run.questions.find((q) => row === `@pick:${q.questionId}`)?.optional?.group
  const of = run.questions.filter((q) => q.optional?.group === group)
  const chosen = truth.extras.flatMap((e) => (e.kind === 'pick' ? e.intended : []))
  return of.flatMap((q) => (chosen.includes(q.questionId) ? [q.number] : [])).join(' ')
}

/** Settles one doubt as the person in front of the paper would. */
const settle = async (run: ExamRun, row: DoubtRow, truth: PageTruth | undefined): Promise<void> => {
  const { admin, paperId } = run
  if (row.kind === 'missingPage' && row.student && row.page !== undefined) {
    await admin.ask(acceptMissing, { paperId, studentId: row.student.studentId, page: row.page, accepted: true })
    return
  }
  if (row.batchId === undefined || row.no === undefined || row.version === undefined) return
  const page = { batchId: row.batchId, no: row.no, version: row.version }
  const kinds = new Set(row.doubts.map((d) => d.kind))
  if (kinds.has('duplicate')) await admin.ask(settleDuplicate, { ...page, keep: 'old' })
  else if (row.assignable && !row.student && truth)
    await admin.ask(assignStudent, { ...page, studentNumber: truth.studentNumber })
  else if (row.student && truth) {
    await admin.ask(confirmReading, {
      ...page,
      answers: row.doubts.flatMap((d) => {
        if (d.questionId?.startsWith('@pick:'))
          return [{ questionId: d.questionId, letters: pickedOf(run, d.questionId, truth) }]
        const meant = truth.choices.find((c) => c.questionId === d.questionId)
        return d.questionId && meant ? [{ questionId: d.questionId, letters: meant.intended.join('') }] : []
      }),
      accept: (['scale', 'absentMark'] as const).filter((k) => kinds.has(k)),
    })
    if (truth.absent)
      await admin.ask(setAbsent, {
        paperId,
        studentIds: [row.student.studentId],
        absent: true,
        reason: '监考员填涂了缺考标记，卷面没有作答',
      })
  } else await admin.ask(voidPage, { ...page, reason: '不是本次考试的答题卡' })
}

export type Settled = { pages: number; doubts: number; doubtfulPages: number; rounds: number; left: number }

/** Another answer has changed the page, or brought the one that was missing. */
const settledAlong: readonly number[] = [commonProblems.stale.status, scanProblems.notMissing.status]

/** Goes through the queue until nothing waits. */
export const settleAll = async (run: ExamRun, handed: HandedIn): Promise<Settled> => {
  const { found, pages } = await pagesOf(run, handed)
  let doubts = 0
  const doubtful = new Set<string>()
  for (let round = 1; round <= 6; round++) {
    const { list, total } = await run.admin.ask(doubtList, { paperId: run.paperId, pageSize: 1000 })
    if (total === 0) return { pages, doubts, doubtfulPages: doubtful.size, rounds: round - 1, left: 0 }
    if (round === 1) doubts = list.reduce((n, r) => n + Math.max(1, r.doubts.length), 0)
    for (const row of list) if (row.no) doubtful.add(row.no)
    // A page that is missing may lie in the pile yet: those come last, when every page has its place.
    const pagesFirst = list.filter((row) => row.kind !== 'missingPage')
    for (const row of pagesFirst.length > 0 ? pagesFirst : list) {
      await settle(run, row, row.no === undefined ? undefined : found.get(row.no)).catch((error: unknown) => {
        // Settled along with another page: the next round shows how it stands.
        if (!(error instanceof Refusal) || !settledAlong.includes(error.status)) throw error
      })
    }
  }
  const { doubts: left } = await run.admin.ask(sheetStatistic, { paperId: run.paperId })
  return { pages, doubts, doubtfulPages: doubtful.size, rounds: 6, left }
}

/** The journal follows the marks by a moment; until then the two computations of a score may differ. */
const scoresDiffer = analysisProblems.scoresDiffer.status

const preview = async (run: ExamRun, seconds = 60): Promise<{ digest: string }> => {
  const end = performance.now() + seconds * 1000
  for (;;) {
    try {
      return await run.admin.ask(publishPreview, { paperId: run.paperId })
    } catch (error) {
      if (!(error instanceof Refusal) || error.status !== scoresDiffer || performance.now() > end) throw error
      await new Promise((done) => setTimeout(done, 1000))
    }
  }
}

/** Publishes now what was looked at. */
export const publish = async (run: ExamRun): Promise<void> => {
  const { digest } = await preview(run)
  await jobDone(run.admin, () => run.admin.ask(publishScores, { paperId: run.paperId, digest }))
}

export const readTranscript = async (run: ExamRun) =>
  transcriptLines(await run.admin.ask(transcript, { paperId: run.paperId, pageNumber: 1, pageSize: 1000 }))
export const readSummary = async (run: ExamRun) => {
  const { number, sections } = await run.admin.ask(summary, { paperId: run.paperId })
  const alpha = sections.find((s) => s.key === 'reliability')?.table.rows[0]?.cells[1]
  const figure = (cell: Cell | undefined): number | null => (typeof cell === 'number' ? cell : null)
  return { mean: figure(number?.value), alpha: figure(alpha) }
}
export const readOwn = (student: Client, run: ExamRun) => student.ask(ownResult, { paperId: run.paperId })

/** The three exports, each a job with its file. */
export const exportAll = async (run: ExamRun): Promise<{ name: string; bytes: Buffer }[]> => {
  const { admin, paperId } = run
  const made: { name: string; bytes: Buffer }[] = []
  for (const call of [exportTranscript, exportReport, exportScans]) {
    const { uuid } = await admin.ask(call, { paperId })
    const { files } = await admin.job(uuid)
    made.push({ name: files[0]!.name, bytes: await admin.download(files[0]!.url) })
  }
  return made
}
