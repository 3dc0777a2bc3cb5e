import { Field, Input } from '@fluentui/react-components'
import { useState } from 'react'
import { Link } from 'react-router'
import { setTemplateProperties, templateDetail } from '#shared/card/template/template.calls.ts'
import { templateStatuses } from '#shared/card/card.types.ts'
import { showTime } from '#shared/kit/time.ts'
import { examPath } from '#web/exam/exam.paths.ts'
import { act, useAsk } from '#web/kit/ask.ts'
import { Facts } from '#web/kit/parts/Page.tsx'
import { CardDialog } from '../parts/CardDialog.tsx'
import type { Drawn, TemplateDesk } from './useTemplate.ts'

/** What a template is called, how it stands, who has it locked, and which papers are read by it. */
export const PropertiesDialog = (props: {
  drawn: Drawn
  desk: TemplateDesk
  barred: string | false
  onClose: () => void
}) => {
  const { drawn, desk, barred } = props
  const [title, setTitle] = useState(drawn.title)
  const detail = useAsk(templateDetail, { templateId: drawn.templateId }, { hideMessage: true, freshMs: 0 })
  const rename = async (): Promise<void> => {
    const version = await desk.save()
    await act(setTemplateProperties, { templateId: drawn.templateId, version, title: title.trim() })
    props.onClose()
  }
  const questions = detail.data?.questions ?? []
  const same = title.trim() === drawn.title
  return (
    <CardDialog
      title="模板属性"
      close="关闭"
      onClose={props.onClose}
      actions={[
        {
          name: '保存名称',
          primary: true,
          run: rename,
          barred: barred || (title.trim() === '' ? '请输入模板名称' : same && '名称没有改动'),
        },
      ]}
    >
      <Field label="模板名称">
        <Input value={title} maxLength={120} disabled={Boolean(barred)} onChange={(_, d) => setTitle(d.value)} />
      </Field>
      <Facts
        facts={[
          { name: '状态', value: templateStatuses[drawn.status] },
          { name: '已发布', value: drawn.publishedVersion > 0 ? `第${drawn.publishedVersion}版` : '还没有' },
          { name: '页数', value: drawn.pages.length },
          { name: '客观题', value: questions.filter((q) => q.objective).length },
          { name: '主观题', value: questions.filter((q) => !q.objective).length },
          { name: '最后编辑', value: `${drawn.editedBy} ${showTime(drawn.editedAt)}` },
          {
            name: '锁定',
            value:
              drawn.lockedName === undefined
                ? '没有锁定，本校的人都可以修改'
                : `${drawn.lockedName} ${drawn.lockedAt ? showTime(drawn.lockedAt) : ''}，其他人只能查看、复制和使用`,
          },
        ]}
      />
      <section aria-label="使用的试卷">
        <strong>使用的试卷</strong>
        {detail.data?.uses.length === 0 && <p style={{ margin: 0 }}>还没有试卷使用这个模板。</p>}
        <ul style={{ margin: 0, paddingLeft: 18 }}>
          {detail.data?.uses.map((u) => (
            <li key={u.paperId}>
              <Link to={examPath(u.examId)}>{u.title}</Link>（模板第{u.templateVersion}版，{u.usedBy}
              {showTime(u.usedAt)}）
            </li>
          ))}
        </ul>
      </section>
    </CardDialog>
  )
}
