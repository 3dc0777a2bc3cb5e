import { disablePartner, partnerList, testPartner } from '#shared/identity/partners/partner.calls.ts'
import type { PartnerRow } from '#shared/identity/partners/partner.calls.ts'
import { act } from '#web/kit/ask.ts'
import { dialogue, toast } from '#web/kit/notices.ts'
import { StateMark } from '#web/kit/parts/StateMark.tsx'
import { ListScreen } from '#web/kit/screens/ListScreen.tsx'
import { pathTo } from '#web/kit/route.types.ts'
import { kindNames } from './partner.form.ts'
import { partnerPaths } from './partner.paths.ts'

const placeOf = (tenant: string): string =>
  tenant === 'p' ? '全平台' : `${tenant.startsWith('a:') ? '区域' : '学校'} ${tenant.slice(2)}`

/** What a trial found, step by step. */
const tryOut = async ({ partnerId, name }: PartnerRow): Promise<void> => {
  const { findings } = await act(testPartner, { partnerId })
  const bad = findings.filter((f) => !f.good).length
  dialogue({
    title: bad === 0 ? `${name}可以使用` : `${name}有${bad}项不能使用`,
    text: findings.map((f) => `${f.good ? '✓' : '✗'} ${f.name}：${f.text}`).join('\n'),
    buttons: [{ name: '知道了', primary: true }],
  })
}

const turn = async ({ partnerId, version, disabled }: PartnerRow): Promise<void> => {
  await act(disablePartner, { partnerId, version, disabled: !disabled })
}

const copyCallback = async (row: PartnerRow): Promise<void> => {
  try {
    await navigator.clipboard.writeText(row.origins.map((o) => `${o}${row.callback}`).join('\n'))
    toast('success', '复制成功')
  } catch (error) {
    console.warn(error)
  }
}

/** The platforms through which people come: of the own school or area, for the platform's staff all of them. */
export const PartnerListScreen = () => {
  const add = { name: '新建合作平台', primary: true, to: partnerPaths.add }
  return (
    <ListScreen
      title="合作平台"
      call={partnerList}
      rowKey={(r) => r.partnerId}
      rowTo={(r) => pathTo(partnerPaths.edit, { partnerId: r.partnerId })}
      columns={[
        { key: 'name', name: '名称', value: (r) => r.name },
        { key: 'partnerId', name: '标识', value: (r) => r.partnerId },
        { key: 'kind', name: '方式', value: (r) => kindNames[r.settings.kind] },
        { key: 'tenant', name: '所属', value: (r) => placeOf(r.tenant), extra: true },
        { key: 'callback', name: '回调地址', value: (r) => `${r.origins[0]}${r.callback}` },
        { key: 'secret', name: '密钥', value: (r) => (r.hasSecret ? '已设置' : '无') },
        {
          key: 'state',
          name: '状态',
          value: (r) => (r.disabled ? '已停用' : '使用中'),
          cell: (r) => <StateMark text={r.disabled ? '已停用' : '使用中'} meaning={r.disabled ? 'out' : 'going'} />,
        },
      ]}
      filters={[
        {
          field: 'disabled',
          label: '状态',
          mode: 'radio',
          options: [
            { value: '0', label: '使用中' },
            { value: '1', label: '已停用' },
          ],
        },
      ]}
      rowActions={(r) => [
        { name: '测试', run: () => tryOut(r) },
        { name: '复制回调地址', run: () => copyCallback(r) },
        r.disabled
          ? { name: '启用', run: () => turn(r) }
          : {
              name: '停用',
              danger: true,
              confirm: `停用后不能再从${r.name}进入，已登录的人不受影响。`,
              run: () => turn(r),
            },
      ]}
      actions={[add]}
      exportName="合作平台"
      empty={{
        title: '还没有合作平台',
        text: '区域平台、钉钉、微信或学校自己的统一认证，配置后可以从那里直接进入。',
        action: add,
      }}
    />
  )
}
