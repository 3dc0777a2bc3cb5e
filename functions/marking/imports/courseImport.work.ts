/** Totals of several courses become scripts: nothing is written until every row was found sound, and marking of all of them is closed with the last. */
import { readCourses } from '#shared/marking/imports/courseImport.rules.ts'
import type { CourseScript, CoursesRead } from '#shared/marking/imports/courseImport.rules.ts'
import { importCoursesJob } from '#shared/marking/marking.jobs.ts'
import type { Exam } from '#shared/exam/exam.types.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { examOf, papersOf } from '#functions/exam/exam.public.ts'
import { refuse } from '#functions/kit/refusal.ts'
import { work } from '#functions/kit/work.ts'
import { uploadedTable } from '#functions/platform/uploadedTable.public.ts'
import { columnsOf } from './courseImport.commands.ts'
import { candidatesIn, close, lackingOf, setAside, take } from './import.taking.ts'
import { paperAndExam } from './import.work.ts'

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
  read: async (context) => {
    const exam = (await examOf(context.input.examId)) ?? refuse(commonProblems.notFound)
    const read = await readFile(context.input, exam)
    const { courses, lacking, preview, scripts } = read
    const absent = scripts.filter((s) => s.score === null).length
    const papers = await papersIn(exam.examId, courses)
    return { ...(await setAside(context, { papers, examId: exam.examId }, read)), lacking, absent, courses, preview }
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
