import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { PaperQuestion } from '#shared/exam/exam.types.ts'
import type { QuestionId, StudentId } from '#shared/kit/ids.ts'
import { showScore } from '#shared/kit/score.ts'
import { faultsText, importHead, readImport, scoreTemplate } from './import.rules.ts'

const question = (number: string, of: Partial<PaperQuestion>): PaperQuestion => ({
  questionId: `q${number}` as QuestionId,
  number,
  unitType: 1,
  fullScore: 500,
  ...of,
})
const questions = [
  question('1', { optionCount: 4, answer: 'B' }),
  question('2', { unitType: 2, optionCount: 4, answer: 'AC' }),
  question('3', { unitType: 3, answer: 'T' }),
  question('4', { unitType: 5, fullScore: 1200, markStep: 50 }),
]
const optional = question('5', { unitType: 5, fullScore: 1000, optional: { group: '选', count: 1 } })
const candidates = new Map(
  ['王一', '李二', '张三'].map((studentName, i) => [
    `202600${i}`,
    { studentId: `st${i}` as StudentId, studentName, studentNumber: `202600${i}` },
  ]),
)
const read = (body: readonly (readonly string[])[], of = questions, head: readonly string[] = importHead(of)) =>
  readImport(
    [head, ...body].map((cells, i) => ({ row: i + 1, cells })),
    of,
    candidates,
    ({ scores }) => Object.values(scores).reduce((a, b) => a + b, 0),
  )

