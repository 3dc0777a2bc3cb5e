/** The files that belong to a paper: kept, taken and given out on record. */
import { examProblems } from '#shared/exam/exam.problems.ts'
import { mostPaperFiles } from '#shared/exam/tools/paperFile.calls.ts'
import type { addPaperFile, deletePaperFile, PaperFile, takePaperFile } from '#shared/exam/tools/paperFile.calls.ts'
import type { Exam, Paper } from '#shared/exam/exam.types.ts'
import { paperTitle } from '#shared/exam/exam.rules.ts'
import type { InputOf } from '#shared/kit/call.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { audited, auditRecord } from '#functions/kit/audit.ts'
import { signedUrl, sizeOf } from '#functions/kit/objects.ts'
import { now } from '#functions/kit/ports.ts'
import { refuse } from '#functions/kit/refusal.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { deleteOrUndo, keepOnce, within } from '#functions/kit/stale.ts'
import type { Limit } from '#functions/kit/stale.ts'
import type { WriteItem } from '#functions/kit/table.ts'
import { grantedSizes, tenantOfUpload } from '#functions/platform/upload.public.ts'
import { examOf, paperOf } from '../exam.public.ts'
import { paperFiles } from '../exam.store.ts'

const paperThere = async (paperId: string): Promise<{ exam: Exam; paper: Paper }> => {
  const paper = await paperOf(paperId)
  const exam = paper && !paper.total ? await examOf(paper.examId) : null
  return exam && paper && exam.deletedAt === undefined ? { exam, paper } : refuse(examProblems.notFound)
}

/** The oldest first; those that were taken away are not among them. */
export const filesOfPaper = async (paperId: string): Promise<PaperFile[]> =>
  (await paperFiles.query(`paper#${paperId}`, { prefix: 'file#', consistent: true }))
    .filter((f) => f.deletedAt === undefined)
    .sort((a, b) => a.at - b.at)

const recordOf = (
  act: 'exam.paperFile' | 'exam.takePaperFile',
  of: { exam: Exam; paper: Paper },
  file: PaperFile,
  caller: Caller,
  verb: string,
) =>
  auditRecord(caller, act, of.exam.examId, {
    before: null,
    after: { paperId: file.paperId, fileId: file.fileId, sizeBytes: file.size },
    told: { name: paperTitle(of.exam, of.paper), changes: [{ field: verb, after: file.fileName }] },
    tenant: of.exam.owner,
  })

const roomFor = (paperId: string): Limit => ({
  most: mostPaperFiles,
  there: () => filesOfPaper(paperId),
  problem: examProblems.tooManyPaperFiles,
})

/** @throws Refused notFound, foreignPaperFile, tooManyPaperFiles, conflict */
export const addFile = async (
  { paperId, fileId, kind, key, fileName }: InputOf<typeof addPaperFile>,
  caller: Caller,
): Promise<void> => {
  const of = await paperThere(paperId)
  const own = tenantOfUpload(key) === caller.tenant && key.split('/')[3] === 'examPaper'
  const [size, [granted = null]] = own
    ? await Promise.all([sizeOf(key), grantedSizes([key], caller.userId)])
    : [null, []]
  // What came beyond the grant is never kept.
  if (size === null || granted === null || size > granted) return refuse(examProblems.foreignPaperFile)
  const { examId } = of.exam
  const named = { schema: 1 as const, examId, paperId, fileId, kind, fileName, size, key }
  const file: PaperFile = { ...named, byName: caller.userName, at: now(), version: 1 }
  await keepOnce(
    paperFiles,
    file,
    { kind, fileName, key },
    within(roomFor(paperId), (creating) => audited([creating], recordOf('exam.paperFile', of, file, caller, '添加'))),
  )
}

/** @throws Refused notFound, tooManyPaperFiles, stale */
export const removeFile = async (
  { paperId, fileId, undo = false }: InputOf<typeof deletePaperFile>,
  caller: Caller,
): Promise<void> => {
  const of = await paperThere(paperId)
  const file = (await paperFiles.get({ paperId, fileId })) ?? refuse(commonProblems.notFound)
  const record = recordOf('exam.paperFile', of, file, caller, undo ? '恢复' : '删除')
  const write = (saving: WriteItem) => audited([saving], record)
  await deleteOrUndo(paperFiles, file, { undo }, undo ? within(roomFor(paperId), write) : write)
}

/** @throws Refused notFound */
export const takeFile = async (
  { paperId, fileId }: InputOf<typeof takePaperFile>,
  caller: Caller,
): Promise<{ url: string }> => {
  const of = await paperThere(paperId)
  const file = (await filesOfPaper(paperId)).find((f) => f.fileId === fileId) ?? refuse(commonProblems.notFound)
  await audited([], recordOf('exam.takePaperFile', of, file, caller, '下载'))
  return { url: await signedUrl(file.key, { name: file.fileName, seconds: 3600 }) }
}
