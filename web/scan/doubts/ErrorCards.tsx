import type { PaperId } from '#shared/kit/ids.ts'
import { downloadErrorCards } from '#shared/scan/results/result.calls.ts'
import type { SheetDoubtKind } from '#shared/scan/sheet.types.ts'
import { act } from '#web/kit/ask.ts'
import { ActionButton } from '#web/kit/parts/ActionButton.tsx'

type Props = { paperId: PaperId; kind: SheetDoubtKind | null; barred: string | null }

/** The pages that wait, as a zip: for a person who goes through the paper, or asks the class teacher. */
export const ErrorCards = ({ paperId, kind, barred }: Props) => {
  const job = () => act(downloadErrorCards, { paperId, ...(kind ? { kind } : {}) })
  return (
    <div>
      <ActionButton size="small" action={{ name: kind ? '打包下载这一类' : '打包下载存疑页', job, barred }} />
    </div>
  )
}
