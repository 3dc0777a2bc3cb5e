import { Badge, Button } from '@fluentui/react-components'
import { showTime } from '#shared/kit/time.ts'
import { cleanSessions, kickSession, sessionList } from '#shared/identity/signIn/session.calls.ts'
import { useAct, useAsk } from '#web/kit/ask.ts'
import { toast } from '#web/kit/notices.ts'
import { Bars, ErrorState } from '#web/kit/parts/States.tsx'
import { Item, Items } from '../parts/Items.tsx'

/** Where the account is signed in; another one can be ended. */
export const Devices = () => {
  const sessions = useAsk(sessionList, {})
  const kick = useAct(kickSession, { onDone: () => toast('success', '已下线') })
  const clean = useAct(cleanSessions, { onDone: ({ ended }) => toast('success', `已退出${ended}个其他设备`) })
  if (sessions.error && !sessions.data)
    return <ErrorState error={sessions.error} again={() => void sessions.refetch()} />
  if (!sessions.data) return <Bars rows={2} />
  return (
    <>
      <Items>
        {sessions.data.map((s) => (
          <Item key={s.sessionId} name={s.device} sub={`${s.ip} · ${showTime(s.createdAt)}`}>
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
          </Item>
        ))}
      </Items>
      {sessions.data.length > 1 && (
        <div>
          <Button disabledFocusable={clean.isPending} onClick={() => clean.mutate({})}>
            退出其他设备
          </Button>
        </div>
      )}
    </>
  )
}
