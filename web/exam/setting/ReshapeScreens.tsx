import { MessageBar, MessageBarBody } from '@fluentui/react-components'
import { useParams } from 'react-router'
import * as z from 'zod'
import { examPaper, savePaper } from '#shared/exam/exam.calls.ts'
import { isObjective } from '#shared/exam/exam.types.ts'
import type { PaperQuestion } from '#shared/exam/exam.types.ts'
import { addQuestion, mergeQuestions, shaped, splitQuestion } from '#shared/exam/setting/question.rules.ts'
import type { Reshaped } from '#shared/exam/setting/question.rules.ts'
import { showScore } from '#shared/kit/score.ts'
import type { PaperId } from '#shared/kit/ids.ts'
import { act } from '#web/kit/ask.ts'
import type { OutputOf } from '#web/kit/ask.ts'
import { Refusal } from '#web/kit/refusals.ts'
import { undoable } from '#web/kit/notices.ts'
import { DataTable } from '#web/kit/parts/DataTable.tsx'
import { ValueForm } from '#web/kit/parts/Forms.tsx'
import { Section } from '#web/kit/parts/Section.tsx'
import { DetailScreen } from '#web/kit/screens/DetailScreen.tsx'
import type { Field } from '#web/kit/screens/screen.types.ts'
import { paperPath, questionSettingPath, reshapePath } from '../exam.paths.ts'
import { shownAnswer, typedAnswer, typedScore, unitTypes } from '../paperDraft.ts'
import { newQuestionId } from '../questionId.public.tsx'

type Paper = OutputOf<typeof examPaper>
const said = (q: PaperQuestion): string => `第${q.number}题 ${unitTypes[q.unitType] ?? ''} ${showScore(q.fullScore)}分`
const optionsOf = (questions: readonly PaperQuestion[]) =>
  questions.map((q) => ({ value: q.questionId, label: said(q) }))

/** Saves what comes of it over the paper as it is shown, and can be taken back. */
const save = async (paper: Paper, { questions, problem }: Reshaped, done: string): Promise<void> => {
  // Shown in the form, where it was typed.
  if (problem !== null) throw new Refusal(-1, problem)
  const { paperId } = paper
  const { version } = await act(savePaper, { paperId, questions, version: paper.version }, { hideMessage: true })
  undoable(done, () => act(savePaper, { paperId, questions: paper.questions, version }))
}

const numberField: Field = { name: 'number', label: '题号', kind: 'text', required: true, maxLength: 10 }

const Add = ({ paper }: { paper: Paper }) => (
  <ValueForm
    emptied
    submit="添加"
    start={{ after: paper.questions.at(-1)?.questionId ?? '', unitType: '5', fullScore: 500 }}
    schema={z.object({
      after: z.string(),
      number: z.string().trim().min(1, '题号不能为空').max(10),
      unitType: z.coerce.number().int(),
      fullScore: z.int({ error: '满分不能为空' }).min(1, '满分要大于0'),
      optionCount: z.coerce.number().int().optional(),
      answer: z.string().optional(),
    })}
    fields={[
      {
        name: 'after',
        label: '放在',
        kind: 'select',
        options: [
          { value: '', label: '最前面' },
          ...paper.questions.map((q) => ({ value: q.questionId as string, label: `第${q.number}题后面` })),
        ],
      },
      numberField,
      {
        name: 'unitType',
        label: '题型',
        kind: 'select',
        options: Object.entries(unitTypes).map(([value, label]) => ({ value, label })),
      },
      { name: 'fullScore', label: '满分', kind: 'score', required: true },
      {
        name: 'answer',
        label: '答案',
        kind: 'text',
        maxLength: 12,
        placeholder: '可以以后再设',
        when: (v) => isObjective({ unitType: Number(v['unitType']) }),
      },
    ]}
    onSubmit={async ({ after, number, unitType, fullScore, answer }) => {
      const base = { questionId: newQuestionId(), number, fullScore, unitType: 5 }
      const q = shaped(base, unitType)
      const typed = isObjective(q) ? { ...q, answer: typedAnswer(answer ?? '', unitType) } : q
      await save(paper, addQuestion(paper.questions, typed, after || undefined), `已添加第${number}题`)
    }}
  />
)

/** 4 4 4, or 4、4、4. */
const scoresTyped = (text: string): number[] | null => {
  const scores = text
    .normalize('NFKC')
    .split(/[\s,、;+]+/)
    .filter((t) => t !== '')
    .map(typedScore)
  return scores.every((s) => s !== null && s > 0) ? (scores as number[]) : null
}

