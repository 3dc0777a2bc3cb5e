import * as acts from '#shared/scan/act.calls.ts'
import * as candidates from '#shared/scan/candidate.calls.ts'
import * as exceptions from '#shared/scan/doubts/exception.calls.ts'
import * as sheetCounts from '#shared/scan/uploading/sheetCount.calls.ts'
import * as results from '#shared/scan/results/result.calls.ts'
import * as calls from '#shared/scan/scan.calls.ts'
import * as uploaders from '#shared/scan/uploading/uploader.calls.ts'
import { examManagers } from '#shared/kit/people.ts'
import type { ScreenRoute } from '#web/kit/route.types.ts'
import { scanPaths } from '../scan.paths.ts'

/** What the recogniser will not vouch for. */
export const doubtsRoutes: readonly ScreenRoute[] = [
  {
    path: scanPaths.doubts,
    under: scanPaths.task,
    name: '处理存疑',
    ...examManagers,
    load: async () => (await import('./DoubtsScreen.tsx')).DoubtsScreen,
    help: [
      '机器拿不准的都在这一个队列里。',
      '看清楚，回车接受建议，或按字母、数字改正。',
      '全部处理完才能开启阅卷，处理错了可以撤销。',
    ],
    keys: {
      回车: '接受建议',
      'A B C D': '改成这个选项',
      '↑ ↓': '上一条、下一条',
      退格: '撤销上一条',
      '/': '输入其他内容',
    },
    calls: [
      calls.doubtList,
      calls.scriptList,
      calls.sheetStatistic,
      calls.assignStudent,
      calls.confirmReading,
      calls.voidPage,
      calls.settleDuplicate,
      calls.undoSettlement,
      calls.acceptMissing,
      calls.scanCount,
      candidates.studentFirstPage,
      sheetCounts.joinBack,
      sheetCounts.settleAbsent,
      sheetCounts.ignoreDoubts,
      exceptions.confirmMany,
      acts.transferPages,
      uploaders.uploadStatistic,
      exceptions.cooperationStatus,
      exceptions.openCooperation,
      exceptions.closeCooperation,
      exceptions.joinCooperation,
      exceptions.claimDoubts,
      results.downloadErrorCards,
      calls.setAbsent,
      sheetCounts.pageDetail,
    ],
  },
]
