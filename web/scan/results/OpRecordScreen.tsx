import { useParams } from 'react-router'
import type { PaperId } from '#shared/kit/ids.ts'
import { actList } from '#shared/scan/act.calls.ts'
import { paperActNames, recognitionModeNames } from '#shared/scan/act.types.ts'
import type { PaperAct, RecognitionMode } from '#shared/scan/act.types.ts'
import { DateCell } from '#web/kit/parts/Cells.tsx'
import { ListScreen } from '#web/kit/screens/ListScreen.tsx'
import { scanSiblings } from '../parts/scanSiblings.ts'

const noteOf = (a: PaperAct): string =>
  a.act === 'mode' ? (recognitionModeNames[a.note as RecognitionMode] ?? a.note) : a.act === 'deleteBatch' ? '' : a.note

/** What was done to a paper's scans as a whole: each act is in the audit trail too. */
export const OpRecordScreen = () => {
  const paperId = useParams()['paperId'] as PaperId
  return (
    <ListScreen
      title="操作记录"
      siblings={scanSiblings(paperId, 'acts')}
      call={actList}
      input={{ paperId }}
      order="最近的在前"
      atOnce={200}
      rowTo={{ none: 'an act is told whole in its row' }}
      rowKey={(a) => a.actId}
      columns={[
        { key: 'at', name: '时间', value: (a) => a.at, cell: (a) => <DateCell ms={a.at} time /> },
        { key: 'byName', name: '操作人', value: (a) => a.byName },
        { key: 'act', name: '操作', value: (a) => paperActNames[a.act] },
        { key: 'note', name: '对象', value: noteOf },
        { key: 'reason', name: '原因', value: (a) => a.reason },
      ]}
      exportName="操作记录"
      empty={{ title: '还没有操作记录', text: '回退、删除批次、转移、切换识别模式、协作和申报会记在这里。' }}
    />
  )
}
