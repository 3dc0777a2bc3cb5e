import {
  Button,
  ToggleButton,
  MessageBar,
  MessageBarActions,
  MessageBarBody,
  Select,
  makeStyles,
  tokens,
} from '@fluentui/react-components'
import { useState } from 'react'
import * as calls from '#shared/card/template/template.calls.ts'
import { drawTypes } from '#shared/card/template/template.types.ts'
import { act, ask } from '#web/kit/ask.ts'
import { toast } from '#web/kit/notices.ts'
import { MoreActions } from '#web/kit/parts/MoreActions.tsx'
import { StateMark } from '#web/kit/parts/StateMark.tsx'
import { templateState } from '../card.states.ts'
import { Page } from '#web/kit/parts/Page.tsx'
import { useDirtyGuard } from '#web/kit/parts/useDirtyGuard.ts'
import { CornerPicture } from './CornerPicture.tsx'
import { PropertiesDialog } from './PropertiesDialog.tsx'
import { TemplatePicture } from './TemplatePicture.tsx'
import { TemplateSide } from './TemplateSide.tsx'
import { UseDialog } from './UseDialog.tsx'
import type { Drawn } from './useTemplate.ts'
import { useTemplate } from './useTemplate.ts'
import { useTemplateTools } from './useTemplateTools.ts'

const useStyles = makeStyles({
  desk: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) 300px',
    gap: tokens.spacingHorizontalL,
    alignItems: 'start',
    '@media (max-width: 900px)': { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  tools: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalS, alignItems: 'center' },
})

/** The picture of another maker's sheet, with what is to be read drawn on it. */
export const TemplateDesk = ({ drawn }: { drawn: Drawn }) => {
  const styles = useStyles()
  const desk = useTemplate(drawn)
  const [tool, setTool] = useState(12)
  const [corners, setCorners] = useState(false)
  const [dialog, setDialog] = useState<'properties' | 'use' | null>(null)
  useDirtyGuard(() => desk.dirty)
  const { templateId, page } = desk
  const barred = drawn.lockedByOther && `模板已由${drawn.lockedName ?? ''}锁定`
  const tools = useTemplateTools(desk, barred, () => setCorners(true))
  const lock = async (locked: boolean): Promise<void> => {
    await act(calls.setTemplateProperties, { templateId, version: await desk.save(), locked })
    toast('success', locked ? '已锁定：其他人只能查看、复制和使用' : '已解锁：本校的人都可以修改')
  }
  const print = async (areas: boolean): Promise<void> => {
    await desk.save()
    const { url } = await ask(calls.templatePdf, { templateId, areas })
    window.open(url, '_blank', 'noopener')
  }
  const none = desk.pages.length === 0 && '请先上传图像'
  return (
    <Page
      title={drawn.title}
      width="full"
      actions={[
        { name: '撤销', run: desk.undo, barred: !desk.mayUndo && '没有可以撤销的' },
        { name: '保存', run: async () => void (await desk.save()), barred: barred || (!desk.dirty && '没有改动') },
        {
          name: '发布',
          primary: !corners,
          barred: barred || (desk.faults.length > 0 && `还有${desk.faults.length}处需要修改`),
          run: async () => {
            await act(calls.publishTemplate, { templateId, version: await desk.save() })
            toast('success', '模板已发布，可以在试卷中使用')
            desk.again()
          },
        },
      ]}
      badge={desk.dirty ? <StateMark text="未保存" meaning="waits" /> : <StateMark {...templateState(drawn.status)} />}
    >
      {drawn.lockedName !== undefined && (
        <MessageBar intent={barred ? 'warning' : 'info'} layout="multiline">
          <MessageBarBody>
            {barred
              ? `${barred}，您只能查看、复制和使用它；要修改请联系${drawn.lockedName}解锁，或复制一份。`
              : '您已锁定这个模板，其他人只能查看、复制和使用它。'}
          </MessageBarBody>
          {!barred && (
            <MessageBarActions>
              <Button size="small" onClick={() => void lock(false)}>
                解锁
              </Button>
            </MessageBarActions>
          )}
        </MessageBar>
      )}
      <div className={styles.tools}>
        <Select aria-label="要画的区域" value={tool} onChange={(_, d) => setTool(Number(d.value))}>
          {Object.entries(drawTypes).map(([value, { name }]) => (
            <option key={value} value={value}>{`画${name}`}</option>
          ))}
        </Select>
        <MoreActions name="自动识别" actions={tools.finding} />
        <MoreActions name="图像" actions={tools.picture} />
        <MoreActions
          name="更多"
          actions={[
            { name: '用于试卷', run: () => setDialog('use'), barred: drawn.publishedVersion === 0 && '请先发布模板' },
            { name: '属性和改名', run: () => setDialog('properties') },
            { name: '打印图像', run: () => print(false), barred: none },
            { name: '打印图像和区域', run: () => print(true), barred: none },
            ...(drawn.lockedName === undefined ? [{ name: '锁定', run: () => lock(true) }] : []),
          ]}
        />
        {desk.pages.map((p) => (
          <ToggleButton
            key={p.pageNumber}
            appearance="subtle"
            checked={p === page}
            onClick={() => {
              setCorners(false)
              desk.turnTo(p.pageNumber)
            }}
          >{`第${p.pageNumber}页`}</ToggleButton>
        ))}
      </div>
      <div className={styles.desk}>
        {corners && page ? (
          <CornerPicture key={page.imageKey} desk={desk} onClose={() => setCorners(false)} />
        ) : (
          <TemplatePicture desk={desk} tool={tool} onPoint={(x, y) => void tools.point(x, y)} />
        )}
        <TemplateSide desk={desk} barred={barred} />
      </div>
      {dialog === 'properties' && (
        <PropertiesDialog drawn={drawn} desk={desk} barred={barred} onClose={() => setDialog(null)} />
      )}
      {dialog === 'use' && <UseDialog templateId={templateId} onClose={() => setDialog(null)} />}
    </Page>
  )
}
