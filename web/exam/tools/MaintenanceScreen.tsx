import { MessageBar, MessageBarBody, tokens } from '@fluentui/react-components'
import { useParams } from 'react-router'
import * as calls from '#shared/exam/tools/maintenance.calls.ts'
import { paperStep } from '#shared/exam/step.rules.ts'
import type { ExamId } from '#shared/kit/ids.ts'
import { showTime } from '#shared/kit/time.ts'
import { act } from '#web/kit/ask.ts'
import type { OutputOf } from '#web/kit/ask.ts'
import { toast } from '#web/kit/notices.ts'
import { ActionButton } from '#web/kit/parts/ActionButton.tsx'
import type { DialogForm } from '#web/kit/parts/FormDialog.tsx'
import { DetailScreen } from '#web/kit/screens/DetailScreen.tsx'
import type { Action, Fact, Field } from '#web/kit/screens/screen.types.ts'
import { examPath } from '../exam.paths.ts'

type Standing = OutputOf<typeof calls.maintenance>

const reason: Field = {
  kind: 'textarea',
  name: 'reason',
  label: '原因',
  required: true,
  maxLength: 200,
  hint: '连同您的姓名记入操作记录，不能修改',
}

/** How far its papers are, for who is about to delete them. */
const furthestText = ({ papers }: Standing): string => {
  const released = papers.filter((p) => p.furthest === paperStep.released).map((p) => p.courseName)
  const scanned = papers.filter((p) => p.furthest >= paperStep.cardExceptions && p.furthest < paperStep.released)
  return [
    ...(released.length > 0 ? [`${released.join('、')}已发布成绩，删除后学生、家长和老师都看不到`] : []),
    ...(scanned.length > 0 ? [`${scanned.map((p) => p.courseName).join('、')}已有答卷或成绩`] : []),
  ].join('；')
}

const factsOf = (d: Standing): Fact[] => [
  { name: '考生', value: `${d.candidateCount}人` },
  ...(d.schoolCount > 1 ? [{ name: '学校', value: `${d.schoolCount}所` }] : []),
  { name: '科目', value: `${d.papers.length}科` },
  ...(d.done ? [{ name: '可恢复至', value: showTime(d.done.until) }] : []),
]

/** Deleting an exam that has sheets or results; of several schools by two people. */
export const MaintenanceScreen = () => {
  const { examId } = useParams() as { examId: ExamId }
  const asking = (d: Standing): DialogForm => ({
    title: d.needsSecond ? '申请强制删除' : '强制删除',
    submit: d.needsSecond ? '提交申请' : '强制删除',
    fields: [reason],
    run: async (sent) => {
      const input = { examId, version: d.version, reason: String(sent['reason']) }
      const { deleted } = await act(calls.forceDelete, input, { hideMessage: true })
      toast('success', deleted ? '考试已删除，90天内可以恢复' : '已提交，等另一位负责人确认')
    },
  })
  const undoing = (): DialogForm => ({
    title: '恢复考试',
    submit: '恢复',
    fields: [reason],
    run: async (sent) => {
      await act(calls.undoForceDelete, { examId, reason: String(sent['reason']) }, { hideMessage: true })
      toast('success', '考试已恢复，答卷和成绩都在')
    },
  })
  const actionsOf = (d: Standing): Action[] => {
    if (d.deletedAt !== undefined)
      return d.done
        ? [{ name: '恢复考试', primary: true, form: () => undoing() }]
        : [{ name: '返回考试', to: examPath(examId) }]
    const { asked } = d
    if (!asked && furthestText(d) === '') return [{ name: '返回考试', to: examPath(examId) }]
    if (!asked) return [{ name: d.needsSecond ? '申请强制删除' : '强制删除', danger: true, form: () => asking(d) }]
    return [
      {
        name: asked.mayConfirm ? '不同意' : '撤销申请',
        run: async () => {
          await act(calls.cancelForceDelete, { examId, version: asked.version })
          toast('success', asked.mayConfirm ? '已退回申请，考试不删除' : '申请已撤销，考试不删除')
        },
      },
      {
        name: '确认删除',
        danger: true,
        barred: !asked.mayConfirm && '由另一位负责人确认，不能自己确认自己的申请',
        confirm: `将删除“${d.examName}”和它的全部答卷、成绩，${d.schoolCount}所学校都看不到。90天内可以恢复。`,
        run: async () => {
          await act(calls.confirmForceDelete, { examId, version: asked.version })
          toast('success', '考试已删除，90天内可以恢复')
        },
      },
    ]
  }
  return (
    <DetailScreen
      call={calls.maintenance}
      input={{ examId }}
      title="强制删除考试"
      badge={(d) =>
        d.deletedAt !== undefined
          ? { text: '已删除', meaning: 'failed' }
          : d.asked
            ? { text: '等待确认', meaning: 'waits' }
            : null
      }
      facts={factsOf}
      width="narrow"
    >
      {(d) => (
        <>
          <MessageBar intent={d.deletedAt === undefined ? 'warning' : 'info'} layout="multiline">
            <MessageBarBody>{textOf(d)}</MessageBarBody>
          </MessageBar>
          <div style={{ display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalS }}>
            {actionsOf(d).map((action) => (
              <ActionButton key={action.name} action={action} />
            ))}
          </div>
        </>
      )}
    </DetailScreen>
  )
}

const textOf = (d: Standing): string => {
  if (d.done)
    return `${d.done.doneByName ?? ''}于${showTime(d.done.doneAt!)}删除。原因：${d.done.reason}。到期后考试、名单、阅卷和成绩记录一并清除。`
  if (d.deletedAt !== undefined) return '考试已按通常方式删除，请在考试页面恢复。'
  const far = furthestText(d)
  if (d.asked)
    return `${d.asked.askedByName}于${showTime(d.asked.askedAt)}申请删除。原因：${d.asked.reason}。另一位负责人确认后才删除。${far && `${far}。`}`
  return far === ''
    ? '还没有答卷和成绩：在考试页面直接删除即可，不用强制删除。'
    : `${far}。删除后立即对所有人隐藏，90天内可以恢复${d.needsSecond ? '；联考由一位负责人申请、另一位确认' : ''}。`
}
