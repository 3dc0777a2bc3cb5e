import { closeInvite, createInvite, inviteList } from '#shared/identity/registration/register.calls.ts'
import type { Invite } from '#shared/identity/registration/register.calls.ts'
import { inviteEnd } from '#shared/identity/registration/register.rules.ts'
import type { SchoolId } from '#shared/kit/ids.ts'
import { showTime } from '#shared/kit/time.ts'
import { act } from '#web/kit/ask.ts'
import { toast } from '#web/kit/notices.ts'
import { StateMark } from '#web/kit/parts/StateMark.tsx'
import { serverNow } from '#web/kit/ports.ts'
import { FormScreen } from '#web/kit/screens/FormScreen.tsx'
import { ListScreen } from '#web/kit/screens/ListScreen.tsx'
import { identityPaths } from '#web/identity/identity.paths.ts'
import { InSchool } from '../parts/InSchool.tsx'

const name = '家长邀请码'

type Of = { schoolId: SchoolId; named: string | undefined }
const queryOf = (named: string | undefined): string => (named ? `?schoolId=${named}` : '')

const copy = async (invite: Invite): Promise<void> => {
  try {
    await navigator.clipboard.writeText(`${location.origin}${identityPaths.register} 邀请码 ${invite.code}`)
    toast('success', '复制成功')
  } catch (error) {
    console.warn(error)
  }
}

/** The codes that a school hands out to parents. */
export const InviteListScreen = () => (
  <InSchool title={name} part="students">
    {(school) => <Invites {...school} />}
  </InSchool>
)

const Invites = ({ schoolId, named }: Of) => {
  const close = ({ inviteId, version }: Invite): Promise<unknown> => act(closeInvite, { schoolId, inviteId, version })
  const add = { name: '新建邀请码', primary: true, to: `${identityPaths.addInvite}${queryOf(named)}` }
  return (
    <ListScreen
      title={name}
      call={inviteList}
      input={{ schoolId }}
      rowTo={{ none: 'a code is copied, or closed' }}
      rowKey={(r) => r.inviteId}
      columns={[
        { key: 'code', name: '邀请码', value: (r) => r.code },
        { key: 'note', name: '说明', value: (r) => r.note },
        { key: 'used', name: '已开通', unit: '人', value: (r) => r.used, number: true },
        { key: 'places', name: '可开通', unit: '人', value: (r) => r.places, number: true },
        { key: 'until', name: '有效期至', value: (r) => showTime(r.until) },
        {
          key: 'state',
          name: '状态',
          value: (r) => inviteEnd(r, serverNow()) ?? '有效',
          cell: (r) => {
            const end = inviteEnd(r, serverNow())
            return <StateMark text={end ?? '有效'} meaning={end ? 'out' : 'done'} />
          },
        },
      ]}
      rowActions={(r) =>
        inviteEnd(r, serverNow()) === null
          ? [
              { name: '复制', run: () => copy(r) },
              {
                name: '停用',
                danger: true,
                confirm: `停用后不能再用邀请码 ${r.code} 开通账号，已开通的${r.used}位家长不受影响。`,
                run: () => close(r),
              },
            ]
          : []
      }
      actions={[add]}
      exportName={name}
      empty={{ title: '还没有邀请码', text: '新建一个发到家长群，家长用它和孩子的姓名、学号开通账号。', action: add }}
    />
  )
}

export const AddInviteScreen = () => (
  <InSchool title="新建邀请码" part="students">
    {(school) => <AddInvite {...school} />}
  </InSchool>
)

const AddInvite = ({ schoolId, named }: Of) => {
  const list = `${identityPaths.invites}${queryOf(named)}`
  return (
    <FormScreen
      title="新建邀请码"
      call={createInvite}
      fixed={{ schoolId }}
      start={{ places: 60, days: 30 }}
      fields={[
        { name: 'note', label: '说明', kind: 'text', maxLength: 40, placeholder: '高一(1)班家长' },
        { name: 'places', label: '可开通人数', kind: 'number', required: true, min: 1, max: 5000, unit: '人' },
        { name: 'days', label: '有效期', kind: 'number', required: true, min: 1, max: 180, unit: '天' },
      ]}
      submit="新建"
      done={() => list}
      doneText="邀请码已新建"
    />
  )
}
