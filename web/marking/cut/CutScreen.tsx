import { MessageBar, MessageBarBody, tokens } from '@fluentui/react-components'
import { useParams } from 'react-router'
import type { ExamId } from '#shared/kit/ids.ts'
import { showTime } from '#shared/kit/time.ts'
import * as calls from '#shared/marking/cut/cut.calls.ts'
import { act } from '#web/kit/ask.ts'
import type { OutputOf } from '#web/kit/ask.ts'
import { toast } from '#web/kit/notices.ts'
import { ActionButton } from '#web/kit/parts/ActionButton.tsx'
import type { DialogForm } from '#web/kit/parts/FormDialog.tsx'
import { Section } from '#web/kit/parts/Section.tsx'
import { DetailScreen } from '#web/kit/screens/DetailScreen.tsx'
import type { Action, Field } from '#web/kit/screens/screen.types.ts'

type Standing = OutputOf<typeof calls.cutStand>
type Paper = Standing['papers'][number]

const reason: Field = {
  kind: 'textarea',
  name: 'reason',
  label: '原因',
  required: true,
  maxLength: 200,
  hint: '连同您的姓名记入操作记录，不能修改',
}

const isOpen = (p: Paper): boolean => p.state === 'open' || p.state === 'closing'

/** What ending it now would leave without a result. */
const leftText = (p: Paper): string => {
  if (p.counting) return '正在汇总阅卷进度，请稍候再看'
  const questions = p.questions.map((q) => `第${q.number}题${q.left}份`).join('、')
  return [
    p.unfinished === 0
      ? `${p.present}名考生的答卷都已评完，请在阅卷进度中正常结束`
      : `${p.present}名考生中有${p.unfinished}名没有评完${questions && `（${questions}）`}`,
    ...(p.openPages > 0 ? [`还有${p.openPages}页扫描没有归位`] : []),
  ].join('；')
}

const cutText = (p: Paper): string => {
  if (p.done)
    return `${p.done.doneByName ?? ''}于${showTime(p.done.doneAt!)}强制完成。原因：${p.done.reason}。${p.unfinished}名考生未评完；${showTime(p.done.until)}以前可以撤销。`
  if (p.asked)
    return `${p.asked.askedByName}于${showTime(p.asked.askedAt)}申请强制完成。原因：${p.asked.reason}。另一位负责人确认后才完成。${leftText(p)}。`
  if (isOpen(p)) return `${leftText(p)}。`
  return p.state === 'draft' ? '还没有开启阅卷。' : '阅卷已正常结束。'
}

/** Ending the marking of papers although answers have no mark; of several schools by two people. */
export const CutScreen = () => {
  const { examId } = useParams() as { examId: ExamId }
  const seenOf = (p: Paper) => [{ paperId: p.paperId, version: p.version }]
  const cutting = (d: Standing, papers: readonly Paper[]): DialogForm => ({
    title: `${d.needsSecond ? '申请强制完成' : '强制完成'}：${papers.map((p) => p.courseName).join('、')}`,
    submit: d.needsSecond ? '提交申请' : '强制完成',
    fields: [reason],
    run: async (sent) => {
      const input = { examId, papers: papers.flatMap(seenOf), reason: String(sent['reason']) }
      const { done } = await act(calls.cutMarking, input, { hideMessage: true })
      toast('success', done ? '阅卷已强制完成，90天内可以撤销' : '已提交，等另一位负责人确认')
    },
  })
  const undoing = (p: Paper): DialogForm => ({
    title: `撤销强制完成：${p.courseName}`,
    submit: '撤销强制完成',
    fields: [reason],
    run: async (sent) => {
      await act(calls.undoCut, { examId, paperIds: [p.paperId], reason: String(sent['reason']) }, { hideMessage: true })
      toast('success', '阅卷已照原样开放')
    },
  })
  const actionsOf = (d: Standing, p: Paper): Action[] => {
    if (p.done) return [{ name: '撤销强制完成', form: () => undoing(p) }]
    const { asked } = p
    if (!asked)
      return isOpen(p)
        ? [
            {
              name: d.needsSecond ? '申请强制完成' : '强制完成',
              danger: true,
              barred: p.counting ? '正在汇总阅卷进度' : p.unfinished === 0 && '都已评完，不用强制完成',
              form: () => cutting(d, [p]),
            },
          ]
        : []
    const papers = [{ paperId: p.paperId, version: asked.version }]
    return [
      {
        name: asked.mayConfirm ? '不同意' : '撤销申请',
        run: async () => {
          await act(calls.cancelCut, { examId, papers })
          toast('success', asked.mayConfirm ? '已退回申请，阅卷继续' : '申请已撤销，阅卷继续')
        },
      },
      {
        name: '确认强制完成',
        danger: true,
        barred: !asked.mayConfirm && '由另一位负责人确认，不能自己确认自己的申请',
        confirm: `将结束${p.courseName}的阅卷，${p.unfinished}名没有评完的考生没有成绩。90天内可以撤销。`,
        run: async () => {
          await act(calls.confirmCut, { examId, papers })
          toast('success', '阅卷已强制完成，90天内可以撤销')
        },
      },
    ]
  }
  const allOf = (d: Standing): Paper[] =>
    d.papers.filter((p) => isOpen(p) && !p.asked && !p.counting && p.unfinished > 0)
  return (
    <DetailScreen
      call={calls.cutStand}
      input={{ examId }}
      title="强制完成阅卷"
      facts={(d) => [
        { name: '考试', value: d.examName },
        { name: '正在阅卷', value: `${d.papers.filter(isOpen).length}科` },
      ]}
      width="narrow"
      empty={(d) =>
        d.papers.some((p) => isOpen(p) || p.asked || p.done)
          ? null
          : { title: '没有正在阅卷的科目', text: '开始阅卷后，没有评完的科目可以在这里强制完成。' }
      }
    >
      {(d) => (
        <>
          <MessageBar intent="warning" layout="multiline">
            <MessageBarBody>
              已给的分都保留，不补给任何分数：没有评完的考生显示“未评完”，没有总分、不排名、不进统计。
              {d.needsSecond && '联考由一位负责人申请、另一位确认。'}
            </MessageBarBody>
          </MessageBar>
          {allOf(d).length > 1 && (
            <div>
              <ActionButton action={{ name: '各科一起强制完成', danger: true, form: () => cutting(d, allOf(d)) }} />
            </div>
          )}
          {d.papers.map((p) => (
            <Section key={p.paperId} title={p.courseName}>
              <div style={{ display: 'grid', gap: tokens.spacingVerticalS, justifyItems: 'start' }}>
                <span>{cutText(p)}</span>
                <div style={{ display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalS }}>
                  {actionsOf(d, p).map((action) => (
                    <ActionButton key={action.name} action={action} />
                  ))}
                </div>
              </div>
            </Section>
          ))}
        </>
      )}
    </DetailScreen>
  )
}
