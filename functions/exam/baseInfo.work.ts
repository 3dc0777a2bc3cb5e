/** Numbers, rooms and seats of a joint exam's candidates from a file: nothing is written until every row was found sound. */
import { numbersNamed, readBaseInfo, schoolsNamed, withBaseInfo } from '#shared/exam/baseInfo.rules.ts'
import { importBaseInfoJob } from '#shared/exam/exam.jobs.ts'
import { examProblems } from '#shared/exam/exam.problems.ts'
import { markingProgress } from '#shared/exam/exam.types.ts'
import type { Exam } from '#shared/exam/exam.types.ts'
import type { FileProblem } from '#shared/kit/checkedFile.ts'
import { bracketed } from '#shared/kit/problem.ts'
import { beaten, edit } from '#functions/kit/edit.ts'
import { asideKey, putLines } from '#functions/kit/objects.ts'
import { refuse } from '#functions/kit/refusal.ts'
import { inTurns } from '#functions/kit/turns.ts'
import { work } from '#functions/kit/work.ts'
import { problemFile, uploadedTable } from '#functions/platform/uploadedTable.public.ts'
import { numberedRoster } from './baseInfo.commands.ts'
import { candidatesNumbered, examOf, examSchoolsOf } from './exam.public.ts'
import { candidates, examSchools } from './exam.store.ts'

/** So many problems are told by the job itself, within what a step may answer; all of them by its file. */
const mostTold = 20

const readFile = async (exam: Exam, file: { key: string; fileName: string }) => {
  const rows = await uploadedTable(file)
  const none = { rows: 0, changes: [], existing: 0, schools: 0, lacking: 0, renumbered: 0 }
  if ('fault' in rows) return { ...none, faults: [{ row: 0, column: '', text: rows.fault }] }
  const schools = await examSchoolsOf(exam.examId, { consistent: true })
  const named = new Set(schoolsNamed(rows))
  const rosters = await inTurns(
    schools.filter((s) => named.has(s.schoolName)),
    8,
    async (s) => [s.schoolId as string, await numberedRoster(exam, s)] as const,
  )
  const found = await inTurns(numbersNamed(rows), 16, (n) => candidatesNumbered(exam, n))
  const byId = new Map(rosters)
  return readBaseInfo(rows, { schools, rosterOf: (id) => byId.get(id) ?? [], holders: found.flat() })
}

const said = (faults: readonly FileProblem[]): string =>
  bracketed(faults.slice(0, 20).map((f) => (f.row > 0 ? `第${f.row}行：${f.text}` : f.text)))

export const baseInfoWork = work(importBaseInfoJob, {
  read: async ({ input, jobId, tenant, progress, offer }) => {
    const exam = (await examOf(input.examId)) ?? refuse(examProblems.notFound)
    if (exam.furthest >= markingProgress.marking) return refuse(examProblems.rosterFixed)
    const read = await readFile(exam, input)
    const scanned = exam.furthest >= markingProgress.cardExceptions
    const faults =
      scanned && read.renumbered > 0
        ? [{ row: 0, column: '', text: examProblems.numbersFixed.message }, ...read.faults]
        : read.faults
    const keyOf = (name: string): string => asideKey(jobId, tenant, 'exam', exam.examId, name)
    if (faults.length > 0) {
      if (input.mode !== 'check') return refuse(examProblems.badBaseInfo, { detail: said(faults) })
      await offer([await problemFile(keyOf('problems.xlsx'), input.fileName, faults)])
    }
    const manifestKey = keyOf('baseInfo.jsonl')
    const go = input.mode !== 'check' && read.changes.length > 0
    if (go) {
      await putLines(manifestKey, read.changes)
      await progress({ total: read.changes.length, message: '正在写入考生信息' })
    }
    const { rows, existing, schools, lacking, renumbered } = read
    const wrong = new Set(faults.map((f) => f.row))
    const good = faults.some((f) => f.row === 0) ? 0 : rows - wrong.size - existing
    const problems = faults.slice(0, mostTold)
    return {
      go,
      manifestKey,
      rows,
      good,
      existing,
      schools,
      lacking,
      renumbered,
      problemCount: faults.length,
      problems,
    }
  },

  write: async ({ input: { examId }, items }) => {
    for (const info of items)
      await edit(`the candidate ${info.studentId}`, async () => {
        const there = await candidates.get({ examId, ...info })
        // The school took the candidate out after the file was read.
        if (!there) return undefined
        const next = withBaseInfo(there, info)
        if (JSON.stringify(next) === JSON.stringify(there)) return undefined
        return (await candidates.replace(next, there)) ? undefined : beaten
      })
    for (const schoolId of new Set(items.filter((i) => i.room).map((i) => i.schoolId)))
      await examSchools.amend({ examId, schoolId }, { seated: true }, { schoolId })
    return items.length
  },

  finish: ({ input, out }) => {
    const { go: _go, manifestKey: _key, ...read } = out.read
    return Promise.resolve({ ...read, mode: input.mode, added: out.read.go ? out.read.good : 0 })
  },
})
