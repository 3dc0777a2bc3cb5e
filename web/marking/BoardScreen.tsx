import { Button, tokens } from '@fluentui/react-components'
import { useCallback, useMemo, useRef, useState } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { boardRows, cellStates, keptRows } from '#shared/exam/joint/board.rules.ts'
import type { BoardRow, CellState } from '#shared/exam/joint/board.rules.ts'
import { ExamId } from '#shared/kit/ids.ts'
import { showTime } from '#shared/kit/time.ts'
import { schoolActs } from '#web/exam/joint/schoolActs.public.tsx'
import { publishPath } from '#web/analysis/analysis.paths.ts'
import { boardPath, examPath, schoolsPath } from '#web/exam/exam.paths.ts'
import { readList, writeList } from '#web/kit/filters.ts'
import { openForm } from '#web/kit/notices.ts'
import { ActionButton } from '#web/kit/parts/ActionButton.tsx'
import { DataTable } from '#web/kit/parts/DataTable.tsx'
import { FilterBar } from '#web/kit/parts/FilterBar.tsx'
import { Page } from '#web/kit/parts/Page.tsx'
import { RowActions } from '#web/kit/parts/RowActions.tsx'
import { StateMark } from '#web/kit/parts/StateMark.tsx'
import { Bars, EmptyState, ErrorState } from '#web/kit/parts/States.tsx'
import { useLatest } from '#web/kit/parts/useLatest.ts'
import { useNarrow } from '#web/kit/parts/useNarrow.ts'
import { serverNow } from '#web/kit/ports.ts'
import type { Column, Filter } from '#web/kit/screens/screen.types.ts'
import {
  answerSaid,
  cellSaid,
  coursesSaid,
  meanings,
  owesOf,
  stateNames,
  sumsOf,
} from '#web/exam/joint/boardWords.public.tsx'
import { BoardWall } from './parts/BoardWall.tsx'
import { useBoard } from './useBoard.ts'
import type { Board } from './useBoard.ts'

/** From so many on only rows in sight are drawn: a school has a dozen cells, and they change all day. */
const windowFrom = 60
/** A phone shows the worst first, and the rest when it is wanted. */
const mostOnPhone = 30

const grounds: Partial<Record<CellState, string>> = {
  late: tokens.colorStatusDangerBackground1,
  without: tokens.colorStatusDangerBackground1,
  doubts: tokens.colorStatusWarningBackground1,
}

const nameColumn: Column<BoardRow> = {
  key: 'schoolName',
  name: '学校',
  value: (r) => r.schoolName,
  cell: (r) => (
    <span
      title={[r.schoolName, r.area?.areaName, `${r.candidateCount}人`].filter(Boolean).join(' · ')}
      style={{ display: 'block', maxWidth: '180px', overflow: 'hidden', textOverflow: 'ellipsis' }}
    >
      {r.schoolName}
    </span>
  ),
}
const answerColumn: Column<BoardRow> = {
  key: 'answer',
  name: '名单',
  value: (r) => answerSaid(r).text,
  cell: (r) => (
    <span title={r.reason || undefined}>
      <StateMark {...answerSaid(r)} />
    </span>
  ),
}
/** Where nothing is pointed at, why a school takes no part stands beside it. */
const answerInFull: Column<BoardRow> = {
  ...answerColumn,
  cell: (r) => {
    const said = answerSaid(r)
    return <StateMark {...said} text={r.reason ? `${said.text}：${r.reason}` : said.text} />
  },
}
const dueColumn: Column<BoardRow> = {
  key: 'dueAt',
  name: '上传截止',
  value: (r) => `${r.closed ? '已截止' : showTime(r.dueAt)}${r.takenOver ? ' · 已接管' : ''}`,
}
const remindedColumn: Column<BoardRow> = {
  key: 'reminder',
  name: '最近提醒',
  value: (r) => (r.reminder ? showTime(r.reminder.at) : null),
  cell: (r) => (r.reminder ? <span title={r.reminder.text}>{showTime(r.reminder.at)}</span> : '—'),
}

/** Whom to telephone; on a phone a press does. */
const contactColumn: Column<BoardRow> = {
  key: 'contact',
  name: '联系人',
  value: (r) => (r.contact ? `${r.contact.name} ${r.contact.phone}` : null),
  cell: (r) =>
    r.contact ? (
      <span>
        {r.contact.name} <a href={`tel:${r.contact.phone}`}>{r.contact.phone}</a>
      </span>
    ) : (
      '—'
    ),
}

