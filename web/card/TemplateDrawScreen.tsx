import { Button, MessageBar, MessageBarBody, Select, Switch, makeStyles, tokens } from '@fluentui/react-components'
import { useState } from 'react'
import { useParams } from 'react-router'
import * as calls from '#shared/card/template.calls.ts'
import { templateStatuses } from '#shared/card/card.types.ts'
import { drawTypes } from '#shared/card/template.types.ts'
import type { TemplateId } from '#shared/kit/ids.ts'
import { act, useAsk } from '#web/kit/ask.ts'
import { toast } from '#web/kit/notices.ts'
import { Page } from '#web/kit/parts/Page.tsx'
import { Bars, ErrorState } from '#web/kit/parts/States.tsx'
import { useDirtyGuard } from '#web/kit/parts/useDirtyGuard.ts'
import { JobProgress } from '#web/platform/JobProgress.public.tsx'
import { UploadBox } from '#web/platform/UploadBox.public.tsx'
import { AreaSettings } from './template/AreaSettings.tsx'
import { TemplatePicture } from './template/TemplatePicture.tsx'
import type { Drawn } from './template/useTemplate.ts'
import { useTemplate } from './template/useTemplate.ts'
import { templatePaths } from './template.paths.ts'

const useStyles = makeStyles({
  desk: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) 300px',
    gap: tokens.spacingHorizontalL,
    alignItems: 'start',
    '@media (max-width: 900px)': { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  side: { display: 'grid', gap: tokens.spacingVerticalM, minWidth: 0 },
  tools: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalS, alignItems: 'center' },
  faults: { margin: 0, paddingLeft: tokens.spacingHorizontalL, color: tokens.colorPaletteRedForeground1 },
})

const Desk = ({ drawn }: { drawn: Drawn }) => {
  const styles = useStyles()
  const desk = useTemplate(drawn)
  const [tool, setTool] = useState(12)
  const [uuid, setUuid] = useState<string | null>(null)
  useDirtyGuard(() => desk.dirty)
  const { templateId, page } = desk
  const on = { templateId, pageNumber: page?.pageNumber ?? 1 }
  const propose = async (call: typeof calls.drawQuestions, input: object = {}): Promise<void> => {
    const { areas } = await act(call, { ...on, ...input })
    desk.add(areas)
    toast('success', `找到${areas.length}处，请核对后保存`)
  }
  const turn = async (degrees: number): Promise<void> => {
    await act(calls.turnTemplatePage, { ...on, version: await desk.save(), degrees })
    desk.again()
  }
  const locked = drawn.lockedByOther && `模板已由${drawn.lockedName ?? ''}锁定`
  const none = !page && '请先上传图像'
  return (
    <Page
      title={drawn.title}
      width="full"
      crumbs={[{ name: '第三方答题卡', to: templatePaths.list }, { name: drawn.title }]}
      actions={[
        { name: '撤销', run: desk.undo, barred: !desk.mayUndo && '没有可以撤销的' },
        { name: '保存', run: async () => void (await desk.save()), barred: locked || (!desk.dirty && '没有改动') },
        {
          name: '发布',
          primary: true,
          barred: locked || (desk.faults.length > 0 && `还有${desk.faults.length}处需要修改`),
          run: async () => {
            await act(calls.publishTemplate, { templateId, version: await desk.save() })
            toast('success', '模板已发布，可以在试卷中使用')
            desk.again()
          },
        },
      ]}
      badge={desk.dirty ? '未保存' : templateStatuses[drawn.status]}
    >
      <div className={styles.tools}>
        <Select aria-label="要画的区域" value={tool} onChange={(_, d) => setTool(Number(d.value))}>
          {Object.entries(drawTypes).map(([value, { name }]) => (
            <option key={value} value={value}>{`画${name}`}</option>
          ))}
        </Select>
        <Button disabled={!!none} onClick={() => void propose(calls.drawQuestions)}>
          自动识别填涂区
        </Button>
        <Button disabled={!!none} onClick={() => void propose(calls.drawAnchors)}>
          自动识别定位块
        </Button>
        <Button
          disabled={!desk.chosen}
          onClick={() =>
            desk.chosen && void propose(calls.drawChoices, { rect: desk.chosen.rect, type: desk.chosen.type })
          }
        >
          在选中区域内识别
        </Button>
        <Button disabled={!!none} onClick={() => void turn(90)}>
          旋转90°
        </Button>
        {desk.pages.map((p) => (
          <Button
            key={p.pageNumber}
            appearance={p === page ? 'primary' : 'subtle'}
            onClick={() => desk.turnTo(p.pageNumber)}
          >{`第${p.pageNumber}页`}</Button>
        ))}
      </div>
      <div className={styles.desk}>
        <TemplatePicture desk={desk} tool={tool} />
        <aside className={styles.side} aria-label="设置">
          {desk.chosen && <AreaSettings key={desk.chosen.areaId} desk={desk} area={desk.chosen} />}
          {page && (
            <>
              <Switch
                label="按版面特征定位"
                checked={page.featureRecognition}
                onChange={(_, d) => desk.set({ featureRecognition: d.checked })}
              />
              <Switch
                label="空白页（不识别）"
                checked={page.isBlankPage}
                onChange={(_, d) => desk.set({ isBlankPage: d.checked })}
              />
            </>
          )}
          {desk.faults.length > 0 ? (
            <ul className={styles.faults} aria-label="需要修改">
              {desk.faults.map((f, i) => (
                <li key={i}>{f.message}</li>
              ))}
            </ul>
          ) : (
            <MessageBar intent="success">
              <MessageBarBody>模板合法，可以发布</MessageBarBody>
            </MessageBar>
          )}
          <UploadBox
            family="cardTemplate"
            hint="把答题卡的扫描件或PDF拖到这里"
            barred={locked}
            onUploaded={async ({ files }) => {
              const [file] = files
              const version = await desk.save()
              setUuid(
                (
                  await act(
                    calls.insertTemplateImages,
                    { templateId, version, key: file!.key, fileName: file!.fileName },
                    { hideMessage: true },
                  )
                ).uuid,
              )
            }}
          />
          {uuid && (
            <JobProgress
              key={uuid}
              uuid={uuid}
              onDone={() => {
                setUuid(null)
                desk.again()
              }}
            />
          )}
        </aside>
      </div>
    </Page>
  )
}

/** The picture of somebody else's sheet, with what is to be read drawn on it. */
export const TemplateDrawScreen = () => {
  const { templateId = '' } = useParams()
  const asked = useAsk(calls.drawnTemplate, { templateId: templateId as TemplateId }, { hideMessage: true, freshMs: 0 })
  if (asked.data && !asked.isPlaceholderData)
    return <Desk key={`${asked.data.version} ${asked.data.pages.length}`} drawn={asked.data} />
  return (
    <Page title="绘制模板" width="full" crumbs={[{ name: '第三方答题卡', to: templatePaths.list }]}>
      {asked.error ? (
        <ErrorState error={asked.error} again={() => void asked.refetch()} />
      ) : (
        <Bars rows={12} height={28} />
      )}
    </Page>
  )
}
