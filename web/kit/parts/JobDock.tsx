import { Button, makeStyles, tokens } from '@fluentui/react-components'
import { Dismiss16Regular } from '@fluentui/react-icons/svg/dismiss'
import { refreshAll } from '../ask.ts'
import { JobProgress } from './JobProgress.tsx'

const useStyles = makeStyles({
  dock: {
    // Below the page's end, which makes room for it, and in sight before that: in the middle, where no foot or pager has
    // its buttons.
    position: 'sticky',
    bottom: tokens.spacingVerticalL,
    gridColumn: '1 / -1',
    justifySelf: 'center',
    marginTop: tokens.spacingVerticalL,
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
    // On a phone it is the window's foot: a box would lie amid the rows.
    '@media (max-width: 480px)': {
      bottom: 0,
      width: '100vw',
      borderRadius: 0,
    },
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
        <JobProgress
          uuid={uuid}
          onDone={({ files, processMsg }) => {
            void refreshAll()
            // The header says that it is done; what it made, or has to say, stays.
            if (files.length === 0 && processMsg === '') onClose()
          }}
        />
      </div>
      <Button size="small" appearance="subtle" icon={<Dismiss16Regular />} aria-label="收起" onClick={onClose} />
    </aside>
  )
}