const Split = ({ paper }: { paper: Paper }) => (
  <ValueForm
    emptied
    submit="拆分"
    schema={z.object({
      questionId: z.string().min(1, '请选择题目'),
      scores: z.string().refine((t) => (scoresTyped(t)?.length ?? 0) >= 2, '请写出每道小题的分值，例如 4 4 4'),
    })}
    fields={[
      {
        name: 'questionId',
        label: '题目',
        kind: 'select',
        required: true,
        options: optionsOf(paper.questions.filter((q) => !isObjective(q))),
      },
      {
        name: 'scores',
        label: '各小题的分值',
        kind: 'text',
        required: true,
        placeholder: '例如 4 4 4',
        hint: '用空格隔开，写几个就拆成几道；题号是原题号加(1)、(2)……',
      },
    ]}
    onSubmit={async ({ questionId, scores }) => {
      const number = paper.questions.find((q) => q.questionId === questionId)?.number ?? ''
      const parts = (scoresTyped(scores) ?? []).map((fullScore, i) => ({
        questionId: newQuestionId(),
        number: `${number}(${i + 1})`,
        fullScore,
      }))
      const done = `第${number}题已拆成${parts.length}道小题`
      await save(paper, splitQuestion(paper.questions, questionId, parts), done)
    }}
  />
)

const Merge = ({ paper }: { paper: Paper }) => (
  <ValueForm
    emptied
    submit="合并"
    start={{ questionIds: [] }}
    schema={z.object({
      questionIds: z.array(z.string()).min(2, '请至少选择两道题'),
      number: z.string().trim().min(1, '题号不能为空').max(10),
    })}
    fields={[
      {
        name: 'questionIds',
        label: '题目',
        kind: 'multi',
        required: true,
        hint: '相邻的同题型主观题',
        options: optionsOf(paper.questions.filter((q) => !isObjective(q))),
      },
      { ...numberField, label: '合并后的题号' },
    ]}
    onSubmit={async ({ questionIds, number }) => {
      const merged = mergeQuestions(paper.questions, questionIds, { questionId: newQuestionId(), number })
      await save(paper, merged, `已合并为第${number}题`)
    }}
  />
)

const hows = { add: '添加试题', split: '拆分试题', merge: '合并试题' } as const
type How = keyof typeof hows
const forms = { add: Add, split: Split, merge: Merge }

const reshapeScreen = (how: How) => {
  const Form = forms[how]
  const ReshapeScreen = () => {
    const { examId, paperId } = useParams() as { examId: string; paperId: PaperId }
    return (
      <DetailScreen
        call={examPaper}
        input={{ paperId }}
        freshMs={0}
        title={(p) => `${p.courseName} ${hows[how]}`}
        untitled={hows[how]}
        siblings={{
          label: '改动试题',
          here: how,
          items: Object.entries(hows).map(([key, name]) => ({
            key,
            name,
            to: reshapePath(key as How, examId, paperId),
          })),
        }}
        facts={(p) => [
          { name: '题目', value: `${p.questions.length}题` },
          { name: '考试', value: p.examName },
        ]}
        actions={() => [
          { name: '各科命题', to: questionSettingPath(examId) },
          { name: '试题', to: paperPath(examId, paperId) },
        ]}
        empty={(p) =>
          p.locked || !p.mayManage
            ? {
                title: p.locked ? '阅卷已开始，题目结构不能再改' : '只有考试管理者可以改动试题',
                action: { name: '试题', to: paperPath(examId, paperId) },
              }
            : how !== 'add' && p.questions.every(isObjective)
              ? { title: '还没有主观题', action: { name: hows.add, to: reshapePath('add', examId, paperId) } }
              : null
        }
      >
        {(p) => (
          <>
            {p.cardId !== undefined && (
              <MessageBar intent="warning" layout="multiline">
                <MessageBarBody>已有答题卡：题目改变后卡上的题目对不上，请重新制卡再印。</MessageBarBody>
              </MessageBar>
            )}
            <Section title={hows[how]}>
              <Form paper={p} />
            </Section>
            {p.questions.length > 0 && (
              <Section title="现在的试题">
                <DataTable
                  label="现在的试题"
                  rows={p.questions}
                  rowKey={(q) => q.questionId}
                  columns={[
                    { key: 'number', name: '题号', value: (q) => q.number, width: 80 },
                    { key: 'unitType', name: '题型', value: (q) => unitTypes[q.unitType] ?? '' },
                    { key: 'fullScore', name: '满分', unit: '分', number: true, value: (q) => showScore(q.fullScore) },
                    {
                      key: 'answer',
                      name: '答案',
                      value: (q) => (isObjective(q) ? shownAnswer(q.answer ?? '', q.unitType) || '未设置' : '—'),
                    },
                  ]}
                />
              </Section>
            )}
          </>
        )}
      </DetailScreen>
    )
  }
  return ReshapeScreen
}
/** A question more, one split, several joined: each over the paper as it stands. */
export const reshapeScreens = {
  add: reshapeScreen('add'),
  split: reshapeScreen('split'),
  merge: reshapeScreen('merge'),
}
