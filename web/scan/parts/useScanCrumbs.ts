import type { PaperId } from '#shared/kit/ids.ts'
import { sheetStatistic } from '#shared/scan/scan.calls.ts'
import { useAsk } from '#web/kit/ask.ts'
import type { Crumb } from '#web/kit/screens/screen.types.ts'
import { examPath, examPaths } from '#web/exam/exam.paths.ts'
import { scanPath } from '../scan.paths.ts'

/** The way from the exam over the paper's scanning to this screen, and what is known of the paper. */
export const useScanCrumbs = (paperId: PaperId, here: string) => {
  const { data, error } = useAsk(sheetStatistic, { paperId }, { freshMs: 5_000 })
  const crumbs: Crumb[] = [
    { name: '考试', to: examPaths.list },
    ...(data ? [{ name: data.examName, to: examPath(data.examId) }] : []),
    { name: data ? `${data.courseName} 扫描与识别` : '扫描与识别', to: scanPath(paperId) },
    { name: here },
  ]
  return { crumbs, data, error }
}
