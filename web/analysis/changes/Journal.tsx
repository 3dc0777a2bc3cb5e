import { listChanges, undoChange } from '#shared/analysis/change.calls.ts'
import type { ChangeLine } from '#shared/analysis/change.calls.ts'
import { changeToolNames } from '#shared/analysis/changes/change.tools.ts'
import type { ChangeId, PaperId } from '#shared/kit/ids.ts'
import { showTime } from '#shared/kit/time.ts'
import { act } from '#web/kit/ask.ts'
import { ListPart } from '#web/kit/parts/ListPart.tsx'
import { Section } from '#web/kit/parts/Section.tsx'
import { StateMark } from '#web/kit/parts/StateMark.tsx'
import type { Column } from '#web/kit/screens/screen.types.ts'
import { changeStates, changeText } from './changeWords.ts'

const columns: Column<ChangeLine>[] = [
  { key: 'says', name: '改动', value: changeText, width: 220 },
  { key: 'tool', name: '工具', value: (r) => changeToolNames[r.tool] },
  {
    key: 'state',
    name: '状态',
    value: (r) => changeStates[r.state].text,
    cell: (r) => <StateMark {...changeStates[r.state]} />,
  },
  { key: 'changed', name: '影响', unit: '人', value: (r) => r.changed, number: true },
  { key: 'signed', name: '签字', value: (r) => r.signedByName ?? '' },
  { key: 'at', name: '时间', value: (r) => showTime(r.signedAt ?? r.madeAt) },
  { key: 'reason', name: '原因', value: (r) => r.reason ?? '' },
]

/** Every change of a paper's results, by any of the tools, and the way to take one off. */
export const Journal = ({ paperId, onOpen }: { paperId: PaperId; onOpen: (changeId: ChangeId) => void }) => (
  <Section title="改动记录">
    <ListPart
      label="改动记录"
      call={listChanges}
      input={{ paperId }}
      order="最近的在前"
      rowTo={{ none: 'a change opens in the page itself' }}
      rowKey={(r) => r.changeId}
      columns={columns}
      rowActions={(r) => [
        { name: '查看', run: () => onOpen(r.changeId) },
        ...(r.state === 'inForce'
          ? [
              {
                name: '撤销',
                run: async () => onOpen((await act(undoChange, { paperId, changeId: r.changeId })).changeId),
              },
            ]
          : []),
      ]}
      empty={{ title: '还没有改动', text: '签字生效的改动会记在这里，随时可以撤销。' }}
    />
  </Section>
)
