import { deleteCard, listCards, restoreCard } from '#shared/card/card.calls.ts'
import type { CardSummary } from '#shared/card/card.calls.ts'
import { templateStatuses } from '#shared/card/card.types.ts'
import { act } from '#web/kit/ask.ts'
import { undoable } from '#web/kit/notices.ts'
import { DateCell, ScoreCell, StateBadge } from '#web/kit/parts/Cells.tsx'
import { ListScreen } from '#web/kit/screens/ListScreen.tsx'
import { cardPaths, drawPath } from './card.paths.ts'
import { sheetNames } from './parts/CardSettings.tsx'

const colours = { 0: 'informative', 1: 'warning', 2: 'success' } as const

const remove = async (card: CardSummary): Promise<void> => {
  await act(deleteCard, { cardId: card.cardId, version: card.version })
  undoable(`已删除“${card.title}”的${card.courseName}答题卡`, () => act(restoreCard, { cardId: card.cardId }))
}

/** The cards of the exams that one may see. */
export const CardListScreen = () => (
  <ListScreen
    title="答题卡"
    call={listCards}
    rowKey={(c) => c.cardId}
    rowTo={(c) => drawPath(c.cardId)}
    actions={[{ name: '新建答题卡', primary: true, to: cardPaths.add }]}
    filters={[
      {
        field: 'status',
        label: '状态',
        mode: 'radio',
        options: Object.entries(templateStatuses).map(([value, label]) => ({ value, label })),
      },
      { field: 'title', label: '标题', mode: 'search', placeholder: '搜索答题卡标题' },
    ]}
    columns={[
      { key: 'title', name: '标题', value: (c) => c.title, width: 240 },
      { key: 'courseName', name: '学科', value: (c) => c.courseName },
      { key: 'sheetType', name: '版式', value: (c) => sheetNames[c.sheetType as 0] },
      { key: 'questionCount', name: '题数', number: true, value: (c) => c.questionCount },
      {
        key: 'fullScore',
        name: '满分',
        unit: '分',
        number: true,
        value: (c) => c.fullScore / 100,
        cell: (c) => <ScoreCell score={c.fullScore} />,
      },
      {
        key: 'status',
        name: '状态',
        value: (c) => templateStatuses[c.status],
        cell: (c) => <StateBadge text={templateStatuses[c.status]} colour={colours[c.status]} />,
      },
      {
        key: 'publishedVersion',
        name: '已发布',
        value: (c) => (c.publishedVersion > 0 ? `第${c.publishedVersion}版` : '—'),
      },
      { key: 'code', name: '编号', value: (c) => c.code, extra: true },
      { key: 'editedBy', name: '修改人', value: (c) => c.editedBy },
      { key: 'editedAt', name: '修改时间', value: (c) => c.editedAt, cell: (c) => <DateCell ms={c.editedAt} time /> },
    ]}
    rowActions={(c) => [
      { name: c.mayManage ? '设计' : '查看', to: drawPath(c.cardId) },
      { name: '删除', danger: true, run: () => remove(c), barred: !c.mayManage && '只有考试创建人和管理员可以删除' },
    ]}
    empty={{
      title: '还没有答题卡',
      text: '答题卡由考试的试卷生成：先创建考试、录入题目，再设计答题卡。',
      action: { name: '选择考试', to: cardPaths.add },
    }}
  />
)
