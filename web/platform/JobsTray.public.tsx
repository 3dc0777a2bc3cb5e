import {
  Button,
  Popover,
  PopoverSurface,
  PopoverTrigger,
  Tooltip,
  makeStyles,
  tokens,
} from '@fluentui/react-components'
import { TasksApp20Regular } from '@fluentui/react-icons/svg/tasks-app'
import { Suspense, lazy } from 'react'
import { arriving } from '#web/kit/chunks.ts'
import { Bars } from '#web/kit/parts/States.tsx'
import { useJobs } from './useJobs.ts'

const JobList = lazy(() => arriving(async () => ({ default: (await import('./JobList.public.tsx')).JobList })))

const useStyles = makeStyles({
  button: { position: 'relative', display: 'inline-flex' },
  badge: {
    // Drawn, not written: the count stands in the button's name already.
    '::after': { content: 'attr(data-count)' },
    position: 'absolute',
    top: '-6px',
    right: '-7px',
    minWidth: '14px',
    height: '14px',
    lineHeight: '14px',
    fontSize: '10px',
    borderRadius: tokens.borderRadiusCircular,
    color: tokens.colorNeutralForegroundOnBrand,
    backgroundColor: tokens.colorBrandBackground,
  },
  surface: { width: 'min(360px, calc(100vw - 48px))', maxHeight: '60vh', overflowY: 'auto' },
  title: {
    margin: `0 0 ${tokens.spacingVerticalM}`,
    fontSize: tokens.fontSizeBase400,
    fontWeight: tokens.fontWeightSemibold,
  },
})

/** Jobs can be left and found again here, from every screen. */
export const JobsTray = () => {
  const styles = useStyles()
  const { running } = useJobs()
  return (
    <Popover positioning="below-end" trapFocus>
      <PopoverTrigger disableButtonEnhancement>
        <Tooltip content={running > 0 ? `我的任务（${running}个进行中）` : '我的任务'} relationship="label">
          <Button
            appearance="subtle"
            icon={
              <span className={styles.button}>
                <TasksApp20Regular />
                {running > 0 && <span className={styles.badge} data-count={running} />}
              </span>
            }
          />
        </Tooltip>
      </PopoverTrigger>
      <PopoverSurface className={styles.surface} aria-label="我的任务">
        <h2 className={styles.title}>我的任务</h2>
        <Suspense fallback={<Bars rows={3} />}>
          <JobList />
        </Suspense>
      </PopoverSurface>
    </Popover>
  )
}
