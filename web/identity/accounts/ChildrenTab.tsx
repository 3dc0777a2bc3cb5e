import { Button, makeStyles, tokens } from '@fluentui/react-components'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { unbindAllowance } from '#shared/identity/accounts/account.rules.ts'
import { childList, unbindChild, unbindCount } from '#shared/identity/accounts/children.calls.ts'
import { ownRequests } from '#shared/identity/accounts/childRequest.calls.ts'
import type { ChildRecord } from '#shared/identity/accounts/children.calls.ts'
import { showTime } from '#shared/kit/time.ts'
import { useAct, useAsk } from '#web/kit/ask.ts'
import { brand } from '#web/kit/brand.ts'
import { homePaths } from '#web/kit/home.paths.ts'
import { confirm, dialogue, toast } from '#web/kit/notices.ts'
import { ActionButton } from '#web/kit/parts/ActionButton.tsx'
import { Bars, ErrorState } from '#web/kit/parts/States.tsx'
import { useSession } from '#web/kit/viewer.ts'
import { childListBar } from './childRules.ts'
import { ChildForm } from './ChildForm.tsx'
import { Item, Items } from '../parts/Items.tsx'
import { SettingsFrame } from './SettingsFrame.tsx'

const useStyles = makeStyles({
  faint: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200, display: 'block' },
  text: { margin: 0, color: tokens.colorNeutralForeground2 },
  heading: { margin: 0, fontSize: tokens.fontSizeBase400, fontWeight: tokens.fontWeightSemibold },
})

/** 我的孩子: linking and unlinking, at most five unlinkings a year and never the last child. */
export const ChildrenTab = () => {
  const styles = useStyles()
  const { user } = useSession()
  const accountId = user?.accountId
  const children = useAsk(childList, { pUserType: 5, accountId })
  const used = useAsk(unbindCount, { accountId })
  const [adding, setAdding] = useState(false)
  const unbind = useAct(unbindChild, { onDone: () => toast('success', '解绑成功!') })
  const requests = useAsk(ownRequests, {})
  const asked = requests.data?.filter((r) => r.state !== 'approved') ?? []
  const list = children.data?.user
  const navigate = useNavigate()
  // Nothing linked and nothing asked for: the form itself is there, without a button before it.
  const isFirst = list?.length === 0 && !requests.isLoading && asked.length === 0
  const bar = childListBar({ bound: list?.length ?? 0, used: used.data ?? 0 })

  const ask = async (child: ChildRecord): Promise<void> => {
    if (bar?.kind === 'exhausted') {
      dialogue({ title: '提示', text: bar.text(brand.phone), buttons: [{ name: '知道了', primary: true }] })
      return
    }
    if (!(await confirm({ title: `解绑${child.userName}`, text: '解绑后将无法查看孩子学情，是否确定解绑?' }))) return
    unbind.mutate({
      userIds: [child.userId],
      otherUserType: 5,
      otherAccountId: child.accountId,
      otherRelativeId: child.relativeId,
    })
  }
  return (
    <SettingsFrame tab="my-children">
      {children.error && !list && <ErrorState error={children.error} again={() => void children.refetch()} />}
      {!list && !children.error && <Bars rows={3} />}
      {list && list.length > 0 && (
        <>
          <Items>
            {list.map((child) => (
              <Item key={child.userId} name={child.userName} sub={child.schoolName}>
                <ActionButton
                  size="small"
                  action={{ name: '解绑', barred: bar?.kind === 'last' && bar.text, run: () => ask(child) }}
                />
              </Item>
            ))}
          </Items>
          <span className={styles.faint}>本年度还可以解绑{Math.max(0, unbindAllowance - (used.data ?? 0))}次</span>
          {!adding && (
            <div>
              <Button appearance="primary" onClick={() => setAdding(true)}>
                关联孩子
              </Button>
            </div>
          )}
        </>
      )}
      {asked.length > 0 && (
        <>
          <h2 className={styles.heading}>申请中</h2>
          <Items>
            {asked.map((r) => (
              <Item
                key={r.studentId}
                name={r.studentName}
                sub={[
                  r.schoolName,
                  r.state === 'pending' ? '等待学校审核' : `学校没有通过${r.reason ? `：${r.reason}` : ''}`,
                  showTime(r.askedAt),
                ].join(' · ')}
              />
            ))}
          </Items>
        </>
      )}
      {list && asked.length > 0 && list.length === 0 && !adding && (
        <div>
          <Button onClick={() => setAdding(true)}>关联另一个孩子</Button>
        </div>
      )}
      {(adding || isFirst) && (
        <>
          <h2 className={styles.heading}>关联孩子</h2>
          {isFirst && (
            <p className={styles.text}>
              用孩子的姓名、学号和学校发的邀请码关联；没有邀请码时由学校审核。之后就能查看成绩和原卷。
            </p>
          )}
          <ChildForm
            first={isFirst}
            close={() => setAdding(false)}
            linked={() => {
              // A parent who came for the first child came for what there is to read of it.
              if (isFirst && user?.userType === 5) void navigate(homePaths.centre)
            }}
          />
        </>
      )}
    </SettingsFrame>
  )
}
