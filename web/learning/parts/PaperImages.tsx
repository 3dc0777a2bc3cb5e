import {
  Button,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
  DialogTrigger,
  makeStyles,
  tokens,
} from '@fluentui/react-components'
import { Dismiss20Regular } from '@fluentui/react-icons/svg/dismiss'
import { ZoomIn20Regular } from '@fluentui/react-icons/svg/zoom-in'
import { ZoomOut20Regular } from '@fluentui/react-icons/svg/zoom-out'
import { useState } from 'react'
import type { ownResult } from '#shared/analysis/analysis.calls.ts'
import { Dialog } from '#web/kit/parts/Dialog.tsx'
import type { OutputOf } from '#web/kit/ask.ts'
import { Signs } from './Signs.tsx'
import { upright } from '#web/kit/picture/upright.ts'

type PageImage = OutputOf<typeof ownResult>['pages'][number]
type Items = OutputOf<typeof ownResult>['items']

const useStyles = makeStyles({
  head: {
    margin: `0 0 ${tokens.spacingVerticalS}`,
    fontSize: tokens.fontSizeBase400,
    fontWeight: tokens.fontWeightSemibold,
  },
  note: { margin: `0 0 ${tokens.spacingVerticalS}`, color: tokens.colorNeutralForeground3 },
  pages: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fill, minmax(min(320px, 100%), 1fr))',
    gap: tokens.spacingVerticalM,
  },
  sheet: { position: 'relative' },
  page: {
    padding: 0,
    width: '100%',
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusMedium,
    overflow: 'hidden',
    backgroundColor: '#fff',
    cursor: 'zoom-in',
    display: 'block',
  },
  stands: { display: 'block' },
  surface: {
    maxWidth: '100vw',
    width: '100vw',
    maxHeight: '100dvh',
    height: '100dvh',
    padding: tokens.spacingHorizontalM,
  },
  body: { height: '100%', maxHeight: 'none', gridTemplateRows: 'auto 1fr' },
  content: { overflow: 'auto', backgroundColor: tokens.colorNeutralBackground3 },
  title: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalS },
  tools: { marginLeft: 'auto', display: 'flex' },
})

const zooms = [1, 1.5, 2, 3, 4]

const Zoomed = ({ page, items }: { page: PageImage; items: Items }) => {
  const styles = useStyles()
  const [shown, setShown] = useState(0)
  const stands = upright(page)
  return (
    <DialogSurface className={styles.surface}>
      <DialogBody className={styles.body}>
        <DialogTitle as="h2" action={null}>
          <span className={styles.title}>
            第{page.page}页
            <span className={styles.tools}>
              <Button
                appearance="subtle"
                icon={<ZoomOut20Regular />}
                aria-label="缩小"
                disabled={shown === 0}
                onClick={() => setShown(shown - 1)}
              />
              <Button
                appearance="subtle"
                icon={<ZoomIn20Regular />}
                aria-label="放大"
                disabled={shown === zooms.length - 1}
                onClick={() => setShown(shown + 1)}
              />
              <DialogTrigger action="close" disableButtonEnhancement>
                <Button appearance="subtle" icon={<Dismiss20Regular />} aria-label="关闭" />
              </DialogTrigger>
            </span>
          </span>
        </DialogTitle>
        <DialogContent className={styles.content} tabIndex={0} aria-label="答卷图片，可滚动查看">
          <div style={{ ...stands.box, width: `${zooms[shown]! * 100}%` }}>
            <img src={page.url} alt={`答卷第${page.page}页`} style={stands.picture} />
            <Signs page={page} items={items} />
          </div>
        </DialogContent>
      </DialogBody>
    </DialogSurface>
  )
}

/** The own paper, always to be seen: each page opens large. Where it is known where an answer stands its score stands there. */
export const PaperImages = ({ pages, items }: { pages: readonly PageImage[]; items: Items }) => {
  const styles = useStyles()
  if (pages.length === 0) return null
  return (
    <section aria-label="答卷">
      <h2 className={styles.head}>答卷</h2>
      {pages.some((p) => p.regions?.length) && (
        <p className={styles.note}>
          红字是各题得分：✓ 满分，½ 部分得分，× 未得分。
          {items.some((i) => i.notes) && '画在作答上的勾、线和文字是老师的批注。'}
        </p>
      )}
      <div className={styles.pages}>
        {pages.map((p) => (
          <div key={p.page} className={styles.sheet}>
            <Dialog>
              <DialogTrigger disableButtonEnhancement>
                <button type="button" data-paper className={styles.page} aria-label={`放大第${p.page}页`}>
                  <span className={styles.stands} style={upright(p).box}>
                    <img src={p.url} alt={`答卷第${p.page}页`} style={upright(p).picture} loading="lazy" />
                  </span>
                </button>
              </DialogTrigger>
              <Zoomed page={p} items={items} />
            </Dialog>
            {/* Over the button and not in it: its name is what it does. */}
            <Signs page={p} items={items} />
          </div>
        ))}
      </div>
    </section>
  )
}
