import { useSearchParams } from 'react-router'
import { followRoster, listActs, undoAct } from '#shared/school/act.calls.ts'
import type { SchoolId } from '#shared/kit/ids.ts'
import { showTime } from '#shared/kit/time.ts'
import { act, refresh } from '#web/kit/ask.ts'
import { toast } from '#web/kit/notices.ts'
import { DateCell } from '#web/kit/parts/Cells.tsx'
import { ListScreen } from '#web/kit/screens/ListScreen.tsx'
import { JobProgress } from '#web/platform/JobProgress.public.tsx'
import { InSchool, schoolSiblings, useSchoolCrumbs } from './parts/InSchool.tsx'
import { inSchool } from './school.paths.ts'

const Acts = ({ schoolId, named }: { schoolId: SchoolId; named: string | undefined }) => {
  const [query, setQuery] = useSearchParams()
  const crumbs = useSchoolCrumbs(schoolId, named, '操作记录')
  const uuid = query.get('job')
  const start = async (): Promise<void> => {
    const next = new URLSearchParams(query)
    next.set('job', (await act(followRoster, { schoolId })).uuid)
    setQuery(next, { replace: true })
  }
  return (
    <ListScreen
      title="操作记录"
      crumbs={crumbs}
      siblings={schoolSiblings('acts', named)}
      call={listActs}
      input={{ schoolId }}
      actions={[
        {
          name: '更新名单索引',
          confirm: '按名单重新统计人数，并重建按姓名、拼音和学号的查找。名单本身不变，期间可照常使用。',
          run: start,
        },
        { name: '敏感信息查看记录', to: inSchool('reveals', { schoolId: named }) },
      ]}
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
      {uuid && <JobProgress key={uuid} uuid={uuid} onDone={() => void refresh(['students', 'roster'])} />}
    </ListScreen>
  )
}

/** Moves and graduations: who did what when, and taking it back. */
export const ActsScreen = () => <InSchool title="操作记录">{(school) => <Acts {...school} />}</InSchool>
