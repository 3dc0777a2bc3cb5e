import { Checkbox, MessageBar, MessageBarBody, MessageBarTitle, makeStyles, tokens } from '@fluentui/react-components'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { Link, useParams, useSearchParams } from 'react-router'
import { managedPapers, renameCourse } from '#shared/exam/creation/course.calls.ts'
import { savePaper } from '#shared/exam/exam.calls.ts'
import { fullScoreOf, withoutKey } from '#shared/exam/exam.rules.ts'
import type { ExamId } from '#shared/kit/ids.ts'
import { showScore } from '#shared/kit/score.ts'
import { changePath, subjectsPath } from '#web/analysis/analysis.paths.ts'
import { act } from '#web/kit/ask.ts'
import type { OutputOf } from '#web/kit/ask.ts'
import { openForm, toast, undoable } from '#web/kit/notices.ts'
import { ActionButton } from '#web/kit/parts/ActionButton.tsx'
import { DataTable } from '#web/kit/parts/DataTable.tsx'
import { EditableGrid } from '#web/kit/parts/EditableGrid.tsx'
import type { DialogForm } from '#web/kit/parts/FormDialog.tsx'
import { RowActions } from '#web/kit/parts/RowActions.tsx'
import { Section } from '#web/kit/parts/Section.tsx'
import { EmptyState } from '#web/kit/parts/States.tsx'
import { useDirtyGuard } from '#web/kit/parts/useDirtyGuard.ts'
import { useHistory } from '#web/kit/parts/useHistory.ts'
import { pathTo } from '#web/kit/route.types.ts'
import { Refusal } from '#web/kit/refusals.ts'
import { DetailScreen } from '#web/kit/screens/DetailScreen.tsx'
import type { Action } from '#web/kit/screens/screen.types.ts'
import { examPaths, paperPath } from './exam.paths.ts'
import {
  changedIn,
  draftsOf,
  managedColumns,
  problemsOf,
  rowsOf,
  shownFirst,
  stateOf,
  versionsNow,
  withRows,
} from './managedDraft.ts'
import type { Drafts, ManagedPaper, PaperState, Saved } from './managedDraft.ts'
import { cardText } from './states.ts'

type Managed = OutputOf<typeof managedPapers>

const useStyles = makeStyles({
  chosen: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalS },
  foot: {
    position: 'sticky',
    bottom: 0,
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: tokens.spacingHorizontalS,
    paddingBlock: tokens.spacingVerticalS,
    backgroundColor: tokens.colorNeutralBackground2,
  },
  links: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalM },
  link: { color: tokens.colorBrandForegroundLink },
})

const sections: readonly { state: PaperState; title: string; says: string }[] = [
  { state: 'open', title: '分值和答案', says: '' },
  { state: 'locked', title: '阅卷中的科目', says: '题目结构不能再改；修改答案或分值后，成绩会重新计算。' },
  {
    state: 'released',
    title: '成绩已发布的科目',
    says: '不在这里改：先看会改变谁的成绩，签字后生效，可以撤销。发布以后的改动不在这里显示。',
  },
]

/** Where scores of a published paper are changed: by sets. */
const Sets = ({ examId, papers }: { examId: string; papers: readonly ManagedPaper[] }) => {
  const styles = useStyles()
  return (
    <div className={styles.links}>
      {papers.map(({ paperId, courseName }) => (
        <span key={paperId}>
          {`${courseName}：`}
          <Link className={styles.link} to={changePath('answer-edit', examId, paperId)}>
            修改答案
          </Link>
          {' · '}
          <Link className={styles.link} to={changePath('adjust-score', examId, paperId)}>
            调整分值
          </Link>
        </span>
      ))}
    </div>
  )
}

type Failed = { courseName: string; why: string }

