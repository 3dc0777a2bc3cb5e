/**
 * Who may see and change what of a paper's scans. Every handler of the room comes in by one of these: what is seen of
 * people, answers and pictures follows from the paper's sight (`shared/exam/sight.rules.ts`) and nothing else.
 */
import type { Candidate, Exam, Paper } from '#shared/exam/exam.types.ts'
import { inOrder, isJoint, mayManage } from '#shared/exam/exam.rules.ts'
import { barOfSchool } from '#shared/exam/joint/part.rules.ts'
import type { SchoolId } from '#shared/kit/ids.ts'
import { scanProblems } from '#shared/scan/scan.problems.ts'
import { seesCandidate } from '#shared/exam/sight.rules.ts'
import type { PaperSight } from '#shared/exam/sight.rules.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { ownerIn } from '#shared/scan/scan.rules.ts'
import type { Batch, BatchPlace, ScanPage } from '#shared/scan/sheet.types.ts'
import type { Uploader } from '#shared/scan/uploading/uploader.types.ts'
import { Barred, refuse } from '#functions/kit/refusal.ts'
import type { Caller, Resolver } from '#functions/kit/serve.ts'
import {
  candidateOf,
  candidatesByIds,
  classesOfSchoolIn,
  examOf,
  paperOf,
  schoolPartOf,
} from '#functions/exam/exam.public.ts'
import { paperSightOf } from '#functions/exam/sight.public.ts'
import { batches, batchPlaces } from './scan.store.ts'
import { uploaderOf } from './uploading/uploader.store.ts'

export type Found = { paper: Paper; exam: Exam }
/** A paper, and what of it the caller sees. */
export type Seen = Found & { sight: PaperSight; uploader: Uploader | null; userId: string }

/** The paper itself, for acts whose right was judged already. */
export const foundPaper = async (paperId: string): Promise<Found> => {
  const paper = (await paperOf(paperId)) ?? refuse(commonProblems.notFound)
  const exam = (await examOf(paper.examId)) ?? refuse(commonProblems.notFound)
  return { paper, exam }
}

/** The caller's school, where it may be one of several that sit an area's exam. */
const guestSchool = (exam: Exam, { tenant }: Caller): SchoolId | null =>
  exam.owner !== tenant && isJoint(exam) && tenant.startsWith('s:') ? (tenant.slice(2) as SchoolId) : null

/** An uploader of a school that sits another's exam hands in its own classes alone, of all that was given. */
const uploaderIn = async ({ paper, exam }: Found, caller: Caller): Promise<Uploader | null> => {
  if (mayManage(exam, caller)) return null
  const schoolId = guestSchool(exam, caller)
  if (schoolId === null) return exam.owner === caller.tenant ? uploaderOf(paper.paperId, caller.userId) : null
  const uploader = await uploaderOf(paper.paperId, caller.userId)
  if (!uploader) return null
  const own = (await classesOfSchoolIn({ examId: exam.examId, schoolId })).map((c) => c.classId)
  const classIds = uploader.classIds.length === 0 ? own : own.filter((id) => uploader.classIds.includes(id))
  return classIds.length === 0 ? null : { ...uploader, classIds }
}

const sightOf = async (of: Found, caller: Caller): Promise<Seen | null> => {
  const uploader = await uploaderIn(of, caller)
  const sight = await paperSightOf(of, caller, uploader?.classIds)
  return sight && { ...of, sight, uploader, userId: caller.userId }
}

export const seenPaper = async (paperId: string, caller: Caller): Promise<Seen> => {
  const seen = await sightOf(await foundPaper(paperId), caller)
  if (!seen) throw new Barred(403)
  return seen
}

/** Those of an exam's papers of which the caller sees anything. */
export const sightsIn = async (exam: Exam, papers: readonly Paper[], caller: Caller): Promise<Seen[]> =>
  (await Promise.all(inOrder(exam, papers).map((paper) => sightOf({ paper, exam }, caller)))).filter((s) => s !== null)

/** Papers as this room reaches them: also by the work that was given to the caller. */
export const scanPaperResolver: Resolver = async (ids, caller) => {
  for (const paperId of ids) {
    const paper = await paperOf(paperId)
    const exam = paper && (await examOf(paper.examId))
    if (!exam || exam.deletedAt !== undefined || !(await sightOf({ paper, exam }, caller))) return false
  }
  return ids.length > 0
}

export const batchResolver: Resolver = async (ids, caller) => {
  const found = await batchPlaces.getMany(ids.map((batchId) => ({ batchId })))
  if (ids.length === 0 || found.length !== ids.length) return false
  return scanPaperResolver([...new Set(found.map((b) => b.paperId as string))], caller)
}

