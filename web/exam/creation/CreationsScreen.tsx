import { createAgain, listCreations } from '#shared/exam/creation/creation.calls.ts'
import { showTime } from '#shared/kit/time.ts'
import { act } from '#web/kit/ask.ts'
import type { OutputOf } from '#web/kit/ask.ts'
import { toast } from '#web/kit/notices.ts'
import { StateMark } from '#web/kit/parts/StateMark.tsx'
import type { Meaning } from '#web/kit/parts/StateMark.tsx'
import { ListScreen } from '#web/kit/screens/ListScreen.tsx'
import { examPath, examPaths } from '../exam.paths.ts'

type Row = OutputOf<typeof listCreations>[number]

const marks: Record<Row['state'], { text: string; meaning: Meaning }> = {
  waiting: { text: '排队中', meaning: 'waits' },
  going: { text: '进行中', meaning: 'going' },
  failed: { text: '失败', meaning: 'failed' },
  done: { text: '已完成', meaning: 'done' },
}

/** Exams that are being made, and what became of them. */
export const CreationsScreen = () => {
  const add = { name: '新建联考', to: examPaths.addJoint, primary: true, shortcut: 'n' }
  return (
    <ListScreen
      title="联考创建进度"
      call={listCreations}
      everyMs={5_000}
      rowKey={(r) => r.creationId}
      rowTo={(r) => (r.state === 'done' ? examPath(r.examId) : undefined)}
      columns={[
        { key: 'examName', name: '考试', value: (r) => r.examName },
        {
          key: 'state',
          name: '状态',
          value: (r) => marks[r.state].text,
          cell: (r) => <StateMark {...marks[r.state]} />,
        },
        {
          key: 'schools',
          name: '已复制名单',
          unit: '所',
          value: (r) => `${r.schools}/${r.schoolCount}`,
          number: true,
        },
        { key: 'candidates', name: '考生', unit: '人', value: (r) => r.candidates, number: true },
        { key: 'message', name: '说明', value: (r) => r.message || null },
        { key: 'byName', name: '创建人', value: (r) => r.byName },
        { key: 'createdAt', name: '创建时间', value: (r) => r.createdAt, cell: (r) => showTime(r.createdAt) },
      ]}
      actions={[add]}
      rowActions={(r) =>
        r.state === 'failed'
          ? [
              {
                name: '重试',
                barred: !r.mayAgain && '创建已超过一天，请重新新建',
                run: async () => {
                  await act(createAgain, { creationId: r.creationId, version: r.version })
                  toast('success', `“${r.examName}”继续创建；已复制的名单保留`)
                },
              },
            ]
          : []
      }
      empty={{
        title: '最近三十天没有创建联考',
        text: '学校多的考试由后台任务创建，进度和结果会出现在这里。',
        action: add,
      }}
    />
  )
}
