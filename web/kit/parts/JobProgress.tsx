import { Button, Link, ProgressBar, makeStyles, tokens } from '@fluentui/react-components'
import { ArrowDownload16Regular } from '@fluentui/react-icons/svg/arrow-download'
import { useEffect, useRef, useState } from 'react'
import { aboutText, pace } from '#shared/kit/pace.ts'
import type { Sample } from '#shared/kit/pace.ts'
import { showDate } from '#shared/kit/time.ts'
import { asyncStatus, cancelJob } from '#shared/platform/platform.calls.ts'
import type { AsyncStatus } from '#shared/platform/platform.types.ts'
import { Refusal, SessionOver, act, ask, refresh } from '../ask.ts'
import { announce } from '../announce.ts'
import { dialogue, toast } from '../notices.ts'
import { now, serverNow, wait } from '../ports.ts'
import { words } from '../refusals.ts'
import { openSigned } from '../signed.ts'
import { durationText, isOver, jobsInSight, jobsTold, pollUntilOver, sizeText, statusWords } from '../progress.ts'

const useStyles = makeStyles({
  job: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalXS, minWidth: 0 },
  line: { display: 'flex', flexWrap: 'wrap', columnGap: tokens.spacingHorizontalM, fontVariantNumeric: 'tabular-nums' },
  faint: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  failed: { color: tokens.colorPaletteRedForeground1 },
  files: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalXS },
  file: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalM },
})

export type JobProgressProps = {
  uuid: string
  onDone?: (status: AsyncStatus) => void
  onFailed?: (status: AsyncStatus) => void
  /** A failure is not shown as a dialogue (in a list of jobs). */
  quiet?: boolean
  /** What it makes is what one came for: the one file is the next step, and has the focus. */
  next?: boolean
}

const focusIt = (button: HTMLElement | null): void => button?.focus()

/** A wait of minutes is told as such, a long one by the clock. */
const longMs = 10 * 60_000
const leftText = (ms: number): string => {
  const about = ms < longMs ? '' : aboutText(serverNow() + ms, serverNow())
  return about ? `${about}完成` : `约剩 ${durationText(ms)}`
}

/** A job as it goes: polled from 1 s growing to 5 s until it is over; its files at the end. */
export const JobProgress = (props: JobProgressProps) => {
  const styles = useStyles()
  const [status, setStatus] = useState<AsyncStatus | null>(null)
  const [samples, setSamples] = useState<readonly Sample[]>([])
  const latest = useRef(props)
  latest.current = props

  useEffect(() => {
    jobsInSight.add(props.uuid)
    return () => void jobsInSight.delete(props.uuid)
  }, [props.uuid])
  useEffect(() => {
    const stop = new AbortController()
    const { signal } = stop
    const poll = async (): Promise<void> => {
      const answer = await pollUntilOver({
        ask: () => ask(asyncStatus, { uuid: props.uuid as never }, { quiet: true, signal }),
        wait: (ms) => wait(ms, signal),
        tell: (status) => {
          setStatus(status)
          setSamples((all) => [...all.slice(-20), { at: now(), done: status.processDone }])
        },
        failed: (error) => {
          const final = error instanceof Refusal || error instanceof SessionOver
          if (final) announce(error)
          else toast('info', words.pollFailed)
          return !final
        },
        signal,
      })
      if (!answer) return
      // Also when this leaves the page at once: its end was seen here.
      jobsTold.add(props.uuid)
      void refresh(['jobs'])
      if (answer.status === 40) return latest.current.onDone?.(answer)
      latest.current.onFailed?.(answer)
      if (!latest.current.quiet && answer.cancelledAt === undefined)
        dialogue({
          title: `${answer.title}没有完成`,
          text: answer.message || '任务失败，请重试。',
          buttons: [{ name: '确定', primary: true }],
        })
    }
    void poll()
    return () => stop.abort()
  }, [props.uuid])

  if (!status) return <ProgressBar aria-label="正在查询任务" />
  const going = !isOver(status.status)
  const speed = going ? pace(samples, status.processTotal) : null
  const { processDone: done, processTotal: total } = status
  const cancel = async (): Promise<void> => {
    try {
      await act(cancelJob, { uuid: props.uuid as never })
      setStatus({ ...status, cancelledAt: now() })
    } catch (error) {
      console.warn(error)
    }
  }
  return (
    <div className={styles.job} role="status" aria-live="polite">
      <div className={styles.line}>
        <span>{status.title}</span>
        <span className={status.status === 30 ? styles.failed : styles.faint}>{statusWords[status.status]}</span>
        {done > 0 && (
          <span className={styles.faint}>
            {done}
            {total !== undefined && ` / ${total}`}
          </span>
        )}
        {speed && (
          <span className={styles.faint}>
            每秒 {speed.perSecond.toFixed(speed.perSecond < 10 ? 1 : 0)}
            {total !== undefined && `，${leftText(speed.leftMs)}`}
          </span>
        )}
      </div>
      {going && (
        <ProgressBar
          aria-label={status.title}
          // Before the first part is done it moves by itself: work is going on that cannot be counted yet.
          {...(total && done > 0 ? { value: Math.min(done, total), max: total } : {})}
          thickness="large"
        />
      )}
      {going && status.cancellable && (
        <div>
          <Button
            size="small"
            appearance="subtle"
            disabledFocusable={status.cancelledAt !== undefined}
            onClick={() => void cancel()}
          >
            {status.cancelledAt === undefined ? '取消任务' : '正在取消…'}
          </Button>
        </div>
      )}
      {going && status.processMsg && <span className={styles.faint}>{status.processMsg}</span>}
      {status.status === 30 && <span className={styles.failed}>{status.message || '任务失败，请重试。'}</span>}
      {status.files.length > 0 && (
        <div className={styles.files}>
          {status.files.map((f) => {
            const again = async (): Promise<string | undefined> => {
              const now = await ask(asyncStatus, { uuid: props.uuid as never })
              setStatus(now)
              return now.files.find((file) => file.key === f.key)?.url
            }
            const onClick = openSigned(f.url, again)
            const at = { href: f.url, download: f.name, target: '_blank', rel: 'noreferrer', onClick }
            const facts = `${sizeText(f.size)}${f.until === undefined ? '' : `，有效期至${showDate(f.until)}`}`
            return props.next && status.files.length === 1 ? (
              <div key={f.key} className={styles.file}>
                <Button as="a" {...at} ref={focusIt} appearance="primary" icon={<ArrowDownload16Regular />}>
                  {f.name}
                </Button>
                <span className={styles.faint}>{facts}</span>
              </div>
            ) : (
              <Link key={f.key} {...at}>
                <ArrowDownload16Regular /> {f.name}
                <span className={styles.faint}> {facts}</span>
              </Link>
            )
          })}
        </div>
      )}
    </div>
  )
}