/** Each paper is saved by itself: one that was changed by another user holds up no other. */
const Editor = ({ examId, of, chosen }: { examId: string; of: Managed; chosen: readonly string[] }) => {
  const styles = useStyles()
  const {
    now: drafts,
    change,
    undo,
    redo,
    canUndo,
    canRedo,
  } = useHistory<Drafts>(useMemo(() => draftsOf(of.papers), [of.papers]))
  const saved = useRef<Saved>({ drafts, versions: new Map() })
  useEffect(() => {
    saved.current = { ...saved.current, versions: versionsNow(of.papers, saved.current) }
  }, [of.papers])
  const [failed, setFailed] = useState<readonly Failed[]>([])
  const [, setSavedAt] = useState(0)
  const changed = changedIn(of.papers, drafts, saved.current.drafts)
  useDirtyGuard(useCallback(() => changed.length > 0, [changed.length]))
  const shown = of.papers.filter((p) => chosen.includes(p.paperId))
  const problems = useMemo(() => problemsOf(rowsOf(of.papers, drafts)), [of.papers, drafts])
  const save = async (): Promise<void> => {
    const wrong: Failed[] = []
    const done: string[] = []
    for (const { paperId, courseName } of changed) {
      const questions = [...drafts.get(paperId)!]
      const version = saved.current.versions.get(paperId)!
      try {
        const row = await act(savePaper, { paperId, questions, version }, { hideMessage: true })
        const { drafts: kept, versions } = saved.current
        saved.current = {
          drafts: new Map(kept).set(paperId, drafts.get(paperId)!),
          versions: new Map(versions).set(paperId, row.version),
        }
        done.push(courseName)
      } catch (error) {
        // The network's trouble was announced by the call; what is not saved stays typed.
        wrong.push({ courseName, why: error instanceof Refusal ? error.message : '没有保存，请检查网络后再试' })
      }
    }
    setFailed(wrong)
    setSavedAt((n) => n + 1)
    if (done.length > 0) toast('success', `已保存${done.join('、')}`)
  }
  return (
    <>
      {failed.length > 0 && (
        <MessageBar intent="error" layout="multiline" role="alert">
          <MessageBarBody>
            <MessageBarTitle>{`${failed.length}科没有保存，其余的已保存`}</MessageBarTitle>
            {failed.map((f) => `${f.courseName}：${f.why}`).join('；')}
          </MessageBarBody>
        </MessageBar>
      )}
      {sections.map(({ state, title, says }) => {
        const papers = shown.filter((p) => stateOf(p) === state)
        const rows = rowsOf(papers, drafts)
        if (papers.length === 0) return null
        return (
          <Section key={state} title={title}>
            {says !== '' && <p style={{ margin: 0 }}>{says}</p>}
            {state === 'released' && <Sets examId={examId} papers={papers} />}
            {rows.length === 0 ? (
              <EmptyState empty={{ title: '这些科目还没有题目', text: '在“试题”里添加，或布置给老师命题。' }} />
            ) : (
              <Grid
                state={state}
                label={title}
                rows={rows}
                problems={problems}
                onRows={(next) => change((all) => withRows(all, next))}
              />
            )}
          </Section>
        )
      })}
      {of.papers.some((p) => !p.released) && (
        <div className={styles.foot}>
          <ActionButton
            action={{
              name: '保存',
              primary: true,
              run: save,
              shortcut: 's',
              barred: problems.length > 0 ? `请先改正：${problems[0]!.text}` : changed.length === 0 && '没有修改',
            }}
          />
          <ActionButton action={{ name: '撤销', run: undo, barred: !canUndo && '没有可撤销的操作' }} />
          <ActionButton action={{ name: '重做', run: redo, barred: !canRedo && '没有可重做的操作' }} />
          <span role="status">
            {changed.length > 0 && `已改${changed.map((p) => p.courseName).join('、')}，还没有保存`}
          </span>
        </div>
      )}
    </>
  )
}

type GridProps = {
  state: PaperState
  label: string
  rows: ReturnType<typeof rowsOf>
  problems: ReturnType<typeof problemsOf>
  onRows: (rows: ReturnType<typeof rowsOf>) => void
}
const Grid = ({ state, label, rows, problems, onRows }: GridProps) => {
  const columns = useMemo(() => managedColumns(state), [state])
  return (
    <EditableGrid
      label={label}
      rows={rows}
      rowKey={(r) => r.question.questionId}
      rowName={(r) => `${r.courseName}第${r.question.number}题`}
      columns={columns}
      problems={problems}
      onRow={(i, row) => onRows(rows.with(i, row))}
      onRows={(next) => onRows([...next])}
    />
  )
}

