import { Button, makeStyles, tokens } from '@fluentui/react-components'
import { useSyncExternalStore } from 'react'
import { lineNow, subscribeLine } from '../line.ts'

const useStyles = makeStyles({
  sign: {
    position: 'fixed',
    bottom: tokens.spacingVerticalL,
    left: '50%',
    transform: 'translateX(-50%)',
    zIndex: 30,
    display: 'flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalS,
    maxWidth: 'calc(100vw - 32px)',
    padding: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalM}`,
    borderRadius: tokens.borderRadiusCircular,
    boxShadow: tokens.shadow8,
    color: tokens.colorStatusWarningForeground1,
    backgroundColor: tokens.colorStatusWarningBackground1,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase300,
    '@media print': { display: 'none' },
  },
})

/** The small sign of a lost line or a newer version; nothing else of the page changes for it. */
export const LineSign = () => {
  const styles = useStyles()
  const line = useSyncExternalStore(subscribeLine, lineNow)
  if (line === 'there') return null
  return (
    <div className={styles.sign} role="status">
      {line === 'lost' ? (
        '网络已断开，页面可能不是最新的；填写的内容都在，恢复后自动继续'
      ) : (
        <>
          系统已更新，请先保存，再刷新
          <Button size="small" onClick={() => location.reload()}>
            刷新
          </Button>
        </>
      )}
    </div>
  )
}
