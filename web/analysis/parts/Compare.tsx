import { makeStyles, tokens } from '@fluentui/react-components'
import { startPreview } from '#shared/analysis/publication.calls.ts'
import type { publishState } from '#shared/analysis/publication.calls.ts'
import { showTime } from '#shared/kit/time.ts'
import { act, refresh } from '#web/kit/ask.ts'
import type { OutputOf } from '#web/kit/ask.ts'
import { ActionButton } from '#web/kit/parts/ActionButton.tsx'
import { JobProgress } from '#web/kit/parts/JobProgress.tsx'

const useStyles = makeStyles({
  all: { display: 'flex', flexDirection: 'column', alignItems: 'flex-start', gap: tokens.spacingVerticalS },
  text: { margin: 0, color: tokens.colorNeutralForeground3 },
  progress: { width: '100%' },
})

/** A large paper's scores are compared with the published ones by a job; what it found is what is signed off. */
export const Compare = ({ state }: { state: Pick<OutputOf<typeof publishState>, 'paperId' | 'preview'> }) => {
  const styles = useStyles()
  const { paperId, preview } = state
  const running = preview !== undefined && preview.comparedAt === undefined && !preview.failed
  return (
    <div className={styles.all}>
      <p className={styles.text}>
        {preview?.comparedAt === undefined
          ? '核对时逐份两次独立算分，并与已发布的成绩比较，需要几分钟。'
          : `上次核对于${showTime(preview.comparedAt)}；之后改过答案或得分，请重新核对。`}
      </p>
      {running ? (
        <div className={styles.progress}>
          <JobProgress
            uuid={preview.uuid}
            onDone={() => void refresh(['publication'])}
            onFailed={() => void refresh(['publication'])}
          />
        </div>
      ) : (
        <ActionButton
          action={{
            name: preview?.comparedAt === undefined ? '核对成绩' : '重新核对',
            run: async () => void (await act(startPreview, { paperId })),
          }}
        />
      )}
      {preview?.failed && <p className={styles.text}>上次核对没有完成：{preview.message}</p>}
    </div>
  )
}
