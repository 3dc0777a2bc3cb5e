import { makeStyles, tokens } from '@fluentui/react-components'
import type { PaperId, StudentId } from '#shared/kit/ids.ts'
import { studentSheets } from '#shared/scan/scan.calls.ts'
import { useAsk } from '#web/kit/ask.ts'
import { EmptyState, Waiting } from '#web/kit/parts/States.tsx'
import { openSigned } from '#web/kit/signed.ts'

const useStyles = makeStyles({
  pictures: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(min(360px, 100%), 1fr))',
    gap: tokens.spacingHorizontalM,
  },
  picture: {
    width: '100%',
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusMedium,
  },
  figure: { margin: 0 },
})

/** The pages of one candidate. */
export const StudentPictures = ({ of }: { of: { paperId: PaperId; studentId: StudentId } }) => {
  const styles = useStyles()
  const asked = useAsk(studentSheets, of)
  const { data } = asked
  if (!data) return <Waiting asked={asked} rows={6} height={64} />
  if (data.pages.length === 0)
    return <EmptyState empty={{ title: '没有答题卡图像', text: '还没有扫描到这名考生的页面。' }} />
  return (
    <div className={styles.pictures}>
      {data.pages.map((p) => (
        <figure key={p.page} className={styles.figure}>
          <figcaption>第{p.page}页</figcaption>
          <a
            href={p.url}
            target="_blank"
            rel="noreferrer"
            onClick={openSigned(p.url, async () => {
              const now = (await asked.refetch()).data
              return now?.pages.find((page) => page.page === p.page)?.url
            })}
          >
            <img
              data-paper
              className={styles.picture}
              src={p.url}
              alt={`第${p.page}页`}
              width={p.width}
              height={p.height}
              style={{ height: 'auto' }}
            />
          </a>
        </figure>
      ))}
    </div>
  )
}
