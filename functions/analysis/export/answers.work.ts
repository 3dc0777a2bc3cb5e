/** The booklet of excellent and typical answers of a paper, from its published version. */
import { exportAnswersJob } from '#shared/analysis/analysis.jobs.ts'
import { noPicks, pickAnswers } from '#shared/analysis/answers.rules.ts'
import type { Picks } from '#shared/analysis/answers.rules.ts'
import { analysisProblems } from '#shared/analysis/analysis.problems.ts'
import { percent } from '#shared/analysis/report.words.ts'
import { isObjective } from '#shared/exam/exam.types.ts'
import { showScore } from '#shared/kit/score.ts'
import { fileName } from '#shared/kit/text.ts'
import { showDate } from '#shared/kit/time.ts'
import { putStream } from '#functions/kit/multipart.ts'
import { getObject, ObjectMissing } from '#functions/kit/objects.ts'
import { refuse } from '#functions/kit/refusal.ts'
import { inTurns } from '#functions/kit/turns.ts'
import { work } from '#functions/kit/work.ts'
import { answerCrops } from '#functions/marking/answer.public.ts'
import { headOf, indexOf, partOf, reportOf } from '../snapshot.ts'
import { examAndPaper } from '../standing/standing.ts'
import { answersPdf } from './answers.pdf.ts'
import type { BookAnswer, BookPicture } from './answers.pdf.ts'
import { exportKey, handOver, typeOf } from './offer.ts'

const words = { excellent: '优秀答案', typical: '典型答案' } as const

/** The crops of an answer; a picture that has gone since is left out. */
const picturesOf = async (paperId: string, studentId: string, questionId: string): Promise<BookPicture[]> =>
  (
    await inTurns(await answerCrops({ paperId }, { studentId, questionId }), 4, async ({ key, width, height }) => {
      try {
        return [{ bytes: await getObject(key), width, height }]
      } catch (error) {
        if (error instanceof ObjectMissing) return []
        throw error
      }
    })
  ).flat()

export const exportAnswersWork = work(exportAnswersJob, {
  write: async ({ input, jobId, progress }) => {
    const { v, each } = input
    const { paper } = await examAndPaper(input.paperId)
    const [head, index, report] = await Promise.all([headOf(paper, v), indexOf(paper, v), reportOf(paper, v)])
    const questions = head.questions.flatMap((q, place) => {
      const figures = report.items[place]
      return isObjective(q) || !figures ? [] : [{ q, place, rate: figures.difficulty }]
    })
    const picks = new Map<string, Picks>()
    for (const { part } of index.parts) {
      const { columns } = await partOf(paper, v, part)
      for (const { q, place, rate } of questions) {
        const of = { place, fullScore: q.fullScore, mean: (rate ?? 0) * q.fullScore }
        picks.set(q.questionId, pickAnswers(picks.get(q.questionId) ?? noPicks, columns, of, each))
      }
    }
    await progress({ message: '正在收集答卷图片' })
    const made = await inTurns(questions, 1, async ({ q, rate }) => {
      const chosen = picks.get(q.questionId) ?? noPicks
      const answers: BookAnswer[] = []
      for (const kind of ['excellent', 'typical'] as const)
        for (const [n, { studentId, score }] of chosen[kind].entries()) {
          const pictures = await picturesOf(paper.paperId, studentId, q.questionId)
          if (pictures.length > 0) answers.push({ label: `${words[kind]} ${n + 1}　${showScore(score)}分`, pictures })
        }
      return {
        title: `第${q.number}题`,
        facts: `满分${showScore(q.fullScore)}分${rate === null ? '' : `　全体得分率${percent(rate)}`}`,
        answers,
      }
    })
    const shown = made.filter((q) => q.answers.length > 0)
    if (shown.length === 0) return refuse(analysisProblems.noAnswers)
    await progress({ message: '正在排版' })
    const name = fileName(`${head.examName} ${head.courseName}优秀与典型答案`, 'pdf')
    const book = {
      title: `${head.examName}　${head.courseName}`,
      subtitle: `优秀与典型答案　${showDate(head.examDate)}　不含姓名，供讲评使用`,
      madeAt: head.madeAt,
      questions: shown,
    }
    const key = exportKey(paper, jobId, 'pdf')
    const { size } = await putStream(key, answersPdf(book), { type: typeOf.pdf, name })
    return handOver(jobId, input.by, 'analysis.exportAnswers', paper, { key, name, size })
  },
})