/** As wide as it will be on a day when all comes, px: the widest word with its glyph, so that nothing moves as it fills. */
const stateWidth = (mostCandidates: number): number => 76 + (2 * String(mostCandidates).length + 1) * 8

type Papers = Board['papers']
const columnsOf = (papers: Papers, stateWide: number, manyAreas: boolean): Column<BoardRow>[] => [
  nameColumn,
  answerColumn,
  ...papers.map((paper): Column<BoardRow> => ({
    key: paper.paperId,
    name: paper.courseName,
    width: stateWide,
    value: (r) => {
      const cell = r.cells.find((c) => c.paperId === paper.paperId)
      return cell ? cellSaid(r.states[paper.paperId]!, cell, paper).text : null
    },
    cell: (r) => {
      const cell = r.cells.find((c) => c.paperId === paper.paperId)
      return cell ? <StateMark {...cellSaid(r.states[paper.paperId]!, cell, paper)} /> : '—'
    },
    ground: (r) => grounds[r.states[paper.paperId] ?? 'done'],
  })),
  dueColumn,
  remindedColumn,
  contactColumn,
  // Of one area it says nothing, and takes the actions their place.
  ...(manyAreas ? [{ key: 'area', name: '区域', value: (r: BoardRow) => r.area?.areaName ?? null }] : []),
  { key: 'candidateCount', name: '考生', unit: '人', value: (r) => r.candidateCount, number: true },
]

/** On a phone a school's papers are named by where they stand, the worst first. */
const phoneColumns = (papers: Papers): Column<BoardRow>[] => [
  nameColumn,
  answerInFull,
  ...cellStates.map((state): Column<BoardRow> => {
    const said = (r: BoardRow) => papers.filter((p) => r.states[p.paperId] === state).map((p) => p.courseName)
    return {
      key: state,
      name: stateNames[state],
      value: (r) => (said(r).length > 0 ? `${stateNames[state]}：${coursesSaid(said(r), r.cells.length)}` : null),
      cell: (r) =>
        said(r).length > 0 ? (
          <StateMark meaning={meanings[state]} text={`${stateNames[state]}：${coursesSaid(said(r), r.cells.length)}`} />
        ) : null,
      ground: (r) => (said(r).length > 0 ? grounds[state] : undefined),
    }
  }),
  { ...dueColumn, value: (r) => `${r.closed ? '' : '截止 '}${dueColumn.value(r)}` },
  contactColumn,
]

const filtersOf = (rows: readonly BoardRow[]): Filter[] => {
  const areas = [...new Set(rows.flatMap((r) => r.area?.areaName ?? []))]
  const states = cellStates.filter((s) => rows.some((r) => Object.values(r.states).includes(s)))
  return [
    { field: 'name', label: '学校', mode: 'search', placeholder: '查找学校' },
    {
      field: 'state',
      label: '状态',
      mode: 'dropdown',
      options: states.map((s) => ({ value: s, label: stateNames[s] })),
    },
    ...(areas.length > 1
      ? [
          {
            field: 'area',
            label: '区域',
            mode: 'dropdown',
            options: areas.map((a) => ({ value: a, label: a })),
          } as const,
        ]
      : []),
  ]
}

