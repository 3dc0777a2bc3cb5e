/** Numbers, rooms and seats of a joint exam's candidates from a file: of a school nothing is written until every row was found sound. */
import { isDeepStrictEqual } from 'node:util'
import {
  numbersNamed,
  ownNumbersNamed,
  readSoundSchools,
  rowsSaid,
  schoolsNamed,
  withBaseInfo,
} from '#shared/exam/joint/baseInfo.rules.ts'
import type { BaseInfo } from '#shared/exam/joint/baseInfo.rules.ts'
import { importBaseInfoJob } from '#shared/exam/exam.jobs.ts'
import { examProblems } from '#shared/exam/exam.problems.ts'
import { markingProgress } from '#shared/exam/exam.types.ts'
import type { Exam } from '#shared/exam/exam.types.ts'
import { classesOfCandidate } from '#shared/exam/sight.rules.ts'
import type { FileProblem } from '#shared/kit/checkedFile.ts'
import type { ExamId, SchoolId } from '#shared/kit/ids.ts'
import { bracketed } from '#shared/kit/problem.ts'
import { beaten, edit } from '#functions/kit/edit.ts'
import { asideKey, getObject, putLines } from '#functions/kit/objects.ts'
import { randomText } from '#functions/kit/ports.ts'
import { refuse } from '#functions/kit/refusal.ts'
import { transact } from '#functions/kit/table.ts'
import { inTurns } from '#functions/kit/turns.ts'
import { jobParts, work } from '#functions/kit/work.ts'
import { problemFile, uploadedTable } from '#functions/platform/uploadedTable.public.ts'
import { freeNumbers, holdNumbers, joiningRoster, numberedRoster } from './baseInfo.commands.ts'
import { candidatesWithNumbers, examOf, examSchoolsOf } from '../exam.public.ts'
import { candidates, examSchools } from '../exam.store.ts'
import { sumRoster } from '../roster/roster.commands.ts'
import { classesJoin } from '../roster/roster.plan.ts'
import { schoolCopy } from '../roster/school.copy.ts'

/** So many problems are told by the job itself, within what a step may answer; all of them by its file. */
const mostTold = 20
/** So many schools that are left out are named by it. */
const mostLeftNamed = 5

const readFile = async (exam: Exam, file: { key: string; fileName: string }) => {
  const rows = await uploadedTable(file)
  const none = { rows: 0, changes: [], existing: 0, schools: 0, joining: 0, lacking: 0, renumbered: 0, left: [] }
  if ('fault' in rows) return { ...none, faults: [{ row: 0, column: '', text: rows.fault }] }
  const schools = await examSchoolsOf(exam.examId, { consistent: true })
  const named = new Set(schoolsNamed(rows))
  const rosters = await inTurns(
    schools.filter((s) => named.has(s.schoolName)),
    8,
    async (s) => [s.schoolId as string, await numberedRoster(exam, s)] as const,
  )
  const found = await candidatesWithNumbers(exam, numbersNamed(rows))
  const byId = new Map(rosters)
  const asked = ownNumbersNamed(rows)
  const lacks = schools.filter((s) => {
    const own = new Set(byId.get(s.schoolId)?.map((p) => p.own))
    return byId.has(s.schoolId) && [...(asked.get(s.schoolName) ?? [])].some((n) => !own.has(n))
  })
  const others = new Map(
    await inTurns(lacks, 4, async (s) => [s.schoolId as string, await joiningRoster(exam, s)] as const),
  )
  return readSoundSchools(rows, {
    schools,
    rosterOf: (id) => byId.get(id) ?? [],
    othersOf: (id) => others.get(id) ?? [],
    holders: found,
  })
}

/** Students of the file who become candidates, a school at a time: classes first, so that none sits in a class that is not there. */
const join = async (exam: Exam, items: readonly BaseInfo[]): Promise<void> => {
  for (const [schoolId, own] of Map.groupBy(items, (i) => i.schoolId)) {
    const school = await examSchools.get({ examId: exam.examId, schoolId })
    // The school has left the exam since the file was read.
    if (!school) continue
    const { gradeId, ordinal } = school
    const copy = await schoolCopy(exam, { schoolId, gradeId, ordinal })
    const copied = new Map(copy.candidates.map((c) => [c.studentId as string, c]))
    const come = own.flatMap((info) => {
      const c = copied.get(info.studentId)
      return c ? [withBaseInfo(c, info)] : []
    })
    await classesJoin(copy, new Set(come.flatMap(classesOfCandidate)))
    for (const c of come) await candidates.create(c)
  }
}

const rowsIn = async (manifestKey: string): Promise<BaseInfo[]> => {
  const lines = (await getObject(manifestKey)).toString('utf8').split('\n')
  return lines.filter((l) => l !== '').map((l) => JSON.parse(l) as BaseInfo)
}

const schoolsJoined = async (manifestKey: string): Promise<Set<SchoolId>> =>
  new Set((await rowsIn(manifestKey)).flatMap((i) => (i.joins ? [i.schoolId] : [])))

/** Of these rows those that no candidate is as they say. */
const unwritten = async (examId: ExamId, rows: readonly BaseInfo[]): Promise<BaseInfo[]> => {
  const there = await candidates.getMany(rows.map(({ schoolId, studentId }) => ({ examId, schoolId, studentId })))
  const byId = new Map(there.map((c) => [c.studentId as string, c]))
  return rows.filter((info) => {
    const c = byId.get(info.studentId)
    return !c || !isDeepStrictEqual(withBaseInfo(c, info), c)
  })
}

