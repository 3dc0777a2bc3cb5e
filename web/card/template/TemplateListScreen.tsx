import { useNavigate } from 'react-router'
import {
  copyTemplate,
  listTemplates,
  saveTemplate,
  setTemplateProperties,
} from '#shared/card/template/template.calls.ts'
import type { TemplateSummary } from '#shared/card/template/template.calls.ts'
import { templateStatuses } from '#shared/card/card.types.ts'
import { act } from '#web/kit/ask.ts'
import { prompt, undoable } from '#web/kit/notices.ts'
import { DateCell } from '#web/kit/parts/Cells.tsx'
import { StateMark } from '#web/kit/parts/StateMark.tsx'
import { templateState } from '../card.states.ts'
import { ListScreen } from '#web/kit/screens/ListScreen.tsx'
import { templatePath } from './template.paths.ts'

const remove = async ({ templateId, version, title }: TemplateSummary): Promise<void> => {
  const gone = await act(setTemplateProperties, { templateId, version, deleted: true })
  undoable(`已删除模板“${title}”`, () =>
    act(setTemplateProperties, { templateId, version: gone.version, deleted: false }),
  )
}

/** Sheets of other makers: the library of templates. */
export const TemplateListScreen = () => {
  const navigate = useNavigate()
  const open = async (made: Promise<{ templateId: string }>) => navigate(templatePath((await made).templateId))
  const make = async (): Promise<void> => {
    const title = await prompt({
      title: '新建模板',
      text: '例如考试或阅读机的名称，便于以后查找。',
      input: { label: '模板名称', check: (typed) => (typed.trim() === '' ? '请输入模板名称' : null) },
    })
    if (title !== null) await open(act(saveTemplate, { title: title.trim() }))
  }
  const add = { name: '新建模板', primary: true, run: make }
  return (
    <ListScreen
      title="第三方答题卡"
      call={listTemplates}
      order="新建的在前"
      rowKey={(t) => t.templateId}
      rowTo={(t) => templatePath(t.templateId)}
      actions={[add]}
      filters={[
        {
          field: 'status',
          label: '状态',
          mode: 'radio',
          options: Object.entries(templateStatuses).map(([value, label]) => ({ value, label })),
        },
        { field: 'title', label: '模板名称', mode: 'search' },
      ]}
      columns={[
        { key: 'title', name: '模板名称', value: (t) => t.title },
        {
          key: 'status',
          name: '状态',
          value: (t) => templateStatuses[t.status],
          cell: (t) => <StateMark {...templateState(t.status)} />,
        },
        { key: 'pages', name: '页数', value: (t) => t.pageCount, number: true },
        { key: 'questions', name: '题数', value: (t) => t.questionCount, number: true },
        { key: 'references', name: '使用的试卷', unit: '份', value: (t) => t.references, number: true },
        { key: 'editedBy', name: '编辑人', value: (t) => t.editedBy },
        { key: 'editedAt', name: '编辑时间', value: (t) => t.editedAt, cell: (t) => <DateCell ms={t.editedAt} time /> },
      ]}
      rowActions={(t) => [
        { name: '绘制', to: templatePath(t.templateId) },
        { name: '复制', run: () => open(act(copyTemplate, { templateId: t.templateId })) },
        {
          name: '删除',
          danger: true,
          run: () => remove(t),
          barred: t.references > 0 && `有${t.references}份试卷正在使用`,
        },
      ]}
      empty={{
        title: '还没有第三方模板',
        text: '上传别家答题卡的扫描件，画出填涂区，就能识别它。',
        action: add,
      }}
    />
  )
}
