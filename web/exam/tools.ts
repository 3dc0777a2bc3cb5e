/** What is offered beside an exam in its list. Pure. */
import type { ExamRow } from '#shared/exam/exam.calls.ts'
import { markingProgress } from '#shared/exam/exam.types.ts'
import type { Action } from '#web/kit/screens/screen.types.ts'
import { paperPath, workPaths } from './exam.paths.ts'

/** The tools of a paper in the order of its life: the step that the exam stands at comes first. */
export const toolsOf = (e: Pick<ExamRow, 'examId' | 'markingProgress'>, paperId: string): Action[] => {
  const of = { examId: e.examId, paperId }
  const tools = [
    { until: markingProgress.answerUpload, name: '设置试题', to: paperPath(e.examId, paperId) },
    { until: markingProgress.cardUpload, name: '上传答题卡', to: workPaths.scan(of) },
    { until: markingProgress.cardExceptions, name: '处理存疑', to: workPaths.doubts(of) },
    { until: markingProgress.arrangement, name: '阅卷安排', to: workPaths.arrange(of) },
    { name: '成绩导入', to: workPaths.importScores(of) },
    { until: markingProgress.marking, name: '阅卷进度', to: workPaths.progress(of) },
    { until: markingProgress.done, name: '发布成绩', to: workPaths.publish(of) },
  ]
  const next = tools.findIndex((t) => t.until !== undefined && t.until >= e.markingProgress)
  return [tools[next]!, ...tools.filter((_, i) => i !== next)].map(({ name, to }) => ({ name, to }))
}
