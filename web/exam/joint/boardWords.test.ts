import { expect, it } from 'vitest'
import type { BoardCell, BoardSchool } from '#shared/exam/joint/board.calls.ts'
import { boardRows, lackingIn } from '#shared/exam/joint/board.rules.ts'
import { cellSaid, coursesSaid, owesOf, sumsOf } from './boardWords.public.tsx'
import { reminderText } from './schoolActs.public.tsx'

const day = 86_400_000
const examDate = 100 * day
const at = { now: examDate + 3 * day, examDate }
const names = new Map([['pa_1', '物理']])
const cell = (more: Partial<BoardCell> = {}): BoardCell => ({
  paperId: 'pa_1' as BoardCell['paperId'],
  step: 3,
  candidates: 12,
  present: 0,
  absent: 0,
  doubts: 0,
  finished: 0,
  ...more,
})
const school = (n: number, own: BoardCell, more: Partial<BoardSchool> = {}): BoardSchool => ({
  schoolId: `sc_${n}` as BoardSchool['schoolId'],
  schoolName: `第${n}中学`,
  classCount: 1,
  candidateCount: 50,
  answer: 'accepted',
  reason: '',
  closed: false,
  takenOver: false,
  cells: [own],
  ...more,
})

it('expects the cards of those who take a paper, and none of a school that does not take part', () => {
  const rows = boardRows(
    [
      school(1, cell({ present: 12 })),
      school(2, cell({ present: 5 })),
      school(3, cell({ candidates: 50 }), { answer: 'declined' }),
    ],
    at,
  )
  expect(sumsOf(rows)).toMatchObject({ come: 17, expected: 24, late: 1 })
  const said = rows.map((r) => [r.schoolName, r.worst, r.lacking, owesOf(r, names, at)])
  expect(said).toEqual([
    ['第2中学', 'late', 7, '还有物理7份答题卡没有上传'],
    ['第1中学', 'uploaded', 0, ''],
    ['第3中学', 'declined', 0, ''],
  ])
  expect(rows.map((r) => lackingIn(r.cells[0]!, r.states['pa_1']))).toEqual([7, 0, 0])
})

it('counts the schools of which nothing has come since the day began, and no school of which anything has', () => {
  const of = (now: number) =>
    sumsOf(
      boardRows(
        [
          school(1, cell({ step: 2 })),
          school(2, cell(), {
            cells: [cell({ present: 1 }), cell({ paperId: 'pa_2' as BoardCell['paperId'], step: 2 })],
          }),
          school(3, cell({ step: 2 }), { answer: 'declined' }),
        ],
        { now, examDate },
      ),
    ).silent
  expect([of(examDate - 1), of(examDate + 1), of(examDate + 3 * day)]).toEqual([0, 1, 1])
})

it('says of a school of which nothing came that it lacks, also when the paper is done or its results are out', () => {
  for (const step of [6, 7]) {
    const rows = boardRows([school(1, cell({ step, present: 11, finished: 11 })), school(2, cell({ step }))], at)
    expect(rows.map((r) => [r.schoolName, cellSaid(r.worst, r.cells[0]!, { counting: false }).text])).toEqual([
      ['第2中学', '没有答卷'],
      ['第1中学', step === 6 ? '评完' : '已发布'],
    ])
    expect(sumsOf(rows)).toMatchObject({ come: 11, expected: 24, silent: 1, done: 1 })
    expect(owesOf(rows[0]!, names, at)).toBe('还有物理12份答题卡没有上传')
  }
})

it('says of a paper that is counted just now that it is, and no figure', () => {
  const own = cell({ step: 5, present: 12, finished: 3 })
  expect(cellSaid('marking', own, { counting: false }).text).toBe('阅卷 3/12')
  expect(cellSaid('marking', own, { counting: true }).text).toBe('阅卷 统计中')
})

it('begins a reminder with what one school owes, of several with what holds for each, of none with nothing', () => {
  const rows = boardRows(
    [school(1, cell({ present: 12 })), school(2, cell({ present: 5 })), school(3, cell(), { answer: 'declined' })],
    at,
  )
  const words = (...wanted: string[]) =>
    reminderText({
      examName: '期中',
      schools: rows
        .filter((r) => wanted.includes(r.schoolName))
        .map((r) => ({ ...r, dueAt: 9e12, owes: owesOf(r, names, at) })),
    }).replace(/请于.*前完成/, '请完成')
  expect(words('第2中学')).toBe('“期中”：贵校还有物理7份答题卡没有上传，请完成。')
  expect(words('第1中学', '第2中学')).toBe('“期中”：如果还没有回复是否参加，或还有答题卡没有上传，请完成。')
  expect([words('第1中学'), words('第1中学', '第3中学')]).toEqual(['“期中”：', '“期中”：'])
})

it.each([
  [['语文'], 1, '语文'],
  [['语文', '数学'], 2, '全部2科'],
  [['语文', '数学', '英语', '物理'], 9, '语文、数学、英语、物理'],
  [['语文', '数学', '英语', '物理', '化学'], 9, '语文、数学、英语等5科'],
])('names courses within a line: %j of %i', (names, all, said) => expect(coursesSaid(names, all)).toBe(said))
