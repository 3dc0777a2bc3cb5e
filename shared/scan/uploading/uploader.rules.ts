/** The allotment of uploaders without a store: what state each is in, which classes have none, and its file. */
import { markingProgress } from '#shared/exam/exam.types.ts'
import { uploadState } from './uploader.types.ts'
import type { Uploader } from './uploader.types.ts'

/** 0 not uploaded … 4 marking done: the exam's progress stands before what the uploader did. */
export const stateOf = (of: Pick<Uploader, 'finishedAt'>, batches: number, progress: number): number => {
  if (progress >= markingProgress.done) return uploadState.done
  if (progress >= markingProgress.marking) return uploadState.marking
  if (of.finishedAt !== undefined) return uploadState.uploaded
  return batches > 0 ? uploadState.uploading : uploadState.none
}

type Allotted = Pick<Uploader, 'classIds' | 'deletedAt'>
/** Classes without an uploader. An uploader without classes has all. */
export const unallotted = <C extends { classId: string }>(
  classes: readonly C[],
  uploaders: readonly Allotted[],
): C[] => {
  const live = uploaders.filter((u) => u.deletedAt === undefined)
  if (live.some((u) => u.classIds.length === 0)) return []
  const given = new Set(live.flatMap((u) => u.classIds as string[]))
  return classes.filter((c) => !given.has(c.classId))
}

export const uploaderColumns = ['科目', '上传人', '班级'] as const
export type UploaderProblem = { row: number; column: string; text: string }
export type PlannedUploader = { paperId: string; userId: string; classIds: string[] }

type Known = {
  papers: readonly { paperId: string; courseName: string }[]
  teachers: readonly { userId?: string | undefined; teacherName: string }[]
  classes: readonly { classId: string; className: string }[]
}

const clean = (text: string | undefined): string => (text ?? '').normalize('NFKC').trim()

/**
 * What a file of uploaders asks for: one row a person and subject, classes divided by 、 or commas, none for all. Rows
 * of one person are put together. With a problem nothing is planned: an import is all or nothing.
 */
export const planUploaders = (
  table: readonly { row: number; cells: readonly string[] }[],
  context: Known,
): { planned: PlannedUploader[]; problems: UploaderProblem[]; rows: number } => {
  const bare = (cell: string) => clean(cell).replace(/[\s*]|[(（].*?[)）]/g, '')
  const headAt = table.findIndex(({ cells }) => ['科目', '上传人'].every((name) => cells.some((c) => bare(c) === name)))
  if (headAt < 0)
    return {
      planned: [],
      rows: 0,
      problems: [{ row: 0, column: '', text: '没有找到表头“科目、上传人、班级”，请使用模板' }],
    }
  const at = Object.fromEntries(
    uploaderColumns.map((name) => [name, table[headAt]!.cells.findIndex((c) => bare(c) === name)]),
  )
  const problems: UploaderProblem[] = []
  const planned = new Map<string, PlannedUploader>()
  const rows = table.slice(headAt + 1).filter(({ cells }) => cells.some((c) => clean(c) !== ''))
  for (const { row, cells } of rows) {
    const cell = (name: (typeof uploaderColumns)[number]): string => clean(cells[at[name] ?? -1])
    const say = (column: string, text: string) => problems.push({ row, column, text })
    const papers = context.papers.filter((p) => p.courseName === cell('科目'))
    const people = context.teachers.filter((t) => t.teacherName === cell('上传人'))
    const [paper, person] = [papers[0], people[0]]
    if (!paper) say('科目', cell('科目') === '' ? '科目没有填写' : `考试没有科目“${cell('科目')}”`)
    else if (papers.length > 1) say('科目', `有${papers.length}个科目叫“${cell('科目')}”，请在页面上添加`)
    if (!person) say('上传人', cell('上传人') === '' ? '上传人没有填写' : `考试教师中没有“${cell('上传人')}”`)
    else if (people.length > 1) say('上传人', `有${people.length}名教师叫“${cell('上传人')}”，请在页面上添加`)
    else if (person.userId === undefined) say('上传人', `${cell('上传人')}还没有账号，不能上传`)
    const classIds: string[] = []
    for (const name of cell('班级').split(/[、,，;；\n]/)) {
      const wanted = clean(name)
      if (wanted === '' || wanted === '全部') continue
      const found = context.classes.find((c) => clean(c.className) === wanted)
      if (!found) say('班级', `考试没有班级“${wanted}”`)
      else classIds.push(found.classId)
    }
    if (!paper || person?.userId === undefined) continue
    const key = `${paper.paperId}#${person.userId}`
    const before = planned.get(key)
    const all = classIds.length === 0 || before?.classIds.length === 0
    planned.set(key, {
      paperId: paper.paperId,
      userId: person.userId,
      classIds: all ? [] : [...new Set([...(before?.classIds ?? []), ...classIds])],
    })
  }
  if (rows.length === 0) problems.push({ row: 0, column: '', text: '文件里没有上传人' })
  return { planned: problems.length > 0 ? [] : [...planned.values()], problems, rows: rows.length }
}

/** A paper's uploaders as rows of the same file: what is exported can be imported. */
export const uploaderRows = (
  uploaders: readonly Pick<Uploader, 'paperId' | 'userName' | 'classIds' | 'deletedAt'>[],
  known: Pick<Known, 'papers' | 'classes'>,
): string[][] => {
  const courses = new Map(known.papers.map((p) => [p.paperId, p.courseName]))
  const named = (ids: readonly string[]) => known.classes.filter((c) => ids.includes(c.classId)).map((c) => c.className)
  return [
    [...uploaderColumns],
    ...uploaders
      .filter((u) => u.deletedAt === undefined)
      .map((u) => [
        courses.get(u.paperId) ?? '',
        u.userName,
        u.classIds.length === 0 ? '全部' : named(u.classIds).join('、'),
      ]),
  ]
}
