import type { PaperId } from '#shared/kit/ids.ts'
import { classSheets } from '#shared/scan/scan.calls.ts'
import { ListPart } from '#web/kit/parts/ListPart.tsx'
import { rollBackClass } from '../parts/rollback.ts'
import { studentsPath } from '../scan.paths.ts'

/** How many of each class have handed in; a class's pages can be taken back. */
export const ClassTable = ({ paperId, barred }: { paperId: PaperId; barred: string | null }) => (
  <ListPart
    label="各班交卷情况"
    name="classes"
    call={classSheets}
    input={{ paperId }}
    order="按班级"
    rowKey={(c) => c.classId}
    rowTo={(c) => studentsPath(paperId, c.classId)}
    columns={[
      { key: 'className', name: '班级', value: (c) => c.className },
      { key: 'total', name: '考生', unit: '人', value: (c) => c.total, number: true },
      { key: 'present', name: '已交', unit: '人', value: (c) => c.present, number: true },
      { key: 'absent', name: '缺考', unit: '人', value: (c) => c.absent, number: true },
      { key: 'missing', name: '未交', unit: '人', value: (c) => c.missing, number: true },
      { key: 'incomplete', name: '缺页', unit: '人', value: (c) => c.incomplete, number: true },
    ]}
    rowActions={(c) => [
      {
        name: '回退本班',
        danger: true,
        barred: barred ?? (c.present === 0 && '还没有交'),
        job: () => rollBackClass(paperId, c),
      },
    ]}
    empty={{ title: '还没有考生' }}
  />
)
