import { MessageBar, MessageBarBody, MessageBarTitle, makeStyles, tokens } from '@fluentui/react-components'
import { useCallback, useMemo } from 'react'
import { useParams } from 'react-router'
import { changeStand } from '#shared/analysis/change.calls.ts'
import { examPaper, savePaper } from '#shared/exam/exam.calls.ts'
import { fullScoreOf, paperFaults, withoutKey } from '#shared/exam/exam.rules.ts'
import { isObjective } from '#shared/exam/exam.types.ts'
import type { PaperQuestion } from '#shared/exam/exam.types.ts'
import { PaperId } from '#shared/kit/ids.ts'
import { showScore } from '#shared/kit/score.ts'
import { changePath, publishPath } from '#web/analysis/analysis.paths.ts'
import { startCardPath } from '#web/card/card.paths.ts'
import { useAct, useAsk } from '#web/kit/ask.ts'
import type { OutputOf } from '#web/kit/ask.ts'
import { toast } from '#web/kit/notices.ts'
import { EditableGrid } from '#web/kit/parts/EditableGrid.tsx'
import { Facts, Page } from '#web/kit/parts/Page.tsx'
import { Bars, EmptyState, ErrorState } from '#web/kit/parts/States.tsx'
import { useDirtyGuard } from '#web/kit/parts/useDirtyGuard.ts'
import { useHistory } from '#web/kit/parts/useHistory.ts'
import { useSavedRows } from '#web/kit/screens/useSavedRows.tsx'
import { NoticeScreen } from '#web/kit/screens/NoticeScreen.tsx'
import { examPaths } from './exam.paths.ts'
import {
  mergedPaperText,
  moved,
  optionalIn,
  shownAnswer,
  variantsOf,
  withBlock,
  zeroToleranceText,
} from './paperDraft.ts'
import { PaperTools } from './parts/PaperTools.tsx'
import { questionColumns } from './questionColumns.ts'
import type { OptionalGroups } from './questionColumns.ts'
import { newQuestionId } from './questionId.public.tsx'
import { useManages, useTools } from './tools/useTool.public.tsx'

const useStyles = makeStyles({
  problems: { margin: 0, paddingLeft: tokens.spacingHorizontalL, maxHeight: '120px', overflowY: 'auto' },
})

const groupsOf = (grouped: string): OptionalGroups => new Map(JSON.parse(grouped) as [string, string[]][])

/**
 * `keys`: of a published paper, in words where sets in force say other than one answer. `over`: of one that is not, the
 * questions of which a set says already how they earn.
 */
