/** Looking at a sealed field, changing it, finding by it: as data for `FormDialog`. */
import { eraseStudent, exportStudentData, revealPersonal, savePersonal } from '#shared/school/people/personal.calls.ts'
import { isIdCard, cleanIdCard, cleanPhone, isPhone } from '#shared/school/people/personal.rules.ts'
import { eraseReasons, revealReasons } from '#shared/school/people/personal.types.ts'
import type { EraseReason, PersonalField, PersonOf, RevealReason } from '#shared/school/people/personal.types.ts'
import type { SchoolId, StudentId } from '#shared/kit/ids.ts'
import { act } from '#web/kit/ask.ts'
import { dialogue, toast } from '#web/kit/notices.ts'
import type { Field } from '#web/kit/screens/screen.types.ts'
import type { DialogForm, Wrong } from '#web/kit/parts/FormDialog.tsx'

export const fieldNames: Record<PersonalField, string> = { idCard: '身份证号', phone: '手机号码' }

export const passwordField = (guarded: boolean): Field[] =>
  guarded ? [{ name: 'password', label: '敏感信息密码', kind: 'password', required: true, autoComplete: 'off' }] : []
export const passwordOf = (sent: Readonly<Record<string, unknown>>) =>
  sent['password'] ? { password: String(sent['password']) } : {}

/** Why it is done, out of what may be said; `hint` tells who will read it. */
export const reasonField = (label: string, reasons: readonly string[], hint?: string): Field => ({
  name: 'reason',
  label,
  kind: 'select',
  placeholder: '请选择',
  required: true,
  options: reasons.map((r) => ({ value: r, label: r })),
  ...(hint ? { hint } : {}),
})

export const revealing = (of: PersonOf, field: PersonalField, name: string, guarded: boolean): DialogForm => ({
  title: `查看${name}的${fieldNames[field]}`,
  submit: '查看',
  fields: [
    reasonField('查看原因', revealReasons.slice(0, 4), '谁在何时因何查看会记录在案，学校管理员可以查阅'),
    ...passwordField(guarded),
  ],
  check: (sent): Wrong => (sent['reason'] ? {} : { reason: '请选择查看原因' }),
  run: async (sent) => {
    const { value } = await act(
      revealPersonal,
      {
        ...of,
        field,
        reason: sent['reason'] as RevealReason,
        ...passwordOf(sent),
      },
      { hideMessage: true },
    )
    return () =>
      dialogue({ title: `${name}的${fieldNames[field]}`, text: value, buttons: [{ name: '关闭', primary: true }] })
  },
})

export const changing = (of: PersonOf, name: string, version: number): DialogForm => ({
  title: `修改${name}的证件与电话`,
  submit: '保存',
  fields: [
    { name: 'idCard', label: '身份证号', kind: 'text', placeholder: '不填则保持不变', maxLength: 24 },
    { name: 'phone', label: '手机号码', kind: 'text', placeholder: '不填则保持不变', maxLength: 20 },
    { name: 'clearId', label: '清空身份证号', kind: 'switch', when: (v) => !v['idCard'] },
    { name: 'clearPhone', label: '清空手机号码', kind: 'switch', when: (v) => !v['phone'] },
  ],
  check: ({ idCard, phone, clearId, clearPhone }) => {
    const wrong = {
      ...(idCard && !isIdCard(cleanIdCard(String(idCard))) ? { idCard: '请输入正确的身份证号码' } : {}),
      ...(phone && !isPhone(cleanPhone(String(phone))) ? { phone: '请输入正确的手机号码' } : {}),
    }
    return idCard || phone || clearId || clearPhone ? wrong : { '': '请填写要修改的内容' }
  },
  run: async ({ idCard, phone, clearId, clearPhone }) => {
    const { elsewhere } = await act(
      savePersonal,
      {
        ...of,
        ...(idCard ? { idCard: String(idCard) } : clearId ? { idCard: '' } : {}),
        ...(phone ? { phone: String(phone) } : clearPhone ? { phone: '' } : {}),
        version,
      },
      { hideMessage: true },
    )
    if (!elsewhere) return toast('success', '保存成功')
    const text = '已保存。另有学校登记了同一身份证号的学生，请核对是否已办理转学。'
    return () => dialogue({ title: '该学生在其他学校也有记录', text, buttons: [{ name: '知道了', primary: true }] })
  },
})

export const givingOut = (studentId: StudentId, name: string, guarded: boolean): DialogForm => ({
  title: `导出${name}的个人数据`,
  submit: '导出',
  fields: [
    ...passwordField(guarded),
    {
      name: 'note',
      label: '内容',
      kind: 'custom',
      render: () =>
        '名单、证件与电话、家长、调班与查看记录、各次考试的成绩和答卷图片，汇总为一个压缩包。导出会记录在案。',
    },
  ],
  run: (sent) => act(exportStudentData, { studentId, ...passwordOf(sent) }, { hideMessage: true }),
})

type Erased = { schoolId: SchoolId; studentId: StudentId; name: string; guarded: boolean }
export const erasing = ({ schoolId, studentId, name, guarded }: Erased): DialogForm => ({
  title: `彻底清除${name}的数据`,
  submit: '彻底清除',
  fields: [
    {
      name: 'studentName',
      label: '请再次输入学生姓名',
      kind: 'text',
      required: true,
      hint: '名单、账号、证件、家长关系、答卷图片和含该学生的导出文件都将清除；已发布的成绩保留为匿名数据。清除后无法恢复',
    },
    reasonField('清除原因', eraseReasons),
    ...passwordField(guarded),
  ],
  check: ({ studentName, reason }) => ({
    ...(studentName === name ? {} : { studentName: '输入的姓名与该学生不符' }),
    ...(reason ? {} : { reason: '请选择清除原因' }),
  }),
  run: (sent) => {
    const reason = sent['reason'] as EraseReason
    return act(
      eraseStudent,
      { schoolId, studentId, studentName: name, reason, ...passwordOf(sent) },
      { hideMessage: true },
    )
  },
})