/** Every school of a joint exam by papers, the worst first, as it changes. */
export const BoardScreen = () => {
  const examId = ExamId.safeParse(useParams()['examId']).data
  const { board, error, again } = useBoard(examId)
  const [query, setQuery] = useSearchParams()
  const wall = query.get('wall') === '1'
  const narrow = useNarrow()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [all, setAll] = useState(false)
  const at = { now: serverNow(), examDate: board?.examDate ?? 0 }
  const minute = Math.floor(at.now / 60_000)
  const [schools, examDate] = [board?.schools, board?.examDate ?? 0]
  const kept = useRef<readonly BoardRow[]>([])
  const rows = useMemo(
    () => (kept.current = keptRows(kept.current, boardRows(schools ?? [], { now: minute * 60_000, examDate }))),
    [schools, examDate, minute],
  )
  const papers = board?.papers
  const stateWide = stateWidth(rows.reduce((n, r) => Math.max(n, r.candidateCount), 0))
  const manyAreas = new Set(rows.map((r) => r.area?.areaName)).size > 1
  const columns = useMemo(
    () => (narrow ? phoneColumns(papers ?? []) : columnsOf(papers ?? [], stateWide, manyAreas)),
    [narrow, papers, stateWide, manyAreas],
  )
  const choose = useCallback(
    (keys: readonly string[], on: boolean) =>
      setChosen((before) => {
        const next = new Set(before)
        for (const k of keys)
          if (on) next.add(k)
          else next.delete(k)
        return next
      }),
    [],
  )
  const names = new Map(papers?.map((p) => [p.paperId as string, p.courseName]))
  const actsOn = (of: readonly BoardRow[]) =>
    examId && board
      ? schoolActs({
          examId,
          examName: board.examName,
          examDate: board.examDate,
          schools: of.map((r) => ({ ...r, owes: owesOf(r, names, at) })),
          open: openForm,
          done: () => {
            setChosen(new Set())
            void again()
          },
        })
      : []
  const acts = useLatest(actsOn)
  // What a row offers follows from the row: another render is no reason to draw it again.
  const rowActions = useCallback((r: BoardRow) => <RowActions actions={acts.current([r])} />, [acts])
  if (!examId || !board)
    return (
      <Page title="考试监控">
        {error || !examId ? (
          <ErrorState error={error ?? new Error('考试不存在或已删除')} again={() => void again()} />
        ) : (
          <Bars rows={12} height={24} />
        )}
      </Page>
    )
  if (wall) return <BoardWall board={board} rows={rows} close={() => setQuery({})} />
  const filters = filtersOf(rows)
  const set = readList(query, filters).filters
  const [name = '', state, area] = [set['name']?.[0], set['state']?.[0], set['area']?.[0]]
  const found = rows.filter(
    (r) =>
      r.schoolName.includes(name) &&
      (!state || Object.values(r.states).includes(state as CellState)) &&
      (!area || r.area?.areaName === area),
  )
  const shown = narrow && !all ? found.slice(0, mostOnPhone) : found
  const sums = sumsOf(rows)
  const picked = rows.filter((r) => chosen.has(r.schoolId))
  const clear = { name: '清空筛选', run: () => setQuery({}) }
  return (
    <>
      <Page
        title="考试监控"
        facts={[
          { name: '学校', value: `${rows.length}所` },
          { name: '已传', value: `${sums.come}/${sums.expected}份` },
          { name: '逾期', value: `${sums.late}所` },
          { name: '没有上传', value: `${sums.silent}所` },
          { name: '有存疑', value: `${sums.doubts}所` },
          { name: '评完', value: `${sums.done}所` },
        ]}
        tools={
          <FilterBar
            filters={filters}
            values={set}
            onChange={(field, values) =>
              setQuery(
                writeList(query, { ...readList(query, filters), filters: { ...set, [field]: values } }, filters),
                { replace: true },
              )
            }
          />
        }
        selection={
          picked.length > 0 ? (
            <span role="toolbar" aria-label="所选" style={{ display: 'inline-flex', flexWrap: 'wrap', gap: 8 }}>
              <span aria-live="polite">已选 {picked.length} 所</span>
              {actsOn(picked).map((a) => (
                <ActionButton key={a.name} action={a} size="small" />
              ))}
              <Button size="small" appearance="subtle" onClick={() => setChosen(new Set())}>
                取消选择
              </Button>
            </span>
          ) : undefined
        }
        actions={[
          { name: '参加学校', to: schoolsPath(examId) },
          // One school that is late holds up no other: what is published without it says so.
          {
            name: '发布成绩',
            to: board.papers.length === 1 ? publishPath(board.papers[0]!.paperId) : examPath(examId),
          },
          { name: '投屏', to: `${boardPath(examId)}?wall=1`, primary: true },
        ]}
        width="full"
      >
        {shown.length === 0 ? (
          <EmptyState
            empty={
              rows.length === 0
                ? { title: '还没有学校' }
                : { title: '没有符合条件的学校', text: '换个条件试试，或清空筛选。', action: clear }
            }
          />
        ) : (
          <div data-list="" style={{ display: 'contents' }}>
            <DataTable
              label="各校进度"
              rows={shown}
              columns={columns}
              {...(narrow ? {} : { windowFrom })}
              rowKey={(r) => r.schoolId}
              chosen={chosen}
              onChoose={choose}
              rowActions={rowActions}
            />
          </div>
        )}
        {shown.length < found.length && (
          <Button appearance="subtle" onClick={() => setAll(true)}>
            显示其余{found.length - shown.length}所
          </Button>
        )}
      </Page>
    </>
  )
}
