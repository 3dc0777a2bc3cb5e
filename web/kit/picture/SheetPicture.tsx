import {
  Button,
  DialogBody,
  DialogContent,
  DialogTitle,
  DialogTrigger,
  makeStyles,
  tokens,
} from '@fluentui/react-components'
import { Dismiss20Regular } from '@fluentui/react-icons/svg/dismiss'
import { ZoomIn20Regular } from '@fluentui/react-icons/svg/zoom-in'
import { ZoomOut20Regular } from '@fluentui/react-icons/svg/zoom-out'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { Dialog, DialogSurface } from '../parts/Dialog.tsx'
import { croppedTo, upright } from './upright.ts'

/** A page of a script as it lies in its picture. `over`: what is laid on it, at any size. */
type Props = {
  page: { page: number; url: string; width: number; height: number; turn?: 90 | 180 | 270 | undefined }
  over?: ReactNode
}

const useStyles = makeStyles({
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
    marginTop: 0,
    '& > .fui-DialogBody': { maxHeight: 'none' },
    padding: tokens.spacingHorizontalM,
  },
  body: { height: '100%', gridTemplateRows: 'auto 1fr' },
  content: { overflow: 'auto', backgroundColor: tokens.colorNeutralBackground3 },
  title: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalS },
  tools: { marginLeft: 'auto', display: 'flex' },
  crop: {
    position: 'relative',
    overflow: 'hidden',
    width: '100%',
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: '#fff',
  },
})

const zooms = [1, 1.5, 2, 3, 4]

const Zoomed = ({ page, over }: Props) => {
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
            {over}
          </div>
        </DialogContent>
      </DialogBody>
    </DialogSurface>
  )
}

/** A page as it is read, however it lay in the scanner; it opens large. */
export const SheetPicture = ({ page, over }: Props) => {
  const styles = useStyles()
  const stands = upright(page)
  return (
    <div className={styles.sheet}>
      <Dialog>
        <DialogTrigger disableButtonEnhancement>
          <button type="button" data-paper className={styles.page} aria-label={`放大第${page.page}页`}>
            <span className={styles.stands} style={stands.box}>
              <img src={page.url} alt={`答卷第${page.page}页`} style={stands.picture} loading="lazy" />
            </span>
          </button>
        </DialogTrigger>
        <Zoomed page={page} over={over} />
      </Dialog>
      {/* Over the button and not in it: its name is what it does. */}
      {over}
    </div>
  )
}

/** The one row or answer of a page that is spoken of, with a little of what stands about it. */
export const SheetCrop = ({ page, at, label }: Props & { at: readonly number[]; label: string }) => {
  const styles = useStyles()
  const stands = upright(page)
  const crop = croppedTo(page, at as [number, number, number, number])
  return (
    <div className={styles.crop} style={crop.box} data-paper>
      <div style={{ ...stands.box, ...crop.sheet }}>
        <img src={page.url} alt={label} style={stands.picture} />
      </div>
    </div>
  )
}
