import { useState } from 'react'
import { useParams } from 'react-router'
import {
  groupQuestions,
  importTree,
  mostOfQuestion,
  paperKnowledge,
  relateKnowledge,
} from '#shared/exam/tools/knowledge.calls.ts'
import { volumeNames } from '#shared/exam/questionGroup.types.ts'
import { coverage, pointOf } from '#shared/exam/tools/knowledge.rules.ts'
import type { PaperId, QuestionId } from '#shared/kit/ids.ts'
import { showScore } from '#shared/kit/score.ts'
import { showDate } from '#shared/kit/time.ts'
import { act } from '#web/kit/ask.ts'
import type { OutputOf } from '#web/kit/ask.ts'
import { openForm, toast } from '#web/kit/notices.ts'
import { DataTable } from '#web/kit/parts/DataTable.tsx'
import type { DialogForm } from '#web/kit/parts/FormDialog.tsx'
import { RowActions } from '#web/kit/parts/RowActions.tsx'
import { Section } from '#web/kit/parts/Section.tsx'
import { EmptyState } from '#web/kit/parts/States.tsx'
import { DetailScreen } from '#web/kit/screens/DetailScreen.tsx'
import type { Action } from '#web/kit/screens/screen.types.ts'

type Known = OutputOf<typeof paperKnowledge>

const worded = (points: readonly string[]): string => points.map((p) => p.replace('/', ' · ')).join('；')

/** A chapter is chosen, and of it the points: a tree of hundreds is no list to be scrolled through. */
const relating = (paperId: PaperId, known: Known, questionIds: readonly QuestionId[], numbers: string): DialogForm => {
  const chapters = known.tree.map((c) => c.chapter)
  return {
    title: `第${numbers}题的知识点`,
    fields: [
      {
        name: 'chapter',
        label: '章节',
        kind: 'select',
        required: true,
        options: chapters.map((c, i) => ({ value: String(i), label: c })),
      },
      ...known.tree.map(({ chapter, points }, i) => ({
        name: `points${i}`,
        label: '知识点',
        kind: 'multi' as const,
        when: (v: Record<string, unknown>) => v['chapter'] === String(i),
        options: points.map((p) => ({ value: pointOf(chapter, p), label: p })),
      })),
    ],
    start: { chapter: chapters.length > 0 ? '0' : '' },
    submit: '加上',
    check: (sent) => {
      const at = `points${String(sent['chapter'])}`
      return ((sent[at] as string[] | undefined) ?? []).length === 0 ? { [at]: '请选择知识点' } : {}
    },
    run: async (sent) => {
      const points = sent[`points${String(sent['chapter'])}`] as string[]
      const wish = { paperId, version: known.version, questionIds: [...questionIds], points, adds: true }
      await act(relateKnowledge, wish, { hideMessage: true })
      toast('success', `已为${questionIds.length}道题加上知识点`)
    },
  }
}

/** One of the kinds of groups is chosen, so that the other stays as it is. */
const grouping = (paperId: PaperId, known: Known, some: Known['questions']): DialogForm => ({
  title: `第${some.map((q) => q.number).join('、')}题的分组`,
  fields: [
    {
      name: 'by',
      label: '设置',
      kind: 'radio',
      required: true,
      options: [
        { value: 'ability', label: '能力' },
        { value: 'volume', label: '卷别' },
      ],
    },
    {
      name: 'ability',
      label: '能力',
      kind: 'text',
      maxLength: 20,
      placeholder: '如 运算求解；不填就是不分能力',
      when: (v) => v['by'] === 'ability',
    },
    {
      name: 'volume',
      label: '卷别',
      kind: 'select',
      when: (v) => v['by'] === 'volume',
      options: [
        ...Object.entries(volumeNames).map(([value, label]) => ({ value, label })),
        { value: '0', label: '不分卷' },
      ],
    },
  ],
  start: { by: 'ability', ability: some[0]?.ability ?? '', volume: String(some[0]?.volume ?? 1) },
  submit: '保存',
  run: async ({ by, ability = '', volume }) => {
    const said = by === 'volume' ? { volume: Number(volume) as 0 | 1 | 2 } : { ability: String(ability) }
    const questionIds = some.map((q) => q.questionId)
    await act(groupQuestions, { paperId, version: known.version, questionIds, ...said }, { hideMessage: true })
    const none = by === 'volume' ? said.volume === 0 : String(ability).trim() === ''
    toast('success', `已${none ? '去掉' : '设置'}${some.length}道题的${by === 'volume' ? '卷别' : '能力'}`)
  },
})

const bringing = (paperId: PaperId, { treeVersion, courseName }: Known): DialogForm => ({
  title: `导入${courseName}知识树`,
  fields: [
    {
      name: 'text',
      label: '章节和知识点',
      kind: 'textarea',
      required: true,
      placeholder: '两列：章节、知识点，可以从表格中复制粘贴；同一章可以只写一次',
      hint: '替换本校这一科的知识树；题目上已有的知识点不变',
    },
  ],
  submit: '预览',
  run: async ({ text }) => {
    const wish = { paperId, version: treeVersion, text: String(text) }
    const { chapters, points } = await act(importTree, { ...wish, look: true }, { hideMessage: true })
    return {
      text: `读到${chapters}章、${points}个知识点。`,
      submit: '导入',
      run: async () => {
        await act(importTree, { ...wish, look: false }, { hideMessage: true })
        toast('success', `已导入${points}个知识点`)
      },
    }
  },
})