const Editor = ({
  paper,
  keys,
  over = '',
}: {
  paper: OutputOf<typeof examPaper>
  keys?: ReadonlyMap<string, string>
  over?: string
}) => {
  const styles = useStyles()
  const { now: questions, change, undo, redo, canUndo, canRedo } = useHistory<readonly PaperQuestion[]>(paper.questions)
  const given = useMemo(() => ({ rows: paper.questions, version: paper.version }), [paper.questions, paper.version])
  const {
    dirty,
    note,
    save: saveOver,
  } = useSavedRows(given, questions, {
    keyOf: (q) => q.questionId,
    said: mergedPaperText,
    put: (rows) => change(() => rows),
  })
  const act = useAct(savePaper)
  useDirtyGuard(useCallback(() => dirty, [dirty]))

  const problems = useMemo(() => (questions.length === 0 || keys ? [] : paperFaults(questions)), [questions, keys])
  const ofCells = useMemo(
    () => problems.flatMap(({ questionIds, field, text }) => questionIds.map((row) => ({ row, column: field, text }))),
    [problems],
  )
  // What readers see is changed by change sets alone.
  const editable = paper.mayManage && !paper.released
  // As words, so that the columns change only where a group does.
  const grouped = JSON.stringify([...optionalIn(questions)].map(([group, own]) => [group, own.map((q) => q.number)]))
  const columns = useMemo(
    () => questionColumns({ fixed: paper.locked, barred: !editable, keys, groups: groupsOf(grouped) }),
    [paper.locked, editable, keys, grouped],
  )
  const missing = withoutKey({ questions })
  const structure = editable && !paper.locked
  const variants = variantsOf(questions)
  const apart = editable ? zeroToleranceText(questions) : ''
  const onChange = useCallback(
    (i: number, q: PaperQuestion) => change((all) => all.map((old, at) => (at === i ? q : old))),
    [change],
  )
  const onMove = useCallback((i: number, by: -1 | 1) => change((all) => moved(all, i, by)), [change])
  const onRemove = useCallback((i: number) => change((all) => all.filter((_, at) => at !== i)), [change])
  const save = async (): Promise<void> => {
    await saveOver((version) => act.mutateAsync({ paperId: paper.paperId, questions: [...questions], version }))
    toast('success', '试题已保存')
  }
  const bar = !paper.mayManage
    ? '只有考试创建人和教务可以修改'
    : problems.length > 0
      ? '请先改正标红的题目'
      : questions.length === 0
        ? '请先添加试题'
        : !dirty && '没有修改'
  // Sets are a manager's; who was only given this screen is not led to them.
  const manages = useManages(paper.examId)
  const held = useTools(paper.examId)
  const released = manages
    ? [
        { name: '调整分值', to: changePath('adjust-score', paper.examId, paper.paperId) },
        { name: '修改答案', to: changePath('answer-edit', paper.examId, paper.paperId), primary: true },
      ]
    : []
  return (
    <Page
      title={`${paper.courseName} 试题与答案`}
      actions={
        paper.released
          ? released
          : editable
            ? [
                { name: '撤销', run: undo, barred: !canUndo && '没有可撤销的操作' },
                { name: '重做', run: redo, barred: !canRedo && '没有可重做的操作' },
                // Of scores that are done it is said first who would have others, and it can be taken off again.
                ...(paper.locked && manages
                  ? [{ name: '先预览再改答案', to: changePath('answer-edit', paper.examId, paper.paperId) }]
                  : []),
                // What is saved is followed by its card; of a paper that is being marked, by its scores.
                ...(!paper.locked
                  ? [
                      {
                        name: '设计答题卡',
                        to: startCardPath(paper.paperId),
                        primary: questions.length > 0 && !dirty,
                        barred: paper.questions.length === 0 && (dirty ? '请先保存试题' : '请先添加试题'),
                      },
                    ]
                  : held?.['publish-score']
                    ? [{ name: '发布成绩', to: publishPath(paper.paperId), primary: !dirty }]
                    : []),
                { name: '保存', primary: questions.length > 0 && dirty, run: save, barred: bar, shortcut: 's' },
              ]
            : []
      }
    >
      <Facts
        facts={[
          { name: '总分', value: showScore(fullScoreOf(questions)) },
          { name: '题目', value: questions.length },
          { name: '客观题', value: questions.filter(isObjective).length },
          { name: '缺答案', value: missing.length },
        ]}
      />
      {paper.locked && (
        <MessageBar intent="info" layout="multiline">
          <MessageBarBody>
            {paper.released
              ? manages
                ? '成绩已发布：答案和分值不在这里改。请用“修改答案”“调整分值”，先看会改变谁的成绩，签字后生效，可以撤销。'
                : '成绩已发布，由考试管理者改动；发布以后的改动不在这里显示。'
              : '阅卷已开始：题目结构不能再改；修改答案或分值后，成绩会重新计算。'}
          </MessageBarBody>
        </MessageBar>
      )}
      {note}
      {over !== '' && (
        <MessageBar intent="warning" layout="multiline">
          <MessageBarBody>{over}</MessageBarBody>
        </MessageBar>
      )}
      {editable && (
        <PaperTools
          questions={questions}
          locked={paper.locked}
          onAdd={(block) => change((all) => withBlock(all, block, Array.from({ length: block.count }, newQuestionId)))}
          onKey={(next) => change(() => next)}
        />
      )}
      {variants !== '' && (
        <MessageBar intent="info" layout="multiline">
          <MessageBarBody>{variants}</MessageBarBody>
        </MessageBar>
      )}
      {apart !== '' && (
        <MessageBar intent="info" layout="multiline">
          <MessageBarBody>{apart}</MessageBarBody>
        </MessageBar>
      )}
      {problems.length > 0 && (
        <MessageBar intent="error" layout="multiline" role="alert">
          <MessageBarBody>
            <MessageBarTitle>{`有${problems.length}处需要改正`}</MessageBarTitle>
            <ul className={styles.problems}>
              {problems.slice(0, 50).map((p) => (
                <li key={p.text}>{p.text}</li>
              ))}
            </ul>
          </MessageBarBody>
        </MessageBar>
      )}
      {questions.length === 0 ? (
        <EmptyState
          empty={{ title: '还没有试题', text: '在上面选择题型、题数和分值，一次添加一组；答案可以整串粘贴。' }}
        />
      ) : (
        <EditableGrid
          label="试题"
          rows={questions}
          rowKey={(q) => q.questionId}
          rowName={(q) => `第${q.number}题`}
          columns={columns}
          problems={ofCells}
          onRow={onChange}
          onRows={(rows) => change(() => [...rows])}
          onMove={structure ? onMove : undefined}
          onRemove={structure ? onRemove : undefined}
        />
      )}
    </Page>
  )
}

