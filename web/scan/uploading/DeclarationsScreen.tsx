import { useParams } from 'react-router'
import type { PaperId } from '#shared/kit/ids.ts'
import * as calls from '#shared/scan/uploading/declaration.calls.ts'
import { DateCell } from '#web/kit/parts/Cells.tsx'
import { StateMark } from '#web/kit/parts/StateMark.tsx'
import { ListScreen } from '#web/kit/screens/ListScreen.tsx'
import { scanSiblings } from '../parts/scanSiblings.ts'
import { declarationPath, scanPaths, toPaper } from '../scan.paths.ts'
import { declarationMeanings } from '../stateWords.ts'

/** Declarations of a paper: what a user says is not as it should be. */
export const DeclarationsScreen = () => {
  const paperId = useParams()['paperId'] as PaperId
  const add = { name: '新申报', to: toPaper(scanPaths.declare, paperId), primary: true }
  return (
    <ListScreen
      title="异常申报"
      siblings={scanSiblings(paperId, 'declarations')}
      call={calls.declarationList}
      input={{ paperId }}
      order="最近申报的在前"
      rowKey={(d) => d.declarationId}
      rowTo={(d) => declarationPath(paperId, d.declarationId)}
      columns={[
        { key: 'studentName', name: '考生', value: (d) => d.studentName },
        { key: 'className', name: '班级', value: (d) => d.className },
        { key: 'kind', name: '问题', value: (d) => calls.declarationKindNames[d.kind] },
        { key: 'detail', name: '说明', value: (d) => d.detail },
        {
          key: 'state',
          name: '状态',
          value: (d) => calls.declarationStateNames[d.state],
          cell: (d) => <StateMark text={calls.declarationStateNames[d.state]} meaning={declarationMeanings[d.state]} />,
        },
        { key: 'declaredByName', name: '申报人', value: (d) => d.declaredByName },
        {
          key: 'declaredAt',
          name: '时间',
          value: (d) => d.declaredAt,
          cell: (d) => <DateCell ms={d.declaredAt} time />,
        },
      ]}
      filters={[
        {
          field: 'state',
          label: '状态',
          mode: 'radio',
          options: calls.declarationStates.map((s) => ({ value: s, label: calls.declarationStateNames[s] })),
        },
        { field: 'mine', label: '范围', mode: 'radio', options: [{ value: 'true', label: '我申报的' }] },
      ]}
      actions={[add]}
      exportName="异常申报"
      empty={{
        title: '没有异常申报',
        text: '阅卷或查分时发现答题卡不是本人的、识别不符、缺页等，可以在这里申报，由考试的管理者审核。',
        action: add,
      }}
    />
  )
}
