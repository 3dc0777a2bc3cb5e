/** Totals of several courses become scripts: nothing is written until every row was found sound, and marking of all of them is closed with the last. */
import { readCourses } from '#shared/marking/imports/courseImport.rules.ts'
import type { CourseScript, CoursesRead } from '#shared/marking/imports/courseImport.rules.ts'
import { faultsText } from '#shared/marking/imports/import.rules.ts'
import { importCoursesJob } from '#shared/marking/marking.jobs.ts'
import { markingProblems } from '#shared/marking/marking.problems.ts'
import type { Exam } from '#shared/exam/exam.types.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { examOf, papersOf } from '#functions/exam/exam.public.ts'
import { asideKey, putLines } from '#functions/kit/objects.ts'
import { now } from '#functions/kit/ports.ts'
import { refuse } from '#functions/kit/refusal.ts'
import { work } from '#functions/kit/work.ts'
import { problemFile, uploadedTable } from '#functions/platform/uploadedTable.public.ts'
import { columnsOf } from './courseImport.commands.ts'
import { begin, candidatesIn, close, lackingOf, mostTold, take } from './import.taking.ts'
import { paperAndExam } from './import.work.ts'
import { dueNow, journalDue } from '../journal/journal.verify.ts'

const papersIn = async (examId: string, courses: CoursesRead['courses']) =>
  (await papersOf(examId)).filter((p) => courses.some((c) => c.paperId === p.paperId))

type Read = CoursesRead & { lacking: number }

const readFile = async (of: { key: string; fileName: string }, exam: Exam): Promise<Read> => {
  const rows = await uploadedTable(of)
  const none = { rows: 0, courses: [], scripts: [], preview: [], seen: 0, lacking: 0 }
  if ('fault' in rows) return { ...none, faults: [{ row: 0, column: '', text: rows.fault }] }
  const at = rows[0]?.cells.findIndex((c) => c.normalize('NFKC').trim() === '考号') ?? -1
  const numbers = rows.slice(1).flatMap((r) => r.cells[at]?.normalize('NFKC').trim() || [])
  const candidates = await candidatesIn(exam, numbers)
  const read = readCourses(rows, await columnsOf(exam), candidates)
  const paperIds = read.courses.map((c) => c.paperId)
  return { ...read, lacking: lackingOf(exam, candidates, paperIds, read.seen) }
}

export const courseImportWork = work(importCoursesJob, {
  read: async ({ input, jobId, tenant, progress, offer }) => {
    const exam = (await examOf(input.examId)) ?? refuse(commonProblems.notFound)
    const { rows, courses, scripts, faults, preview, lacking } = await readFile(input, exam)
    const keyOf = (name: string): string => asideKey(jobId, tenant, 'marking', exam.examId, name)
    const manifestKey = keyOf('scores.jsonl')
    if (faults.length > 0) {
      if (input.mode !== 'check') return refuse(markingProblems.badImport, { detail: faultsText(faults) })
      await offer([await problemFile(keyOf('problems.xlsx'), input.fileName, faults)])
    }
    const go = input.mode !== 'check'
    if (go) {
      for (const paper of await papersIn(exam.examId, courses)) {
        await begin(paper, jobId)
        await journalDue.put(dueNow(paper.paperId))
      }
      await putLines(manifestKey, scripts)
      await progress({ total: scripts.length, message: '正在写入成绩' })
    }
    const wrong = new Set(faults.map((f) => f.row))
    return {
      go,
      manifestKey,
      startedAt: now(),
      rows,
      good: faults.some((f) => f.column === '') ? 0 : rows - wrong.size,
      lacking,
      absent: scripts.filter((s) => s.score === null).length,
      courses,
      problemCount: faults.length,
      problems: faults.slice(0, mostTold),
      preview,
    }
  },

  write: async ({ items, out, jobId }) => {
    for (const [paperId, own] of Map.groupBy(items, (s: CourseScript) => s.paperId)) {
      const { paper } = await paperAndExam(paperId)
      const scripts = own.map(({ studentId, questionId, score }) => ({
        ...{ studentId, absent: score === null, chosen: {} },
        scores: score === null ? {} : { [questionId]: score },
      }))
      await take(paper, jobId, scripts, out.read.startedAt)
    }
    return items.length
  },

  close: async ({ input, out, jobId }) => {
    for (const paper of await papersIn(input.examId, out.read.courses)) await close(paper, jobId)
    return { added: out.read.good }
  },

  finish: ({ input, out }) => {
    const { go: _go, manifestKey: _key, startedAt: _at, ...read } = out.read
    return Promise.resolve({ ...read, mode: input.mode, existing: 0, added: out.close?.added ?? 0 })
  },
})
