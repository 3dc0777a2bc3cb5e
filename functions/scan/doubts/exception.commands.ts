import type * as calls from '#shared/scan/doubts/exception.calls.ts'
import { exportScriptsJob } from '#shared/scan/scan.jobs.ts'
import { paperTitle } from '#shared/exam/exam.rules.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { refuse, Refused } from '#functions/kit/refusal.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { startJob } from '#functions/kit/work.ts'
import { candidateOf } from '#functions/exam/exam.public.ts'
import { countChanged } from '../counts.ts'
import { followMarking } from '../followMarking.ts'
import { managedPaper, takenOut, uploadedPaper } from '../managed.ts'
import { batchPlaces } from '../scan.store.ts'
import { markAbsent } from './script.commands.ts'
import { confirmPage } from './settle.commands.ts'
import { scanProblems } from '#shared/scan/scan.problems.ts'
import type { InputOf, AnswerOf } from '#shared/kit/call.ts'

export const confirmMany = async (
  input: InputOf<typeof calls.confirmMany>,
  caller: Caller,
): Promise<AnswerOf<typeof calls.confirmMany>> => {
  await managedPaper(input.paperId, caller)
  const places = await batchPlaces.getMany(
    [...new Set(input.pages.map((p) => p.batchId))].map((batchId) => ({ batchId })),
  )
  if (places.some((p) => p.paperId !== input.paperId)) return refuse(commonProblems.notFound)
  let confirmed = 0
  const refused: { no: string; message: string }[] = []
  for (const page of input.pages) {
    try {
      await confirmPage(page, input.paperId, caller)
      confirmed++
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      refused.push({ no: page.no, message: error.message })
    }
  }
  if (confirmed > 0) await followMarking(input.paperId, caller, { settled: true })
  return { confirmed, refused }
}

export const setNormal = async (
  input: InputOf<typeof calls.setNormal>,
  caller: Caller,
): Promise<AnswerOf<typeof calls.setNormal>> => {
  const { exam } = await managedPaper(input.paperId, caller)
  let changed = 0
  for (const studentId of input.studentIds) {
    if (!(await candidateOf(exam, studentId))) return refuse(scanProblems.noCandidate, { number: '' })
    if (await markAbsent({ paperId: input.paperId, studentId }, false, '', caller)) changed++
  }
  await countChanged(input.paperId, [], input.studentIds)
  await followMarking(input.paperId, caller, { settled: true })
  return { changed }
}

export const exportAbsent = async (
  input: InputOf<typeof calls.exportAbsent>,
  caller: Caller,
): Promise<AnswerOf<typeof calls.exportAbsent>> => {
  const { exam, paper, ...seen } = await uploadedPaper(input.paperId, caller)
  const asked = { paperId: paper.paperId, state: 'absent' as const, classIds: takenOut({ exam, paper, ...seen }) }
  return startJob(exportScriptsJob, asked, caller, {
    about: paperTitle(exam, paper),
  })
}

export const exportStatuses = async (
  input: InputOf<typeof calls.exportStatuses>,
  caller: Caller,
): Promise<AnswerOf<typeof calls.exportStatuses>> => {
  const { exam, paper, ...seen } = await uploadedPaper(input.paperId, caller)
  const asked = { paperId: paper.paperId, state: 'all' as const, classIds: takenOut({ exam, paper, ...seen }) }
  return startJob(exportScriptsJob, asked, caller, {
    about: paperTitle(exam, paper),
  })
}