type Chosen = ReadonlySet<string>
const noTree = ({ tree }: Known) => tree.length === 0 && '这一科还没有知识树，请先导入'
const asking = (paperId: PaperId, known: Known, some: Known['questions']): void =>
  openForm(
    relating(
      paperId,
      known,
      some.map((q) => q.questionId),
      some.map((q) => q.number).join('、'),
    ),
  )

/** What is done to the questions that are chosen below: the next step, and the one that stands in words beside it. */
const actsOn = (paperId: PaperId, known: Known, chosen: Chosen): { add: Action; group: Action } => {
  const of = known.questions.filter((q) => chosen.has(q.questionId))
  const none = of.length === 0 && '请先在表中选择题目，可以多选'
  return {
    add: { name: '加知识点', primary: true, run: () => asking(paperId, known, of), barred: noTree(known) || none },
    group: { name: '设置分组', form: () => grouping(paperId, known, of), barred: none },
  }
}

const Questions = (props: { paperId: PaperId; known: Known; chosen: Chosen; choose: (chosen: Chosen) => void }) => {
  const { paperId, known, chosen } = props
  const clear = ({ questionId }: Known['questions'][number]): Promise<unknown> =>
    act(relateKnowledge, { paperId, version: known.version, questionIds: [questionId], points: [], adds: false })
  return (
    <DataTable
      label="题目和知识点"
      rows={known.questions}
      rowKey={(q) => q.questionId}
      chosen={chosen}
      onChoose={(keys, on) => {
        const next = new Set(chosen)
        for (const key of keys) {
          if (on) next.add(key)
          else next.delete(key)
        }
        props.choose(next)
      }}
      columns={[
        { key: 'number', name: '题号', value: (q) => q.number, width: 72 },
        { key: 'fullScore', name: '满分', value: (q) => showScore(q.fullScore), number: true, width: 72 },
        { key: 'ability', name: '能力', value: (q) => q.ability ?? '', width: 120 },
        { key: 'volume', name: '卷别', value: (q) => (q.volume ? volumeNames[q.volume] : ''), width: 88 },
        { key: 'points', name: '知识点', value: (q) => worded(q.points), width: 360 },
      ]}
      rowActions={(q) => (
        <RowActions
          actions={[
            { name: '加知识点', run: () => asking(paperId, known, [q]), barred: noTree(known) },
            { name: '清空', run: () => clear(q), barred: q.points.length === 0 && '还没有知识点' },
          ]}
        />
      )}
    />
  )
}

/** Which knowledge points the questions of a paper ask, and what the paper asks of each. */
export const KnowledgeScreen = () => {
  const { paperId } = useParams() as { paperId: PaperId }
  const [chosen, setChosen] = useState<Chosen>(new Set())
  const back = (treeVersion: number): Promise<unknown> =>
    act(importTree, { paperId, version: treeVersion, text: '', look: false })
  return (
    <DetailScreen
      call={paperKnowledge}
      input={{ paperId }}
      title={() => '知识点关联'}
      facts={(k) => [
        { name: '科目', value: k.courseName },
        {
          name: '知识树',
          value: k.own ? `${k.byName ?? ''} ${showDate(k.at ?? 0)}导入` : k.tree.length > 0 ? '自带' : '还没有',
        },
        { name: '已关联', value: `${k.questions.filter((q) => q.points.length > 0).length}/${k.questions.length}题` },
        { name: '一题最多', value: `${mostOfQuestion}个知识点` },
        ...(chosen.size > 0 ? [{ name: '已选', value: `${chosen.size}题` }] : []),
      ]}
      actions={(k) => {
        const { add, group } = actsOn(paperId, k, chosen)
        const asked = k.questions.length > 0
        return [
          ...(asked ? [add] : []),
          {
            name: '导入知识树',
            form: () => bringing(paperId, k),
            barred: !k.brings && '知识树用于本校这一科的所有考试，请考试管理者导入',
          },
          ...(k.own && k.brings
            ? [
                {
                  name: '恢复自带',
                  confirm: '删去导入的知识树，改用自带的；题目上已有的知识点不变。',
                  run: () => back(k.treeVersion),
                },
              ]
            : []),
          ...(asked ? [group] : []),
        ]
      }}
    >
      {(k) => {
        const covered = coverage(k.questions)
        return k.questions.length === 0 ? (
          <EmptyState empty={{ title: '还没有题目', text: '设置试题以后再关联知识点。' }} />
        ) : (
          <>
            <Questions paperId={paperId} known={k} chosen={chosen} choose={setChosen} />
            {covered.length > 0 && (
              <Section title="这份试卷考什么">
                <DataTable
                  label="各知识点的题目和分值"
                  rows={covered}
                  rowKey={(c) => c.point}
                  columns={[
                    { key: 'point', name: '知识点', value: (c) => worded([c.point]), width: 320 },
                    { key: 'numbers', name: '题号', value: (c) => c.numbers.join('、'), width: 160 },
                    { key: 'fullScore', name: '分值', value: (c) => showScore(c.fullScore), number: true },
                  ]}
                />
              </Section>
            )}
          </>
        )
      }}
    </DetailScreen>
  )
}