/** Sums of the schools that students joined; then other numbers may be given. */
const settle = async (examId: ExamId, jobId: string, manifestKey: string): Promise<void> => {
  // Of the first try: one that was cut off behind the last candidate finds nothing left to change.
  for (const schoolId of await schoolsJoined(manifestKey))
    await edit(`the sums of ${examId}`, async () => {
      const [exam, school] = await Promise.all([examOf(examId), examSchools.get({ examId, schoolId })])
      if (!exam || !school) return
      const { writes } = await sumRoster(exam, school)
      return (await transact(writes, randomText(24))) ? undefined : beaten
    })
  await freeNumbers(examId, jobId)
}

/** Why none of these rows may be written any more: sheets have come, or marking was opened, since the file was read. */
const fixedSince = async (exam: Exam, items: readonly BaseInfo[]) => {
  if (exam.furthest >= markingProgress.marking) return examProblems.rosterFixed
  if (exam.furthest < markingProgress.cardExceptions) return null
  const there = await candidates.getMany(
    items.map(({ schoolId, studentId }) => ({ examId: exam.examId, schoolId, studentId })),
  )
  const numbers = new Map(there.map((c) => [c.studentId as string, c.studentNumber]))
  const renumbers = items.some((i) => (numbers.get(i.studentId) ?? i.studentNumber) !== i.studentNumber)
  return renumbers ? examProblems.numbersFixed : null
}

/** What parts left out because they were overtaken; null where all stands as the file says. */
const leftOut = async (examId: ExamId, jobId: string, manifestKey: string) => {
  const parts = await jobParts.query(`job#${jobId}`, { prefix: 'part#write#', consistent: true })
  if (parts.every((p) => p.done > 0)) return null
  const exam = (await examOf(examId)) ?? refuse(examProblems.notFound)
  const all = await rowsIn(manifestKey)
  const rows = await unwritten(examId, all)
  const why = exam.furthest >= markingProgress.marking ? examProblems.rosterFixed : examProblems.numbersFixed
  return rows.length > 0 ? { rows, written: all.length - rows.length, why } : null
}

const said = (faults: readonly FileProblem[]): string =>
  bracketed(faults.slice(0, 20).map((f) => (f.row > 0 ? `第${f.row}行：${f.text}` : f.text)))

export const baseInfoWork = work(importBaseInfoJob, {
  read: async ({ input, jobId, tenant, progress, offer }) => {
    const exam = (await examOf(input.examId)) ?? refuse(examProblems.notFound)
    if (exam.furthest >= markingProgress.marking) return refuse(examProblems.rosterFixed)
    if (input.mode !== 'check') await holdNumbers(exam.examId, jobId)
    const read = await readFile(exam, input)
    const scanned = exam.furthest >= markingProgress.cardExceptions
    const faults =
      scanned && read.renumbered > 0
        ? [{ row: 0, column: '', text: examProblems.numbersFixed.message }, ...read.faults]
        : read.faults
    // What is wrong with the file itself bars all of its schools.
    const isBarred = faults.some((f) => f.row === 0)
    const changes = isBarred ? [] : read.changes
    const keyOf = (name: string): string => asideKey(jobId, tenant, 'exam', exam.examId, name)
    if (faults.length > 0) {
      const none = input.mode === 'good' && changes.length === 0
      if (input.mode === 'all' || none) return refuse(examProblems.badBaseInfo, { detail: said(faults) })
      await offer([await problemFile(keyOf('problems.xlsx'), input.fileName, faults)])
    }
    const manifestKey = keyOf('baseInfo.jsonl')
    const go = input.mode !== 'check' && changes.length > 0
    if (input.mode !== 'check') await putLines(manifestKey, changes)
    if (go) {
      await progress({ total: changes.length, message: '正在写入考生信息' })
    }
    const { rows, existing, schools, joining, lacking, renumbered, left } = read
    const good = changes.length
    const problems = faults.slice(0, mostTold)
    return {
      go,
      manifestKey,
      rows,
      good,
      existing,
      schools,
      joining,
      lacking,
      renumbered,
      problemCount: faults.length,
      problems,
      leftSchools: left.length,
      leftNames: left.slice(0, mostLeftNamed),
    }
  },

  write: async ({ input: { examId }, items }) => {
    const exam = (await examOf(examId)) ?? refuse(examProblems.notFound)
    const fixed = await fixedSince(exam, items)
    // Other parts are under way: what was written and what was not is told once all have ended.
    if (fixed) return 0
    const joining = items.filter((i) => i.joins)
    if (joining.length > 0) await join(exam, joining)
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

  finish: async ({ input, jobId, tenant, out, offer }) => {
    const { go, manifestKey, ...read } = out.read
    const { examId } = input
    if (input.mode === 'check') await freeNumbers(examId, jobId)
    else await settle(examId, jobId, manifestKey)
    if (go) {
      const left = await leftOut(examId, jobId, manifestKey)
      if (left) {
        const faults = left.rows.map(({ row = 0 }) => ({ row, column: '', text: `没有写入：${left.why.message}` }))
        const key = asideKey(jobId, tenant, 'exam', examId, 'unwritten.xlsx')
        await offer([await problemFile(key, input.fileName, faults)])
        if (left.written === 0) return refuse(left.why)
        return refuse(examProblems.baseInfoInPart, {
          written: left.written,
          left: faults.length,
          rows: rowsSaid(faults.map((f) => f.row)),
          why: left.why.message,
        })
      }
    }
    return { ...read, mode: input.mode, added: go ? read.good : 0 }
  },
})
