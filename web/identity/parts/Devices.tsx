import { Badge, Button, makeStyles, tokens } from '@fluentui/react-components'
import { showTime } from '#shared/kit/time.ts'
import { cleanSessions, kickSession, sessionList } from '#shared/identity/session.calls.ts'
import { useAct, useAsk } from '#web/kit/ask.ts'
import { toast } from '#web/kit/notices.ts'
import { Bars, ErrorState } from '#web/kit/parts/States.tsx'

const useStyles = makeStyles({
  list: { display: 'grid', gap: tokens.spacingVerticalS, margin: 0, padding: 0, listStyleType: 'none' },
  item: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalM, minHeight: '32px' },
  words: { flexGrow: 1, minWidth: '12em' },
  faint: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200, display: 'block' },
})

/** Where the account is signed in; another one can be ended. */
export const Devices = () => {
  const styles = useStyles()
  const asked = useAsk(sessionList, {})
  const kick = useAct(kickSession, { onDone: () => toast('success', '已下线') })
  const clean = useAct(cleanSessions, { onDone: ({ ended }) => toast('success', `已退出${ended}个其他设备`) })
  if (asked.error && !asked.data) return <ErrorState error={asked.error} again={() => void asked.refetch()} />
  if (!asked.data) return <Bars rows={2} />
  return (
    <>
      <ul className={styles.list}>
        {asked.data.map((s) => (
          <li key={s.sessionId} className={styles.item}>
            <span className={styles.words}>
              {s.device}
              <span className={styles.faint}>
                {s.ip} · {showTime(s.createdAt)}
              </span>
            </span>
            {s.current ? (
              <Badge appearance="tint" color="brand">
                本机
              </Badge>
            ) : (
              <Button
                size="small"
                disabledFocusable={kick.isPending}
                onClick={() => kick.mutate({ sessionId: s.sessionId })}
              >
                下线
              </Button>
            )}
          </li>
        ))}
      </ul>
      {asked.data.length > 1 && (
        <div>
          <Button disabledFocusable={clean.isPending} onClick={() => clean.mutate({})}>
            退出其他设备
          </Button>
        </div>
      )}
    </>
  )
}
