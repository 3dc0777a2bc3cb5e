import { useParams } from 'react-router'
import { exportScans } from '#shared/analysis/export.calls.ts'
import { publishState } from '#shared/analysis/publication.calls.ts'
import type { PaperId } from '#shared/kit/ids.ts'
import { showTime } from '#shared/kit/time.ts'
import { act } from '#web/kit/ask.ts'
import type { OutputOf } from '#web/kit/ask.ts'
import { DetailScreen } from '#web/kit/screens/DetailScreen.tsx'
import type { Action, Fact } from '#web/kit/screens/screen.types.ts'
import { ChoosePaper } from '#web/exam/ChoosePaper.public.tsx'
import { publishPath, reportPath } from './analysis.paths.ts'
import { Changes } from './parts/Changes.tsx'
import { isTotal, PublishBox } from './parts/PublishBox.tsx'
import { ReleaseTo } from './parts/ReleaseTo.tsx'
import { Settings } from './parts/Settings.tsx'

type State = OutputOf<typeof publishState>

const badgeOf = (state: State) => {
  if (state.pending?.failed) return { text: '发布没有完成', meaning: 'failed' } as const
  const shown = state.current === null ? '' : `已发布第${state.current}版，`
  if (state.pending)
    return {
      text: `${shown}${state.pending.at === undefined ? '正在发布' : '等待定时发布'}`,
      meaning: 'going',
    } as const
  if (state.current !== null) return { text: `已发布（第${state.current}版）`, meaning: 'done' } as const
  return state.withdrawn
    ? ({ text: '已撤回', meaning: 'out' } as const)
    : ({ text: '未发布', meaning: 'none' } as const)
}

const factsOf = (state: State): Fact[] => [
  { name: '科目', value: state.courseName },
  { name: '当前版本', value: state.current === null ? '无' : `第${state.current}版` },
  ...(state.publishedAt === undefined ? [] : [{ name: '发布于', value: showTime(state.publishedAt) }]),
  ...(state.withdrawn
    ? [
        { name: '撤回于', value: showTime(state.withdrawn.at) },
        { name: '撤回原因', value: state.withdrawn.reason },
      ]
    : []),
  { name: '已生成版本', value: `${state.snapshots.filter((s) => s.ready).length}个` },
]

export const PublishScreen = () => {
  const { paperId } = useParams()
  if (!paperId)
    return <ChoosePaper title="发布成绩" tool="publish-score" pathOf={(_exam, paper) => publishPath(paper)} />
  return <Publishing paperId={paperId as PaperId} />
}

const Publishing = ({ paperId }: { paperId: PaperId }) => {
  const actionsOf = (state: State): Action[] => {
    const barred = state.current === null && !state.snapshots.some((s) => s.ready) ? '发布后可查看' : null
    return [
      { name: '成绩单', to: reportPath('transcript', state.examId, paperId), barred },
      { name: '考试总结', to: reportPath('summary', state.examId, paperId), barred },
      {
        name: '导出答卷图片',
        barred: isTotal(state) ? '总分没有答卷' : state.mayManage ? null : '只有考试管理者可以导出',
        job: () => act(exportScans, { paperId }),
      },
    ]
  }
  return (
    <DetailScreen
      call={publishState}
      input={{ paperId }}
      title={() => '发布成绩'}
      badge={badgeOf}
      facts={factsOf}
      actions={actionsOf}
      everyMs={20_000}
      tabs={(state) => [
        { key: 'publish', name: '发布', content: () => <PublishBox state={state} /> },
        {
          key: 'changes',
          name: state.current === null ? '成绩预览' : '成绩变化',
          barred: !state.mayManage
            ? '只有考试管理者可以核对'
            : !state.mayPublish
              ? '检查通过后可核对'
              : state.large && state.preview?.comparedAt === undefined
                ? '请先在“发布”中核对成绩'
                : null,
          content: () => <Changes paperId={paperId} />,
        },
        {
          key: 'students',
          name: '发布给谁',
          barred: state.mayManage ? null : '只有考试管理者可以设置',
          content: () => <ReleaseTo paperId={paperId} />,
        },
        { key: 'settings', name: '报告设置', content: () => <Settings paperId={paperId} /> },
      ]}
    />
  )
}
