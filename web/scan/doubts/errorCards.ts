import type { PaperId } from '#shared/kit/ids.ts'
import { downloadErrorCards } from '#shared/scan/results/result.calls.ts'
import type { SheetDoubtKind } from '#shared/scan/sheet.types.ts'
import { act } from '#web/kit/ask.ts'
import type { Action } from '#web/kit/screens/screen.types.ts'

type Of = { paperId: PaperId; kind: SheetDoubtKind | null; barred: string | null }

/** The pages that wait, as a zip: for a person who goes through the paper, or asks the class teacher. */
export const errorCards = ({ paperId, kind, barred }: Of): Action => ({
  name: kind ? '打包下载这一类' : '打包下载存疑页',
  job: () => act(downloadErrorCards, { paperId, ...(kind ? { kind } : {}) }),
  barred,
})