describe('a file of scores', () => {
  it('is letters and points by candidate; who was absent has nothing', () => {
    const { scripts, faults } = read([
      ['2026000', '王一', '', 'b', 'C A', 't', '7.5'],
      ['2026001', '李二', '缺考', '', '', '', ''],
      ['２０２６００２', '张三', '', '', '', '', '0'],
    ])
    expect(faults).toEqual([])
    expect(scripts).toEqual([
      { studentId: 'st0', absent: false, chosen: { q1: 'B', q2: 'AC', q3: 'T' }, scores: { q4: 750 } },
      { studentId: 'st1', absent: true, chosen: {}, scores: {} },
      { studentId: 'st2', absent: false, chosen: { q1: '', q2: '', q3: '' }, scores: { q4: 0 } },
    ])
  })

  it.each([
    [['2026009', '王一', '', 'A', 'A', 'T', '1'], '第2行：考号“2026009”不在考生名单中'],
    [['2026000', '李二', '', 'A', 'A', 'T', '1'], '第2行：考号2026000的考生是王一，不是李二'],
    [['2026000', '王一', '', 'E', 'A', 'T', '1'], '第2行：第1题的选项“E”不在选项之内'],
    [['2026000', '王一', '', 'A', 'A', 'A', '1'], '第2行：第3题的选项“A”不在选项之内'],
    [['2026000', '王一', '', 'A', 'A', 'T', ''], '第2行：第4题没有分数，没有作答请填0'],
    [['2026000', '王一', '', 'A', 'A', 'T', '12.5'], '第2行：第4题的分数“12.5”应为0到12之间0.5的整数倍'],
    [['2026000', '王一', '', 'A', 'A', 'T', '-1'], '第2行：第4题的分数“-1”应为0到12之间0.5的整数倍'],
    [['2026000', '王一', '', 'A', 'A', 'T', '八'], '第2行：第4题的分数“八”应为0到12之间0.5的整数倍'],
    [['2026000', '王一', '缺考', '', '', '', '3'], '第2行：标记了缺考，第4题却有内容'],
  ])('names what cannot be taken: %j', (row, text) => {
    expect(faultsText(read([row]).faults)).toBe(text)
  })

  it('holds a total against the sum of its row, where one stands there', () => {
    const head = [...importHead(questions), '总分']
    const told = (total: string, absent = '') => {
      const cells = absent ? ['', '', '', ''] : ['A', 'A', 'T', '7.5']
      return faultsText(read([['2026000', '王一', absent, ...cells, total]], questions, head).faults)
    }
    expect([told('7.5'), told(''), told('', '缺考'), told('0', '缺考')]).toEqual(['', '', '', ''])
    expect(told('8')).toBe('第2行：总分“8”不是各题之和7.5')
    expect(told('八')).toBe('第2行：总分“八”不是各题之和7.5')
    expect(told('8', '缺考')).toBe('第2行：标记了缺考，总分却有内容')
  })

  it('of totals alone is a paper of one question, the total', () => {
    const whole = [question('总分', { unitType: 5, fullScore: 15_000, markStep: 50 })]
    const { scripts, faults } = read(
      [
        ['2026000', '王一', '', '118.5'],
        ['2026001', '李二', '', '150.5'],
      ],
      whole,
    )
    expect(scripts[0]).toMatchObject({ scores: { q总分: 11_850 } })
    expect(faultsText(faults)).toBe('第3行：总分的分数“150.5”应为0到150之间0.5的整数倍')
  })

  it('names a candidate twice, and a head that is another paper’s', () => {
    const one = ['2026000', '王一', '', 'A', 'A', 'T', '1']
    expect(faultsText(read([one, one]).faults)).toBe('第3行：考号2026000出现了两次')
    const headed = (head: readonly string[]) => faultsText(read([one], questions, head).faults)
    expect(headed(['考号', '姓名', '缺考', '1', '2', '3'])).toBe('第1行：缺少列：4')
    expect(headed(['考号', '姓名', '1', '1', '2', '3', '4'])).toBe('第1行：表头“1”出现了两次')
    expect(headed(['考号', '姓名', '备注', '1', '2', '3', '4'])).toBe('第1行：表头“备注”不是这份试卷的题号')
    expect(faultsText(read([]).faults)).toBe('文件里没有成绩')
  })

  it('says of an optional question whether it was chosen', () => {
    const { scripts } = read([['2026000', '王一', '', 'A', 'A', 'T', '1', '']], [...questions, optional])
    expect(scripts[0]).toMatchObject({ picks: { q5: false }, scores: { q4: 100 } })
  })

  it('names the cell that is wrong, and repeats of it no more than can be read', () => {
    const long = '零'.repeat(400)
    expect(
      read([
        ['2026000', '王一', '', 'E', 'A', 'T', long],
        ['2026009', '王一', '', 'A', 'A', 'T', '1'],
      ]).faults,
    ).toEqual([
      { row: 2, column: '1', text: '第1题的选项“E”不在选项之内' },
      { row: 2, column: '4', text: `第4题的分数“${long.slice(0, 20)}…”应为0到12之间0.5的整数倍` },
      { row: 3, column: '考号', text: '考号“2026009”不在考生名单中' },
    ])
  })

  it('begins as a template that is right but for its empty scores', () => {
    const [head, ...body] = scoreTemplate(questions, [...candidates.values()])
    const { rows, faults } = read(body, questions, head)
    expect(rows).toBe(3)
    expect(faults.map((f) => f.text)).toEqual(body.map(() => '第4题没有分数，没有作答请填0'))
  })

  it('says the first of many faults, and how many there are', () => {
    const faults = Array.from({ length: 7 }, (_, i) => ({ row: i + 2, column: '', text: 'x' }))
    expect(faultsText(faults)).toBe('第2行：x；第3行：x；第4行：x；第5行：x；第6行：x；等共7处')
  })

  it('is read as it was written, at any answer', () => {
    const answer = fc.record({
      who: fc.constantFrom(...candidates.keys()),
      one: fc.constantFrom('', 'A', 'B', 'C', 'D'),
      many: fc.subarray(['A', 'B', 'C', 'D']).map((l) => l.join('')),
      yes: fc.constantFrom('', 'T', 'F'),
      steps: fc.nat(24),
    })
    fc.assert(
      fc.property(answer, ({ who, one, many, yes, steps }) => {
        const row = [who, candidates.get(who)!.studentName, '', one, many, yes, showScore(steps * 50)]
        expect(read([row])).toMatchObject({
          faults: [],
          scripts: [{ chosen: { q1: one, q2: many, q3: yes }, scores: { q4: steps * 50 } }],
        })
      }),
    )
  })
})
