import { listCards, restoreCard } from '#shared/card/card.calls.ts'
import { purgeCard, softDeleteCard } from '#shared/card/designer/desk.calls.ts'
import { exportCopies, exportPaperCard } from '#shared/card/print/print.calls.ts'
import type { CardSummary } from '#shared/card/card.calls.ts'
import { templateStatuses } from '#shared/card/card.types.ts'
import { act } from '#web/kit/ask.ts'
import { undoable } from '#web/kit/notices.ts'
import { DateCell, ScoreCell } from '#web/kit/parts/Cells.tsx'
import { StateMark } from '#web/kit/parts/StateMark.tsx'
import { templateState } from './card.states.ts'
import { ListScreen } from '#web/kit/screens/ListScreen.tsx'
import type { Action } from '#web/kit/screens/screen.types.ts'
import { templatePaths } from './template/template.paths.ts'
import { cardPaths, drawPath, preflightPath } from './card.paths.ts'
import { sheetNames } from './parts/CardSettings.tsx'

const remove = async (card: CardSummary): Promise<void> => {
  await act(softDeleteCard, { cardId: card.cardId, version: card.version })
  undoable(`已删除“${card.title}”的${card.courseName}答题卡`, () => act(restoreCard, { cardId: card.cardId }))
}

const notMine = '只有考试创建人和管理员可以这样做'
const unpublished = '答题卡还没有发布，请先发布'
const inUse = (c: CardSummary): readonly Action[] => [
  { name: c.mayManage ? '设计' : '查看', to: drawPath(c.cardId) },
  {
    name: '考前检查',
    to: preflightPath(c.cardId),
    barred: c.publishedVersion === 0 && '请先发布答题卡，再打印空白卡来检查',
  },
  {
    name: '导出空白卡',
    barred: !c.mayManage ? notMine : c.publishedVersion === 0 && unpublished,
    job: () => act(exportPaperCard, { paperId: c.paperId }),
  },
  {
    name: '导出考生卡（每班一个文件）',
    barred: !c.mayManage ? notMine : c.publishedVersion === 0 && unpublished,
    job: () => act(exportCopies, { paperId: c.paperId }),
  },
  {
    name: '删除',
    danger: true,
    run: () => remove(c),
    barred: !c.mayManage ? notMine : c.locked && '答题卡已锁定，请先在设计器中解锁',
  },
]
const inBin = (c: CardSummary): readonly Action[] => [
  { name: '恢复', run: () => act(restoreCard, { cardId: c.cardId }), barred: !c.mayManage && notMine },
  {
    name: '彻底删除',
    danger: true,
    confirm: `“${c.title}”的${c.courseName}答题卡将被彻底删除，不能恢复。`,
    run: () => act(purgeCard, { cardId: c.cardId }),
    barred: !c.mayManage ? notMine : c.publishedVersion > 0 && '发布过的答题卡要留着识别已经印好的卷子',
  },
]

/** The cards of the exams that one may see, and the recycle bin. */
export const CardListScreen = () => (
  <ListScreen
    title="答题卡"
    call={listCards}
    order="新建的在前"
    rowKey={(c) => c.cardId}
    rowTo={(c) => (c.deleted ? cardPaths.list : drawPath(c.cardId))}
    actions={[
      { name: '第三方答题卡', to: templatePaths.list },
      { name: '新建答题卡', primary: true, to: cardPaths.add },
    ]}
    filters={[
      {
        field: 'status',
        label: '状态',
        mode: 'radio',
        options: Object.entries(templateStatuses).map(([value, label]) => ({ value, label })),
      },
      {
        field: 'deleted',
        label: '位置',
        mode: 'radio',
        start: ['false'],
        options: [
          { value: 'false', label: '在用' },
          { value: 'true', label: '回收站' },
        ],
      },
      { field: 'title', label: '标题', mode: 'search', placeholder: '搜索答题卡标题' },
    ]}
    columns={[
      { key: 'title', name: '标题', value: (c) => c.title, width: 240, sortable: true },
      { key: 'courseName', name: '学科', value: (c) => c.courseName, sortable: true },
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
        sortable: true,
        value: (c) => templateStatuses[c.status],
        cell: (c) => (
          <>
            <StateMark {...templateState(c.status)} />
            {c.locked && <StateMark text="已锁定" meaning="none" />}
          </>
        ),
      },
      {
        key: 'publishedVersion',
        name: '已发布',
        value: (c) => (c.publishedVersion > 0 ? `第${c.publishedVersion}版` : '—'),
      },
      { key: 'code', name: '编号', value: (c) => c.code, extra: true },
      { key: 'editedBy', name: '修改人', value: (c) => c.editedBy, sortable: true },
      {
        key: 'editedAt',
        name: '修改时间',
        value: (c) => c.editedAt,
        cell: (c) => <DateCell ms={c.editedAt} time />,
        sortable: true,
      },
    ]}
    rowActions={(c) => (c.deleted ? inBin(c) : inUse(c))}
    empty={{
      title: '还没有答题卡',
      text: '答题卡由考试的试卷生成：先创建考试、录入题目，再设计答题卡。',
      action: { name: '选择考试', to: cardPaths.add },
    }}
  />
)
