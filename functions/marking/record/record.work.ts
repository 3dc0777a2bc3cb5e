/** Writes the record of a question's marking, two hundred candidates at a time: half a million are some ten minutes. */
import type { Candidate } from '#shared/exam/exam.types.ts'
import { showScore } from '#shared/kit/score.ts'
import { fileName } from '#shared/kit/text.ts'
import { showTime } from '#shared/kit/time.ts'
import { exportRecordJob } from '#shared/marking/marking.jobs.ts'
import { givenIn } from '#shared/marking/quality/record.words.ts'
import { markRoles } from '#shared/marking/marking.types.ts'
import { roleNames } from '#shared/marking/role.words.ts'
import { candidatesByIds, examSchoolsOf, rosterSlices, takersOf } from '#functions/exam/exam.public.ts'
import { putStream } from '#functions/kit/multipart.ts'
import { inPieces } from '#functions/kit/turns.ts'
import { textBook } from '#functions/kit/workbook.stream.ts'
import { work } from '#functions/kit/work.ts'
import { deskNow, questionIn } from '../desk/desk.ts'
import type { StaffedDesk } from '../desk/desk.ts'
import { answers } from '../marking.store.ts'
import { markerNames } from '../markerNames.ts'
import { rubrics } from '../rubric/rubric.store.ts'
import { fileKey, handOver, types } from '../quality/handOver.ts'
import { answersOfMarker, recordOf } from './record.read.ts'

type Asked = { questionId: string; userId?: string | undefined; schoolId?: string | undefined }

/** Whose answers are asked for, some at a time. */
async function* candidatesAsked({ exam, paper }: StaffedDesk, of: Asked): AsyncGenerator<Candidate[]> {
  if (of.userId) {
    const ids = await answersOfMarker(paper.paperId, of.questionId, of.userId as never)
    for (const some of inPieces(ids, 200)) yield candidatesByIds(exam, some)
    return
  }
  for await (const { slice, candidates } of rosterSlices(exam, 200))
    if (of.schoolId === undefined || slice.schoolId === of.schoolId) yield candidates
}

export const exportRecordWork = work(exportRecordJob, {
  write: async ({ input, jobId, progress }) => {
    const { paperId, by } = input
    const desk = await deskNow(paperId)
    const { exam, paper } = desk
    const q = questionIn(desk, input.questionId)
    const nameOf = markerNames(desk, by)
    const [schools, takes, rubric] = await Promise.all([
      examSchoolsOf(exam.examId),
      takersOf(exam),
      rubrics.get({ paperId, questionId: q.questionId }),
    ])
    const names = new Map(schools.map((s) => [s.schoolId as string, s.schoolName]))
    const points = rubric?.points ?? []
    await progress({ total: exam.candidateCount, message: '正在生成表格' })
    const pages = async function* (): AsyncGenerator<string[][]> {
      for await (const some of candidatesAsked(desk, input)) {
        const own = some.filter((c) => takes(c, paperId))
        const keys = own.map(({ studentId }) => ({ paperId, studentId, questionId: q.questionId }))
        const items = new Map((await answers.getMany(keys)).map((a) => [a.studentId as string, a]))
        yield own.map((c) => {
          const line = recordOf(q, c, items.get(c.studentId), { nameOf, names })
          const last = line.marks.at(-1)?.at
          return [
            line.studentNumber,
            ...(schools.length > 1 ? [line.schoolName] : []),
            line.className,
            ...markRoles.map((role) => givenIn(line.marks, role, points)),
            line.score === null ? '—' : showScore(line.score),
            last === undefined ? '—' : showTime(last),
          ]
        })
      }
    }
    const head = [
      '考号',
      ...(schools.length > 1 ? ['学校'] : []),
      '班级',
      ...markRoles.map((role) => roleNames[role]),
      '得分',
      '最后评分',
    ]
    const title = `第${q.number}题阅卷记录`
    const name = fileName(`${exam.examName} ${paper.courseName}${title}`, 'xlsx')
    const key = fileKey(desk, jobId, 'xlsx')
    const { size } = await putStream(key, textBook(title, head, pages()), { type: types.xlsx, name })
    return handOver(jobId, by, 'marking.exportRecord', desk, { key, name, size })
  },
})
