import { Link } from 'react-router'
import type { OutputOf } from '#shared/kit/call.ts'
import type { scanCount } from '#shared/scan/scan.calls.ts'
import type { SheetDoubtKind } from '#shared/scan/sheet.types.ts'
import { Facts } from '#web/kit/parts/Page.tsx'
import { doubtsPath, scanPaths, toPaper } from '../scan.paths.ts'

/** The counters of scanning as they move: what is being read, and what waits, by kind. */
export const ScanFacts = ({ paperId, of }: { paperId: string; of: OutputOf<typeof scanCount> }) => {
  if (of.scanCount === 0 && of.waitUploadTotalCount === 0) return null
  const waits = (name: string, count: number, kind?: SheetDoubtKind) =>
    count === 0 ? [] : [{ name, value: <Link to={doubtsPath(paperId, kind)}>{count} 页</Link> }]
  return (
    <Facts
      facts={[
        { name: '已识别考生', value: `${of.studentRecognitionCount} / ${of.studentTotalCount}` },
        ...(of.waitUploadTotalCount > 0 ? [{ name: '正在打开', value: `${of.waitUploadTotalCount} 个文件` }] : []),
        ...(of.waitingRecogCount > 0 ? [{ name: '等待识别', value: `${of.waitingRecogCount} 页` }] : []),
        ...waits('必须处理', of.mustErrCount),
        ...waits('可稍后处理', of.noMustErrCount),
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
        ...waits('答题卡异常', of.cardExceptionNum),
      ]}
    />
  )
}
