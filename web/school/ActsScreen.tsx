import { listActs, undoAct } from '#shared/school/act.calls.ts'
import type { SchoolId } from '#shared/kit/ids.ts'
import { showTime } from '#shared/kit/time.ts'
import { act } from '#web/kit/ask.ts'
import { toast } from '#web/kit/notices.ts'
import { DateCell } from '#web/kit/parts/Cells.tsx'
import { ListScreen } from '#web/kit/screens/ListScreen.tsx'
import { InSchool, SchoolTabs, useSchoolCrumbs } from './parts/InSchool.tsx'
import { inSchool } from './school.paths.ts'

const Acts = ({ schoolId, named }: { schoolId: SchoolId; named: string | undefined }) => (
  <ListScreen
    title="操作记录"
    crumbs={useSchoolCrumbs(schoolId, named, '操作记录')}
    call={listActs}
    input={{ schoolId }}
    actions={[{ name: '敏感信息查看记录', to: inSchool('reveals', { schoolId: named }) }]}
    rowKey={(a) => a.actId}
    columns={[
      { key: 'title', name: '操作', value: (a) => a.title },
      { key: 'by', name: '操作人', value: (a) => a.by.userName },
      {
        key: 'createdAt',
        name: '时间',
        value: (a) => showTime(a.createdAt),
        cell: (a) => <DateCell ms={a.createdAt} />,
      },
      {
        key: 'undone',
        name: '状态',
        value: (a) => (a.undone ? `${a.undone.userName}于${showTime(a.undone.at)}撤销` : '有效'),
      },
    ]}
    rowActions={(a) => [
      {
        name: '撤销',
        barred: a.undone && '该操作已撤销',
        run: async () => {
          const { undone, kept } = await act(undoAct, { schoolId, actId: a.actId })
          const more = kept > 0 ? `，${kept}项此后又有改动，保持不变` : ''
          toast('success', `已撤销${a.kind === 'move' ? `${undone}名学生的调班` : '毕业'}${more}`)
        },
      },
    ]}
    empty={{ title: '还没有批量操作', text: '调班和年级毕业会记录在这里，可以撤销。' }}
  >
    <SchoolTabs here="acts" named={named} />
  </ListScreen>
)

/** Moves and graduations: who did what when, and taking it back. */
export const ActsScreen = () => <InSchool title="操作记录">{(school) => <Acts {...school} />}</InSchool>
