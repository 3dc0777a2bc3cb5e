import { jobAgain, jobsOfAll, jobStates } from '#shared/platform/process.calls.ts'
import type { JobOfAll } from '#shared/platform/process.calls.ts'
import { listSchools } from '#shared/school/school.calls.ts'
import { act, useAsk } from '#web/kit/ask.ts'
import { DateCell } from '#web/kit/parts/Cells.tsx'
import { StateMark } from '#web/kit/parts/StateMark.tsx'
import { statusWords } from '#web/kit/progress.ts'
import { ListScreen } from '#web/kit/screens/ListScreen.tsx'

const stateNames: Readonly<Record<(typeof jobStates)[number], string>> = { failed: '失败的', going: '进行中的' }
const failed = 30

/** How far it is, or why it is not. */
const sayOf = (j: JobOfAll): string =>
  j.status === failed
    ? j.message
    : [j.processMsg, j.processTotal === undefined ? '' : `共${j.processTotal}`].filter(Boolean).join('，')

/** Jobs of all schools: what failed, and what runs. */
export const ProcessesScreen = () => {
  const schools = useAsk(listSchools, { pageNumber: 1, pageSize: 1000 }, { quiet: true, freshMs: 300_000 }).data?.list
  const nameOf = new Map(schools?.map((s) => [`s:${s.schoolId}`, s.schoolName]))
  const whose = ({ tenant }: JobOfAll): string =>
    nameOf.get(tenant) ?? (tenant === 'p' ? '平台' : tenant.startsWith('a:') ? '区域' : '学校')
  return (
    <ListScreen
      title="数据处理"
      call={jobsOfAll}
      order="最近发起的在前"
      rowTo={{ none: 'a job is begun again in its row' }}
      rowKey={(j) => j.uuid}
      columns={[
        { key: 'title', name: '任务', value: (j) => j.title, width: 180 },
        { key: 'tenant', name: '学校', value: whose },
        {
          key: 'status',
          name: '状态',
          value: (j) => statusWords[j.status] ?? '',
          cell: (j) => (
            <StateMark text={statusWords[j.status] ?? ''} meaning={j.status === failed ? 'failed' : 'going'} />
          ),
        },
        { key: 'message', name: '说明', value: sayOf, width: 220 },
        { key: 'createdAt', name: '发起', value: (j) => j.createdAt, cell: (j) => <DateCell ms={j.createdAt} time /> },
        {
          key: 'lastTimestamps',
          name: '最近',
          value: (j) => j.lastTimestamps,
          cell: (j) => <DateCell ms={j.lastTimestamps} time />,
        },
        {
          key: 'againAt',
          name: '上次重新处理',
          value: (j) => j.againAt ?? '',
          cell: (j) => <DateCell ms={j.againAt} time />,
          extra: true,
        },
      ]}
      filters={[
        {
          field: 'state',
          label: '任务',
          mode: 'radio',
          start: ['failed'],
          options: jobStates.map((value) => ({ value, label: stateNames[value] })),
        },
        { field: 'keyword', label: '查找', mode: 'search', placeholder: '任务或说明' },
      ]}
      rowActions={(j) =>
        j.status === failed
          ? [
              {
                name: '重新处理',
                barred: !j.mayAgain && '会改动数据的任务，请在原来的页面重新发起',
                job: () => act(jobAgain, { uuid: j.uuid }),
              },
            ]
          : []
      }
      everyMs={10_000}
      exportName="数据处理"
      empty={{ title: '没有这样的任务', text: '这里有十四天内失败的任务，和正在进行的任务。' }}
    />
  )
}
