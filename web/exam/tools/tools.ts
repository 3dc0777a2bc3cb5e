/** What is offered beside an exam in its list. Pure. */
import type { ExamRow } from '#shared/exam/exam.calls.ts'
import { examStatus, markingProgress } from '#shared/exam/exam.types.ts'
import type { Action } from '#web/kit/screens/screen.types.ts'
import { examPath, paperPath } from '../exam.paths.ts'
import { doubtsPath, scanPath } from '#web/scan/scan.paths.ts'
import { arrangePath, importScoresPath, monitorPath } from '#web/marking/marking.paths.ts'
import { publishPath } from '#web/analysis/analysis.paths.ts'

/** The tools of a paper in the order of its life: the step that the exam stands at comes first. */
export const toolsOf = (e: Pick<ExamRow, 'examId' | 'markingProgress'>, paperId: string): Action[] => {
  const of = { examId: e.examId, paperId }
  const tools = [
    { until: markingProgress.answerUpload, name: '设置试题', to: paperPath(e.examId, paperId) },
    { until: markingProgress.cardUpload, name: '上传答题卡', to: scanPath(of.paperId) },
    { until: markingProgress.cardExceptions, name: '处理存疑', to: doubtsPath(of.paperId) },
    { until: markingProgress.arrangement, name: '阅卷安排', to: arrangePath(of.paperId) },
    { name: '成绩导入', to: importScoresPath(of.paperId) },
    { until: markingProgress.marking, name: '阅卷进度', to: monitorPath(of.examId, of.paperId) },
    { until: markingProgress.done, name: '发布成绩', to: publishPath(of.paperId) },
  ]
  const next = tools.findIndex((t) => t.until !== undefined && t.until >= e.markingProgress)
  return [tools[next]!, ...tools.filter((_, i) => i !== next)].map(({ name, to }) => ({ name, to }))
}

/** What an exam waits for a person with, the most pressing first. */
const waits: readonly ((e: Pick<ExamRow, 'status' | 'markingProgress'>) => boolean)[] = [
  (e) => e.markingProgress === markingProgress.cardExceptions,
  (e) => e.status === examStatus.awaitingRelease,
  (e) => e.markingProgress === markingProgress.arrangement,
]
/** As much of an exam's name as a button holds. */
const named = 14

/**
 * The step that waits for who manages one of these exams, or null: of several what is most pressing, then the first. Of
 * several subjects it leads to the exam, which knows the one that waits.
 */
export const waitingIn = (list: readonly ExamRow[]): Action | null => {
  const own = list.filter((e) => e.mayManage && e.courses.some((c) => !c.released))
  const exam = waits.map((is) => own.find(is)).find((e) => e !== undefined)
  const step = exam?.courses[0] && toolsOf(exam, exam.courses[0].paperId)[0]
  if (!exam || !step) return null
  const { examName: name } = exam
  return {
    name: `${step.name}：${name.length > named ? `${name.slice(0, named)}…` : name}`,
    to: exam.courses.length > 1 ? examPath(exam.examId) : step.to!,
    primary: true,
  }
}
