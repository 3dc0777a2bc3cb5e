import { Button, makeStyles, tokens } from '@fluentui/react-components'
import { Dismiss16Regular } from '@fluentui/react-icons/svg/dismiss'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { exportReport, exportTranscript } from '#shared/analysis/analysis.calls.ts'
import type { PaperId } from '#shared/kit/ids.ts'
import { JobProgress } from '#web/platform/JobProgress.public.tsx'
import { act } from '#web/kit/ask.ts'
import type { Action } from '#web/kit/screens/screen.types.ts'

const useStyles = makeStyles({
  dock: {
    position: 'fixed',
    right: tokens.spacingHorizontalL,
    bottom: tokens.spacingVerticalL,
    zIndex: 20,
    display: 'flex',
    alignItems: 'flex-start',
    gap: tokens.spacingHorizontalS,
    width: 'min(420px, calc(100vw - 32px))',
    boxSizing: 'border-box',
    padding: tokens.spacingHorizontalM,
    borderRadius: tokens.borderRadiusLarge,
    backgroundColor: tokens.colorNeutralBackground1,
    boxShadow: tokens.shadow16,
    '@media print': { display: 'none' },
  },
  job: { flex: '1 1 0', minWidth: 0 },
})

/** The progress of one job in the corner: it can be closed and found again in the header. */
export const JobDock = ({ uuid, onClose }: { uuid: string; onClose: () => void }) => {
  const styles = useStyles()
  return (
    <aside className={styles.dock} aria-label="任务进度">
      <div className={styles.job}>
        <JobProgress uuid={uuid} />
      </div>
      <Button size="small" appearance="subtle" icon={<Dismiss16Regular />} aria-label="收起" onClick={onClose} />
    </aside>
  )
}

/** The exports of a report as actions, and the dock that shows how the last one goes. */
export const useExports = (paperId: PaperId): { actions: Action[]; dock: ReactNode } => {
  const [uuid, setUuid] = useState<string | null>(null)
  const start = (call: typeof exportTranscript | typeof exportReport) => async () =>
    setUuid((await act(call, { paperId })).uuid)
  return {
    actions: [
      { name: '导出Excel', run: start(exportTranscript) },
      { name: '导出PDF报告', run: start(exportReport) },
    ],
    dock: uuid && <JobDock key={uuid} uuid={uuid} onClose={() => setUuid(null)} />,
  }
}
