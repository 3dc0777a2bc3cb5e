import { MessageBar, MessageBarBody } from '@fluentui/react-components'
import { useState } from 'react'
import * as z from 'zod'
import { SchoolId } from '#shared/kit/ids.ts'
import { ChildName, ChildNumber } from '#shared/identity/accounts/account.rules.ts'
import { bindChild, findStudent } from '#shared/identity/accounts/children.calls.ts'
import type { OutputOf } from '#shared/kit/call.ts'
import { identityProblemList } from '#shared/identity/identity.problems.ts'
import { act, ask } from '#web/kit/ask.ts'
import { brand } from '#web/kit/brand.ts'
import { dialogue, toast } from '#web/kit/notices.ts'
import { ValueForm } from '#web/kit/parts/Forms.tsx'
import { Refusal } from '#web/kit/refusals.ts'
import type { Field } from '#web/kit/screens/screen.types.ts'
import { refreshSession } from '#web/kit/session.ts'
import { useSession } from '#web/kit/viewer.ts'

type Candidates = OutputOf<typeof findStudent>['studentInfoList']

const upgraded = (): void =>
  dialogue({
    title: '提示',
    text: '您的账号已升级，请到智慧校园平台登录',
    buttons: [
      { name: '知道了', primary: !brand.campus },
      ...(brand.campus ? [{ name: '去智慧校园平台', primary: true, run: () => location.assign(brand.campus!) }] : []),
    ],
  })

/** Links a child: name and number; in several schools, the school too, and saved again. `linked`: at once, without a school's word. */
export const ChildForm = ({ close, linked, first }: { close: () => void; linked: () => void; first: boolean }) => {
  const { user } = useSession()
  /** Whom the last search found, and for which name and number. */
  const [candidates, setCandidates] = useState<{ of: string; list: Candidates }>({ of: '', list: [] })
  const several = candidates.list.length > 1
  const schema = z.object({
    childrenName: ChildName,
    childrenNumber: ChildNumber,
    inviteCode: z.string().max(60).optional(),
    schoolId: several ? z.string().min(1, '学校不能为空').pipe(SchoolId) : z.string().optional(),
  })
  const fields: Field[] = [
    { kind: 'text', name: 'childrenName', label: '学生姓名', required: true, autoComplete: 'off', maxLength: 40 },
    { kind: 'text', name: 'childrenNumber', label: '学生学号', required: true, autoComplete: 'off', maxLength: 40 },
    {
      kind: 'text',
      name: 'inviteCode',
      label: '学校邀请码',
      autoComplete: 'off',
      maxLength: 60,
      placeholder: '没有可以不填，由学校审核',
    },
    {
      kind: 'select',
      name: 'schoolId',
      label: '学校',
      required: true,
      options: candidates.list.map((s) => ({ value: s.schoolId, label: s.schoolName })),
    },
  ]
  const save = async (
    studentName: string,
    studentNum: string,
    schoolId: string | undefined,
    inviteCode: string | undefined,
  ): Promise<void> => {
    const of = `${studentName} ${studentNum}`
    const list =
      of === candidates.of
        ? candidates.list
        : (await ask(findStudent, { studentName, studentNum }, { hideMessage: true })).studentInfoList
    if (list.length === 0) throw new Refusal(-1, '学生信息有误，请重新输入')
    const chosen = list.length === 1 ? list[0] : list.find((s) => of === candidates.of && s.schoolId === schoolId)
    if (!chosen) {
      setCandidates({ of, list })
      toast('warning', '该学号在多个学校中存在，请选择你的学校', { ms: 5000 })
      return
    }
    const sent = {
      studentName,
      studentNum,
      accountId: user?.accountId,
      parentId: user?.userId,
      targetStudentId: chosen.studentId,
      schoolId: chosen.schoolId,
      ...(inviteCode?.trim() ? { inviteCode } : {}),
    }
    const { hzyFlag, pending } = await act(bindChild, sent, { hideMessage: true })
    // A parent without a child has become this child's: the next token says so, and the shell begins anew with it.
    if (!hzyFlag && !pending && user?.studentId === '-1') await refreshSession()
    close()
    if (hzyFlag) upgraded()
    else if (pending) toast('info', '已提交申请，学校审核通过后会通知您', { ms: 5000 })
    else {
      toast('success', '恭喜你，关联成功')
      linked()
    }
  }
  return (
    <ValueForm
      problems={identityProblemList}
      schema={schema}
      fields={several ? fields : fields.slice(0, 3)}
      submit="保存"
      incomplete="数据不完整，无法提交。"
      // The first child is what the screen is there for: there is nothing to go back to.
      {...(first ? {} : { cancel: { name: '取消', run: close } })}
      onSubmit={(v) => save(v.childrenName, v.childrenNumber, v.schoolId, v.inviteCode)}
    >
      {several && (
        <MessageBar intent="warning" layout="multiline">
          <MessageBarBody>该学号在多个学校中存在，请选择你的学校</MessageBarBody>
        </MessageBar>
      )}
    </ValueForm>
  )
}