/** A candidate of the paper whose class is seen. What one is not shown is barred, as it is everywhere. */
export const seenCandidate = async (of: Seen, studentId: string): Promise<Candidate> => {
  const found = await candidateOf(of.exam, studentId)
  if (found && seesCandidate(of.sight, found)) return found
  if (found || of.sight.classIds !== null) throw new Barred(403)
  return refuse(commonProblems.notFound)
}

/** The candidates of these pages, and of the pages those that are seen: whose candidate is, and the own batches'. */
export const seenPages = async <P extends ScanPage>(
  of: Seen,
  all: readonly P[],
): Promise<{ list: P[]; byId: Map<string, Candidate> }> => {
  const wanted = [...new Set(all.flatMap((p) => ownerIn(p) ?? []))]
  const people = await candidatesByIds(of.exam, wanted)
  const byId = new Map(people.map((c) => [c.studentId as string, c]))
  if (of.sight.classIds === null) return { list: [...all], byId }
  const mine = await ownBatches(of, all)
  const list = all.filter((p) => {
    const owner = byId.get(ownerIn(p) ?? '')
    return mine.has(p.batchId) || (owner !== undefined && seesCandidate(of.sight, owner))
  })
  return { list, byId }
}

/** What an uploader has handed in, every page of it, is the uploader's to see. */
export const ownBatches = async ({ uploader, paper, userId }: Seen, all: readonly ScanPage[]): Promise<Set<string>> => {
  if (!uploader) return new Set()
  const keys = [...new Set(all.map((p) => p.batchId))].map((batchId) => ({ paperId: paper.paperId, batchId }))
  return new Set((await batches.getMany(keys)).filter((b) => b.uploadedBy === userId).map((b) => b.batchId))
}

/** One page, or barred. */
export const seenPage = async (of: Seen, page: ScanPage): Promise<ScanPage> => {
  const [found] = (await seenPages(of, [page])).list
  if (!found) throw new Barred(403)
  return found
}

/** A batch as a whole, with its files and their names: for callers who see every class, and for its uploader. */
export const seenBatch = async (batchId: string, caller: Caller): Promise<Seen & { batch: Batch; whole: boolean }> => {
  const at = (await batchPlaces.get({ batchId })) ?? refuse(commonProblems.notFound)
  const [batch, seen] = await Promise.all([batches.get(at), seenPaper(at.paperId, caller)])
  if (!batch) return refuse(commonProblems.notFound)
  const own = seen.uploader !== null && batch.uploadedBy === caller.userId
  return { ...seen, batch, whole: own || seen.sight.classIds === null }
}

export const managedPaper = async (paperId: string, caller: Caller): Promise<Found> => {
  const found = await foundPaper(paperId)
  if (!mayManage(found.exam, caller)) throw new Barred(403)
  return found
}

/** Whose classes a list or pictures may be taken out to a file: all (null), or an uploader's own. Barred to all else. */
export const takenOut = ({ sight }: Seen): Candidate['classId'][] | null => {
  if (sight.takesOut?.length === 0) throw new Barred(403)
  return sight.takesOut as Candidate['classId'][] | null
}

/** Managers, and uploaders of the paper: `uploader` is set for those who are no managers. */
export const uploadedPaper = async (paperId: string, caller: Caller): Promise<Seen> => {
  const seen = await seenPaper(paperId, caller)
  if (!seen.sight.manages && !seen.uploader) throw new Barred(403)
  return seen
}

/** The same, to hand in: a school whose part is closed, taken over or declined hands in nothing. @throws Refused schoolBarred */
export const openPaper = async (paperId: string, caller: Caller): Promise<Seen> => {
  const seen = await uploadedPaper(paperId, caller)
  const schoolId = seen.uploader && guestSchool(seen.exam, caller)
  const why = schoolId ? barOfSchool(await schoolPartOf(seen.exam.examId, schoolId)) : null
  return why === null ? seen : refuse(scanProblems.schoolBarred, { why })
}

/** Of an uploader who is no manager, the own batches. */
export const managedBatch = async (batchId: string, caller: Caller): Promise<BatchPlace> => {
  const at = (await batchPlaces.get({ batchId })) ?? refuse(commonProblems.notFound)
  const { uploader } = await uploadedPaper(at.paperId, caller)
  if (uploader && (await batches.get(at))?.uploadedBy !== caller.userId) throw new Barred(403)
  return at
}
