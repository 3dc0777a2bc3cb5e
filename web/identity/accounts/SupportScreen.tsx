import { MessageBar, MessageBarBody } from '@fluentui/react-components'
import { useNavigate, useSearchParams } from 'react-router'
import { cancelDisable } from '#shared/identity/signIn/signIn.calls.ts'
import { accountState } from '#shared/identity/accounts/support.calls.ts'
import type { AccountState, SupportedUser } from '#shared/identity/accounts/support.calls.ts'
import { act, useAsk } from '#web/kit/ask.ts'
import { homePaths } from '#web/kit/home.paths.ts'
import { prompt, toast } from '#web/kit/notices.ts'
import { Facts, Page } from '#web/kit/parts/Page.tsx'
import { ActionButton } from '#web/kit/parts/ActionButton.tsx'
import { ValueForm } from '#web/kit/parts/Forms.tsx'
import { Bars } from '#web/kit/parts/States.tsx'
import { Item, Items } from '../parts/Items.tsx'
import { Panel } from '../parts/Panel.tsx'
import { pretendToBe } from '../signIn/pretend.ts'
import { stateWords } from './supportWords.ts'
import { typeLabel } from '../typeLabel.public.tsx'

const why = (name: string): Promise<string | null> =>
  prompt({
    title: '代为登录',
    text: `将以${name}的身份继续，只能查看和操作其权限内的内容，全部记录在案；您的登录会在这台电脑上退出。`,
    input: { label: '原因', check: (t) => (t.trim().length >= 2 ? null : '请填写原因') },
  })

const State = ({ state }: { state: AccountState }) => {
  const navigate = useNavigate()
  const { intent, text } = stateWords(state)
  const pretend = async (u: SupportedUser): Promise<void> => {
    const reason = await why(u.userName)
    if (reason === null) return
    await pretendToBe(u.userId, reason.trim())
    await navigate(homePaths.switched)
  }
  const clear = async (): Promise<void> => {
    await act(cancelDisable, { accountName: state.accountName })
    toast('success', '已解除，可以重新登录')
  }
  return (
    <Panel label="账号状态">
      <MessageBar intent={intent} layout="multiline">
        <MessageBarBody>{text}</MessageBarBody>
      </MessageBar>
      <Facts
        facts={[
          { name: '账号', value: state.accountName },
          { name: '输错密码', value: `${state.wrongPasswords}次` },
          { name: '登录中的设备', value: state.devices },
        ]}
      />
      <div>
        <ActionButton
          action={{
            name: '解除登录锁定',
            primary: true,
            barred: state.wrongPasswords === 0 && '没有输错密码的记录',
            run: clear,
          }}
        />
      </div>
      <Items label="身份">
        {state.users.map((u) => (
          <Item key={u.userId} name={`${u.userName} · ${typeLabel(u.userType)}`} sub={u.place}>
            {u.mayPretend && <ActionButton size="small" action={{ name: '代为登录', run: () => pretend(u) }} />}
          </Item>
        ))}
      </Items>
    </Panel>
  )
}

/** A user cannot sign in: how the account stands, and what an administrator can do about it. */
export const SupportScreen = () => {
  const [query, setQuery] = useSearchParams()
  const accountName = query.get('accountName') ?? ''
  const account = useAsk(accountState, accountName ? { accountName } : undefined, { hideMessage: true, freshMs: 0 })
  const shown = accountName && !account.isPlaceholderData ? account.data : undefined
  return (
    <Page title="登录求助" width="narrow">
      <ValueForm
        schema={accountState.input()}
        fields={[
          { name: 'accountName', label: '账号', kind: 'text', maxLength: 60, hint: '也可以输入绑定的手机号码或邮箱' },
        ]}
        start={{ accountName }}
        submit="查询"
        second={(shown?.wrongPasswords ?? 0) > 0}
        onSubmit={async (asked) => {
          // Refused, it is said in the form.
          await act(accountState, asked, { hideMessage: true })
          if (asked.accountName === accountName) await account.refetch()
          else setQuery(asked)
        }}
      />
      {accountName && !shown && !account.error && <Bars rows={4} />}
      {shown && !account.error && <State state={shown} />}
    </Page>
  )
}
