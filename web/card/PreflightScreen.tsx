import { Link, makeStyles, mergeClasses, tokens } from '@fluentui/react-components'
import { useParams, useSearchParams } from 'react-router'
import { preflightList, startPreflight } from '#shared/card/preflight/preflight.calls.ts'
import { verdicts } from '#shared/card/preflight/preflight.rules.ts'
import type { CardId } from '#shared/kit/ids.ts'
import { showTime } from '#shared/kit/time.ts'
import { act } from '#web/kit/ask.ts'
import type { OutputOf } from '#web/kit/ask.ts'
import { UploadBox } from '#web/kit/parts/UploadBox.tsx'
import { DetailScreen } from '#web/kit/screens/DetailScreen.tsx'
import { drawPath } from './card.paths.ts'
import { PreflightReport } from './parts/PreflightReport.tsx'

const useStyles = makeStyles({
  steps: { margin: 0, paddingLeft: tokens.spacingHorizontalXL, lineHeight: 1.8 },
  part: { display: 'grid', gap: tokens.spacingVerticalM, minWidth: 0 },
  head: { margin: 0, fontSize: tokens.fontSizeBase400 },
  list: { margin: 0, padding: 0, listStyle: 'none', display: 'grid', gap: tokens.spacingVerticalXS },
  chosen: { fontWeight: tokens.fontWeightSemibold },
})

type Found = OutputOf<typeof preflightList>

/** Upload, the newest report (or the one the address names), and the earlier ones. */
const Preflights = ({ cardId, found }: { cardId: CardId; found: Found }) => {
  const styles = useStyles()
  const [query, setQuery] = useSearchParams()
  const shown = found.preflights.find((p) => p.jobId === query.get('of')) ?? found.preflights[0]
  return (
    <>
      <ol className={styles.steps}>
        <li>
          在设计器里打印一份空白答题卡（第{found.publishedVersion}版），选“实际大小”；考试用复印件的，就再复印一次。
        </li>
        <li>不要写字，用考试时的扫描仪和设置（灰度、200dpi）扫描{found.pageCount > 1 ? '正反两面' : ''}。</li>
        <li>上传扫描得到的一个文件，马上知道能不能用。</li>
      </ol>
      <UploadBox
        family="preflight"
        hint="把空白答题卡的扫描件拖到这里"
        barred={!found.mayManage && '只有考试创建人和管理员可以检查'}
        job={({ files }) =>
          act(startPreflight, { cardId, key: files[0]!.key, fileName: files[0]!.fileName }, { hideMessage: true })
        }
      />
      {shown && <PreflightReport found={shown} current={found.publishedVersion} />}
      {found.preflights.length > 1 && (
        <section className={styles.part} aria-label="检查记录">
          <h2 className={styles.head}>检查记录</h2>
          <ul className={styles.list}>
            {found.preflights.map((p) => (
              <li key={p.jobId}>
                <Link
                  as="button"
                  className={mergeClasses(p === shown && styles.chosen)}
                  aria-current={p === shown}
                  onClick={() => setQuery({ of: p.jobId }, { replace: true })}
                >
                  {showTime(p.testedAt)} {verdicts[p.judged].title}（{p.fileName}）
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

/** Before the exam: one blank card, scanned, says whether scanner, paper and copier will do. */
export const PreflightScreen = () => {
  const styles = useStyles()
  const { cardId = '' } = useParams()
  return (
    <DetailScreen
      call={preflightList}
      input={{ cardId: cardId as CardId }}
      title="考前检查"
      width="narrow"
      empty={({ publishedVersion }) =>
        publishedVersion === 0
          ? {
              title: '答题卡还没有发布',
              text: '发布以后才能打印空白卡来检查扫描仪、纸张和复印。',
              action: { name: '去设计和发布', to: drawPath(cardId) },
            }
          : null
      }
    >
      {(found) => (
        <div className={styles.part}>
          <Preflights cardId={cardId as CardId} found={found} />
        </div>
      )}
    </DetailScreen>
  )
}
