import { Textarea } from '@fluentui/react-components'
import type { PartnerRow } from '#shared/identity/partners/partner.calls.ts'
import { provisionTypes } from '#shared/identity/partners/partner.types.ts'
import { userTypeLabels } from '#shared/kit/userType.ts'
import type { Field } from '#web/kit/screens/screen.types.ts'
import type { FormKind } from './partner.form.ts'

const asymmetric = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA']
const symmetric = ['HS256', 'HS384', 'HS512']
const stages = { 0: '不分学段', 1: '高中', 2: '初中', 3: '小学', 4: '大学' }
const same = (values: readonly string[]) => values.map((value) => ({ value, label: value }))

const oidc: readonly Field[] = [
  { kind: 'text', name: 'issuer', label: '签发方（issuer）', required: true, placeholder: 'https://id.example.cn' },
  { kind: 'text', name: 'clientId', label: '客户端标识', required: true },
  {
    kind: 'select',
    name: 'clientAuth',
    label: '客户端认证',
    options: [
      { value: 'basic', label: 'client_secret_basic' },
      { value: 'post', label: 'client_secret_post' },
      { value: 'none', label: '无（公开客户端）' },
    ],
  },
  { kind: 'text', name: 'scope', label: 'scope', required: true },
  { kind: 'select', name: 'algorithm', label: '签名算法', options: same(asymmetric) },
  {
    kind: 'textarea',
    name: 'hosts',
    label: '平台的其他主机',
    hint: '令牌、公钥等地址不在签发方主机上时填写，每行一个',
  },
]

const ticket: readonly Field[] = [
  { kind: 'text', name: 'issuer', label: '签发方（iss）', required: true },
  { kind: 'text', name: 'audience', label: '受众（aud）', required: true },
  {
    kind: 'multi',
    name: 'algorithms',
    label: '签名算法',
    required: true,
    options: same([...asymmetric, ...symmetric]),
  },
  { kind: 'text', name: 'jwksUrl', label: '公钥地址', hint: '与公钥二选一；HS 算法都不填，用密钥' },
  { kind: 'textarea', name: 'publicKey', label: '公钥', hint: 'PEM 或 JWK' },
  { kind: 'text', name: 'parameter', label: '票据参数名', required: true },
  { kind: 'text', name: 'subjectAt', label: '用户标识的位置', required: true, hint: '形如 /sub 或 /data/userId' },
  { kind: 'text', name: 'nameAt', label: '姓名的位置' },
  { kind: 'text', name: 'loginUrl', label: '平台入口地址', hint: '填写后登录页可以显示它的按钮' },
]

const code: readonly Field[] = [
  {
    kind: 'custom',
    name: 'settingsText',
    label: '换取方式',
    required: true,
    hint: '把〈〉里的内容换成平台给您的值；{花括号}里的由系统填写',
    render: ({ value, onChange, error }) => (
      <Textarea
        name="settingsText"
        aria-label="换取方式"
        aria-invalid={Boolean(error)}
        resize="vertical"
        textarea={{ style: { fontFamily: 'monospace', minHeight: '22em', maxHeight: 'none' }, spellCheck: false }}
        value={typeof value === 'string' ? value : ''}
        onChange={(_, d) => onChange(d.value)}
      />
    ),
  },
]

/** The fields of a kind; the sign-in page and other tenants are for the platform's staff. */
export const partnerFields = (kind: FormKind, row: PartnerRow | null, platform: boolean): Field[] => [
  {
    kind: 'text',
    name: 'partnerId',
    label: '标识',
    required: true,
    maxLength: 30,
    hint: '出现在地址里，建好后不能修改',
    barred: row && '建好后不能修改',
  },
  { kind: 'text', name: 'name', label: '名称', required: true, maxLength: 30 },
  ...(kind === 'oidc' ? oidc : kind === 'ticket' ? ticket : code),
  {
    kind: 'password',
    name: 'secret',
    label: '密钥',
    autoComplete: 'new-password',
    hint: row?.hasSecret ? '已设置，不会再显示；留空则不变' : '保存后不会再显示',
  },
  { kind: 'textarea', name: 'origins', label: '使用它的网站地址', required: true, hint: '每行一个' },
  { kind: 'textarea', name: 'returnHosts', label: '登录后可以返回的主机', hint: '每行一个；本系统的页面总是可以' },
  ...(platform
    ? ([
        {
          kind: 'text',
          name: 'tenant',
          label: '所属',
          hint: '留空或 p 为全平台；学校填 s: 加学校编号，区域填 a: 加区域编号',
        },
        { kind: 'switch', name: 'shown', label: '在登录页显示按钮' },
      ] as const)
    : []),
  {
    kind: 'select',
    name: 'provisionType',
    label: '第一次进入时自动开通',
    hint: '不选时，第一次进入先关联已有账号',
    options: provisionTypes.map((t) => ({ value: String(t), label: userTypeLabels[t as keyof typeof userTypeLabels] })),
  },
  {
    kind: 'select',
    name: 'provisionStage',
    label: '开通的学段',
    options: Object.entries(stages).map(([value, label]) => ({ value, label })),
    when: (values) => values['provisionType'] !== '',
  },
]
