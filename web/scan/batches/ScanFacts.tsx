import { Link } from 'react-router'
import type { OutputOf } from '#shared/kit/call.ts'
import type { scanCount } from '#shared/scan/scan.calls.ts'
import type { SheetDoubtKind } from '#shared/scan/sheet.types.ts'
import { Facts } from '#web/kit/parts/Page.tsx'
import type { Fact } from '#web/kit/screens/screen.types.ts'
import { doubtsPath, scanPaths, toPaper } from '../scan.paths.ts'

/**
 * What waits by kinds that the ledger above does not tell: how many are read, how many wait and how many of them must be
 * settled stands in its sum alone.
 */
export const ScanFacts = (props: { paperId: string; of: OutputOf<typeof scanCount>; left: readonly Fact[] }) => {
  const { paperId, of, left } = props
  const waits = (name: string, count: number, kind?: SheetDoubtKind) =>
    count === 0 ? [] : [{ name, value: <Link to={doubtsPath(paperId, kind)}>{count} 页</Link> }]
  const facts = [
    ...waits('找不到定位点', of.cornerErrorNumber, 'noAnchors'),
    ...(of.sizeErrorNumber === 0
      ? []
      : [
          {
            name: '打印比例',
            value: <Link to={toPaper(scanPaths.sizes, paperId)}>{of.sizeErrorNumber} 页</Link>,
          },
        ]),
    ...waits('不属于上传者', of.uploaderErrorNumber, 'uploader'),
    ...left,
  ]
  return facts.length > 0 ? <Facts facts={facts} /> : null
}
