import { Button, Link, makeStyles, tokens } from '@fluentui/react-components'
import { ArrowDownload16Regular } from '@fluentui/react-icons/svg/arrow-download'
import { Delete16Regular } from '@fluentui/react-icons/svg/delete'
import { cardPdfList, deletePdf } from '#shared/card/print/print.calls.ts'
import type { CardId } from '#shared/kit/ids.ts'
import { showTime } from '#shared/kit/time.ts'
import { act, useAsk } from '#web/kit/ask.ts'
import type { OutputOf } from '#web/kit/ask.ts'
import { undoable } from '#web/kit/notices.ts'
import { openSigned } from '#web/kit/signed.ts'

const useStyles = makeStyles({
  head: { margin: `${tokens.spacingVerticalS} 0 ${tokens.spacingVerticalXS}`, fontSize: tokens.fontSizeBase300 },
  list: { listStyle: 'none', margin: 0, padding: 0, display: 'grid', gap: tokens.spacingVerticalXS },
  row: { display: 'flex', gap: tokens.spacingHorizontalS, alignItems: 'flex-start' },
  text: { minWidth: 0, flexGrow: 1, overflowWrap: 'anywhere' },
  faint: { display: 'block', color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  old: { color: tokens.colorPaletteDarkOrangeForeground1 },
})

type Printed = OutputOf<typeof cardPdfList>[number]
const sizeText = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.max(1, Math.round(bytes / 1000))}KB` : `${(bytes / 1_000_000).toFixed(1)}MB`

/** What has been printed of this card already: downloaded again without waiting. */
export const PrintedFiles = ({ cardId }: { cardId: CardId }) => {
  const styles = useStyles()
  const files = useAsk(cardPdfList, { cardId }, { hideMessage: true, freshMs: 0 })
  const remove = async (p: Printed): Promise<void> => {
    await act(deletePdf, { cardId, jobId: p.jobId })
    undoable(`已删除“${p.name}”`, () => act(deletePdf, { cardId, jobId: p.jobId, restore: true }))
  }
  if (!files.data || files.data.length === 0) return null
  return (
    <section aria-label="已生成的文件">
      <h3 className={styles.head}>已生成的文件</h3>
      <ul className={styles.list}>
        {files.data.slice(0, 8).map((p) => (
          <li key={p.jobId} className={styles.row}>
            <span className={styles.text}>
              {p.url ? (
                <Link
                  href={p.url}
                  download={p.name}
                  target="_blank"
                  rel="noreferrer"
                  onClick={openSigned(p.url, async () => {
                    const { data } = await files.refetch()
                    return data?.find((f) => f.jobId === p.jobId)?.url
                  })}
                >
                  <ArrowDownload16Regular /> {p.name}
                </Link>
              ) : (
                p.name
              )}
              <span className={styles.faint}>
                {p.copies}份，{sizeText(p.size)}，{p.printedBy} {showTime(p.printedAt)}
                {p.outdated && <span className={styles.old}>，不是最新的一版</span>}
              </span>
            </span>
            <Button
              size="small"
              appearance="subtle"
              icon={<Delete16Regular />}
              aria-label={`删除${p.name}`}
              onClick={() => void remove(p)}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}
