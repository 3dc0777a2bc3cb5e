import { MessageBar, MessageBarBody, Switch, makeStyles, tokens } from '@fluentui/react-components'
import { useState } from 'react'
import * as calls from '#shared/card/template/template.calls.ts'
import { act } from '#web/kit/ask.ts'
import { JobProgress } from '#web/kit/parts/JobProgress.tsx'
import { UploadBox } from '#web/kit/parts/UploadBox.tsx'
import { TemplateScanner } from '#web/scan/helper/TemplateScanner.public.tsx'
import { AreaSettings } from './AreaSettings.tsx'
import type { TemplateDesk } from './useTemplate.ts'

const useStyles = makeStyles({
  side: {
    display: 'grid',
    gap: tokens.spacingVerticalM,
    minWidth: 0,
    alignContent: 'start',
    // Beside a sheet that is taller than the screen it stays in sight.
    '@media (min-width: 901px)': {
      position: 'sticky',
      top: '60px',
      maxHeight: 'calc(100dvh - 72px)',
      overflowY: 'auto',
    },
  },
  faults: { margin: 0, paddingLeft: tokens.spacingHorizontalL, color: tokens.colorPaletteRedForeground1 },
  fault: {
    cursor: 'pointer',
    background: 'none',
    border: 'none',
    padding: 0,
    font: 'inherit',
    color: 'inherit',
    textAlign: 'left',
  },
})

/** What the chosen area means, what keeps the template from being published, and more pages. */
export const TemplateSide = ({ desk, barred }: { desk: TemplateDesk; barred: string | false }) => {
  const styles = useStyles()
  const [uuid, setUuid] = useState<string | null>(null)
  const { page, templateId } = desk
  return (
    <aside className={styles.side} aria-label="设置">
      {desk.chosen && <AreaSettings key={desk.chosen.areaId} desk={desk} area={desk.chosen} />}
      {page && (
        <div>
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
        </div>
      )}
      {desk.faults.length > 0 ? (
        <ul className={styles.faults} aria-label="需要修改">
          {desk.faults.map((f, i) => (
            <li key={i}>
              <button type="button" className={styles.fault} onClick={() => desk.show(f)}>
                {f.message}
              </button>
            </li>
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
        quiet={desk.pages.length > 0}
        barred={barred}
        source={(add, busy) => !barred && <TemplateScanner busy={busy} onPages={add} />}
        onUploaded={async ({ files }) => {
          const [file] = files
          const version = await desk.save()
          const call = /\.tiff?$/i.test(file!.fileName) ? calls.insertTemplateTiff : calls.insertTemplateImages
          const input = { templateId, version, key: file!.key, fileName: file!.fileName }
          setUuid((await act(call, input, { hideMessage: true })).uuid)
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
  )
}
