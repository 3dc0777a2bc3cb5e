/** Uploaders of a paper, and the one place where one changes. */
import type { PaperId, UserId } from '#shared/kit/ids.ts'
import { Uploader } from '#shared/scan/uploading/uploader.types.ts'
import type { UploaderAct } from '#shared/scan/uploading/uploader.types.ts'
import type { ExamTeacher, Paper } from '#shared/exam/exam.types.ts'
import { now } from '#functions/kit/ports.ts'
import { under } from '#functions/kit/kinds.ts'
import { rows } from '#functions/kit/table.ts'

export const uploaders = rows({
  table: 'TABLE_SCAN',
  schema: Uploader,
  hangsOn: under('paper', ({ paperId }) => ({ pk: `uploaders#${paperId}` })),
  personal: 'staff',
  key: (of: { paperId: string; userId: string }) => ({ pk: `uploaders#${of.paperId}`, sk: `uploader#${of.userId}` }),
  index: (u) => ({ gsi1pk: `uploads#${u.userId}`, gsi1sk: u.paperId }),
})

/** Those who upload a paper now. */
export const uploadersOf = async (paperId: string): Promise<Uploader[]> =>
  (await uploaders.query(`uploaders#${paperId}`, { prefix: 'uploader#', consistent: true })).filter(
    (u) => u.deletedAt === undefined,
  )
/** Those who were taken away too. */
export const everUploadersOf = (paperId: string): Promise<Uploader[]> =>
  uploaders.query(`uploaders#${paperId}`, { prefix: 'uploader#', consistent: true })

export const uploaderOf = async (paperId: string, userId: string): Promise<Uploader | null> => {
  const found = await uploaders.get({ paperId, userId })
  return found?.deletedAt === undefined ? found : null
}

type By = { userId: UserId; userName: string }
const longest = 60
export const actBy = (by: By, act: UploaderAct['act'], note: string): UploaderAct => ({
  at: now(),
  by: by.userId,
  byName: by.userName,
  act,
  note,
})

/** The uploader with one more act in the journal. */
export const withAct = (u: Uploader, entry: UploaderAct, change: Partial<Uploader> = {}): Uploader => ({
  ...u,
  ...change,
  journal: [...u.journal, entry].slice(-longest),
})

/** Gives a teacher classes of a paper (none: all). `more` adds to what there is. Answers whether anything changed. */
export const giveClasses = async (
  paper: Pick<Paper, 'paperId' | 'examId' | 'owner'>,
  teacher: Pick<ExamTeacher, 'teacherId' | 'teacherName'> & { userId: UserId },
  classIds: Uploader['classIds'],
  more: boolean,
  by: By,
): Promise<boolean> => {
  const at = { paperId: paper.paperId as PaperId, userId: teacher.userId }
  let changed = false
  await uploaders.edit(at, (uploader) => {
    changed = false
    const live = uploader?.deletedAt === undefined ? uploader : null
    const all = classIds.length === 0 || (more && live?.classIds.length === 0)
    const wanted = all ? [] : [...new Set([...(more ? (live?.classIds ?? []) : []), ...classIds])].sort()
    if (live && [...live.classIds].sort().join() === wanted.join()) return null
    changed = true
    const entry = actBy(by, live ? 'allot' : 'add', wanted.length === 0 ? '全部班级' : `${wanted.length}个班级`)
    if (uploader) {
      const { deletedAt: _at, deletedBy: _by, finishedAt: _done, ...rest } = uploader
      return withAct(rest, entry, { classIds: wanted })
    }
    return {
      schema: 1,
      ...at,
      examId: paper.examId,
      owner: paper.owner,
      teacherId: teacher.teacherId,
      userName: teacher.teacherName,
      classIds: wanted,
      journal: [entry],
      version: 1,
    }
  })
  return changed
}
