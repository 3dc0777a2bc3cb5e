import { Button, makeStyles, tokens } from '@fluentui/react-components'
import { useState } from 'react'
import { showTime } from '#shared/kit/time.ts'
import { myJobs } from '#shared/platform/platform.calls.ts'
import { useAsk } from '#web/kit/ask.ts'
import { ActionButton } from '#web/kit/parts/ActionButton.tsx'
import { Section } from '#web/kit/parts/Section.tsx'
import { StateMark } from '#web/kit/parts/StateMark.tsx'
import { Waiting } from '#web/kit/parts/States.tsx'
import { JobProgress } from '#web/kit/parts/JobProgress.tsx'
import { isOver, statusWords } from '#web/kit/progress.ts'
import { platformPaths } from './platform.paths.ts'

const useStyles = makeStyles({
  list: {
    listStyle: 'none',
    margin: 0,
    padding: 0,
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalM,
  },
  line: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalS, flexWrap: 'wrap' },
  faint: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200, margin: 0 },
  open: { marginLeft: 'auto' },
})

const meanings = { 0: 'none', 10: 'going', 20: 'going', 30: 'failed', 40: 'done' } as const

/** What is running for the caller, live; nothing where nothing runs. The finished ones are in the header's list. */
export const RunningJobs = () => {
  const styles = useStyles()
  const running = (useAsk(myJobs, {}, { quiet: true, freshMs: 3000 }).data ?? []).filter((j) => !isOver(j.status))
  if (running.length === 0) return null
  return (
    <Section title={`运行中的任务 ${running.length}`}>
      <ul className={styles.list}>
        {running.map((j) => (
          <li key={j.uuid}>
            <JobProgress uuid={j.uuid} quiet />
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** The caller's newest jobs, the running ones live. */
export const JobList = ({ most = 20 }: { most?: number }) => {
  const styles = useStyles()
  const asked = useAsk(myJobs, {}, { quiet: true, freshMs: 3000 })
  const [open, setOpen] = useState<string | null>(null)
  if (asked.data === undefined) return <Waiting asked={asked} rows={3} />
  const uploads = (
    <ActionButton size="small" appearance="subtle" action={{ name: '我上传的文件', to: platformPaths.uploads }} />
  )
  if (asked.data.length === 0)
    return (
      <>
        <p className={styles.faint}>还没有任务。识别、导出、生成报告等较长的工作会列在这里，离开页面也不会中断。</p>
        {uploads}
      </>
    )
  return (
    <>
      <ul className={styles.list}>
        {asked.data.slice(0, most).map((j) =>
          open === j.uuid || !isOver(j.status) ? (
            <li key={j.uuid}>
              <JobProgress uuid={j.uuid} quiet />
            </li>
          ) : (
            <li key={j.uuid}>
              <div className={styles.line}>
                <span>{j.title}</span>
                <StateMark text={statusWords[j.status]} meaning={meanings[j.status as 40] ?? 'none'} />
                <Button className={styles.open} size="small" appearance="subtle" onClick={() => setOpen(j.uuid)}>
                  查看
                </Button>
              </div>
              <p className={styles.faint}>{showTime(j.lastTimestamps)}</p>
            </li>
          ),
        )}
      </ul>
      {uploads}
    </>
  )
}