type StandQuestion = OutputOf<typeof changeStand>['questions'][number]
/** D或B: what earns, where a set says so. */
const keysSaid = (questions: readonly StandQuestion[]): ReadonlyMap<string, string> =>
  new Map(
    questions.flatMap(({ questionId, unitType, now }) => {
      if (!now) return []
      const right = now.accepted.filter((a) => a.points > 0).map((a) => shownAnswer(a.letters, unitType))
      return [[questionId, `${right.join('或')}${now.all ? '（全体给分）' : ''}`] as const]
    }),
  )

/** Of what a set in force says how it earns, the key here says nothing any more. */
const overOf = (
  { questions }: Pick<OutputOf<typeof examPaper>, 'questions'>,
  stand: readonly StandQuestion[],
): string => {
  const now = new Map(stand.map((q) => [q.questionId as string, q]))
  const said = questions.filter(({ questionId }) => !now.has(questionId) || now.get(questionId)!.now)
  if (said.length === 0) return ''
  const numbers = said.map((q) => q.number).join('、')
  return `第${numbers}题已用“修改答案”或“机动分”改过（或作废），按那次改动计分；在这里改答案不影响它，要改请先撤销那次改动。`
}

/**
 * A published paper as the sets in force leave it, for who may ask for them: what was changed since the key was set is not
 * shown as it was before.
 */
const Shown = ({ paper }: { paper: OutputOf<typeof examPaper> }) => {
  const manages = useManages(paper.examId)
  const asked = useAsk(changeStand, paper.locked && manages ? { paperId: paper.paperId } : undefined, { quiet: true })
  if (!paper.released && asked.data)
    return <Editor key={paper.paperId} paper={paper} over={overOf(paper, asked.data.questions)} />
  if (!paper.released || manages === false || asked.error) return <Editor key={paper.paperId} paper={paper} />
  if (!asked.data) return <NoticeScreen title={`${paper.courseName} 试题与答案`} />
  const { questions } = asked.data
  return <Editor key={JSON.stringify(questions)} paper={{ ...paper, questions }} keys={keysSaid(questions)} />
}

/** The questions of a paper and its key: by the block, by the row, by pasting. */
export const PaperScreen = () => {
  const paperId = PaperId.safeParse(useParams()['paperId']).data
  const { data, error, refetch } = useAsk(examPaper, paperId && { paperId }, { freshMs: 0 })
  if (data) return <Shown paper={data} />
  return (
    <Page title="设置试题">
      {error ? (
        <ErrorState error={error} again={() => void refetch()} />
      ) : paperId ? (
        <Bars rows={10} height={24} />
      ) : (
        <EmptyState empty={{ title: '试卷不存在或已删除', action: { name: '返回考试列表', to: examPaths.list } }} />
      )}
    </Page>
  )
}