const renaming = (examId: ExamId, { paperId, courseName: before }: ManagedPaper, version: number): DialogForm => ({
  title: `给${before}改名`,
  submit: '改名',
  fields: [{ name: 'courseName', label: '科目名称', kind: 'text', required: true, maxLength: 20 }],
  start: { courseName: before },
  run: async (sent) => {
    const { courseName } = sent as { courseName: string }
    const now = await act(renameCourse, { examId, paperId, courseName, version }, { hideMessage: true })
    const back = { examId, paperId, courseName: before, version: now.version }
    return () => undoable(`已改名为${courseName}`, () => act(renameCourse, back))
  },
})

const Courses = ({ examId, of, edit }: { examId: ExamId; of: Managed; edit: (form: DialogForm) => void }) => {
  const actionsOf = (p: ManagedPaper): Action[] => [
    { name: '试题', to: paperPath(examId, p.paperId) },
    { name: '改名', run: () => edit(renaming(examId, p, of.version)) },
    { name: '折算', to: subjectsPath('question-conversion', examId, 'question-convert') },
  ]
  return (
    <Section title="科目和折算">
      <DataTable
        label="科目和折算"
        rows={of.papers}
        rowKey={(p) => p.paperId}
        columns={[
          { key: 'courseName', name: '科目', value: (p) => p.courseName, width: 120 },
          { key: 'questions', name: '题目', unit: '道', number: true, value: (p) => p.questions.length },
          {
            key: 'fullScore',
            name: '满分',
            unit: '分',
            number: true,
            value: (p) => showScore(fullScoreOf(p.questions)),
          },
          { key: 'missing', name: '缺答案', unit: '个', number: true, value: (p) => withoutKey(p).length },
          { key: 'card', name: '答题卡', value: (p) => cardText(p.hasCard) },
          { key: 'totals', name: '计入总分', value: (p) => p.totals.join('、') || '—', width: 140 },
        ]}
        rowActions={(p) => <RowActions actions={actionsOf(p)} />}
      />
    </Section>
  )
}

/** The questions of all papers of an exam in one table, and their names and conversions beside it. */
export const PaperManageScreen = () => {
  const styles = useStyles()
  const { examId } = useParams() as { examId: ExamId }
  const [query, setQuery] = useSearchParams()
  const asked = query.get('papers')
  const choose = (ids: readonly string[]): void => setQuery({ papers: ids.join(',') }, { replace: true })
  return (
    <>
      <DetailScreen
        call={managedPapers}
        input={{ examId }}
        freshMs={0}
        title="试卷管理"
        facts={(d) => [
          { name: '考试', value: d.examName },
          { name: '科目', value: `${d.papers.length}个` },
          { name: '题目', value: `${d.papers.reduce((n, p) => n + p.questions.length, 0)}道` },
        ]}
        actions={() => [
          { name: '总分折算', to: subjectsPath('question-conversion', examId, 'course-convert') },
          { name: '科目管理', to: pathTo(examPaths.courses, { examId }) },
        ]}
        empty={(d) => (d.papers.length === 0 ? { title: '这场考试没有科目' } : null)}
      >
        {(d) => {
          const chosen = asked === null ? shownFirst(d.papers) : asked.split(',')
          return (
            <>
              <div className={styles.chosen} role="group" aria-label="显示哪些科目">
                {d.papers.map((p) => (
                  <Checkbox
                    key={p.paperId}
                    label={p.courseName}
                    checked={chosen.includes(p.paperId)}
                    onChange={(_, { checked }) =>
                      choose(checked === true ? [...chosen, p.paperId] : chosen.filter((c) => c !== p.paperId))
                    }
                  />
                ))}
              </div>
              <Editor examId={examId} of={d} chosen={chosen} />
              <Courses examId={examId} of={d} edit={openForm} />
            </>
          )
        }}
      </DetailScreen>
    </>
  )
}
