import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { PaperQuestion } from '#shared/exam/exam.types.ts'
import type { PaperId, QuestionId, StudentId } from '#shared/kit/ids.ts'
import { showScore } from '#shared/kit/score.ts'
import { courseTemplateRows, readCourses, totalQuestionOf } from './courseImport.rules.ts'
import type { CourseColumn } from './courseImport.rules.ts'

const total = (name: string, fullScore: number): PaperQuestion => ({
  questionId: `q${name}` as QuestionId,
  number: '总分',
  unitType: 5,
  fullScore,
  markStep: 50,
})
const paper = (courseName: string, of: { question: PaperQuestion } | { barred: string }): CourseColumn => ({
  paperId: `pa_${courseName}` as PaperId,
  courseName,
  ...of,
})
const courses = [
  paper('语文', { question: total('语文', 15_000) }),
  paper('数学', { question: total('数学', 15_000) }),
  paper('物理', { question: total('物理', 10_000) }),
  paper('英语', { barred: '已经上传了答题卡，不能再导入' }),
]
const who = (i: number, studentName: string, without: string[] = []) => ({
  studentId: `st${i}` as StudentId,
  studentName,
  studentNumber: `202600${i}`,
  without: without as PaperId[],
})
const candidates = new Map(
  [who(0, '王一'), who(1, '李二', ['pa_物理']), who(2, '张三')].map((c) => [c.studentNumber, c]),
)
const usual = ['考号', '姓名', '语文', '数学', '物理', '总分']
const read = (body: readonly (readonly string[])[], head: readonly string[] = usual, of = courses) =>
  readCourses(
    [head, ...body].map((cells, i) => ({ row: i + 1, cells })),
    of,
    candidates,
  )
const told = (body: readonly (readonly string[])[], head = usual) =>
  read(body, head).faults.map((f) => `${f.row}：${f.text}`)

describe('a file of the totals of several courses', () => {
  it('is a score a course; who was absent says so, and who did not choose a course has nothing there', () => {
    const {
      scripts,
      faults,
      seen,
      courses: of,
    } = read([
      ['2026000', '王一', '120', '99.5', '80', '299.5'],
      ['２０２６００１', '李二', '缺考', '60', '', '60'],
      ['2026002', '张三', '缺考', '缺考', '缺考', ''],
    ])
    expect(faults).toEqual([])
    expect([seen, of.map((c) => c.courseName)]).toEqual([3, ['语文', '数学', '物理']])
    expect(scripts.map((s) => [s.studentId, s.paperId, s.score])).toEqual([
      ['st0', 'pa_语文', 12_000],
      ['st0', 'pa_数学', 9950],
      ['st0', 'pa_物理', 8000],
      ['st1', 'pa_语文', null],
      ['st1', 'pa_数学', 6000],
      ['st2', 'pa_语文', null],
      ['st2', 'pa_数学', null],
      ['st2', 'pa_物理', null],
    ])
  })

  it.each([
    [['2026009', '王一', '1', '1', '1', ''], '2：考号“2026009”不在考生名单中'],
    [['2026000', '李二', '1', '1', '1', ''], '2：考号2026000的考生是王一，不是李二'],
    [['2026000', '王一', '1', '', '1', ''], '2：数学没有分数，缺考请填“缺考”'],
    [['2026000', '王一', '151', '1', '1', ''], '2：语文的分数“151”应为0到150之间0.5的整数倍'],
    [['2026000', '王一', '1', '-1', '1', ''], '2：数学的分数“-1”应为0到150之间0.5的整数倍'],
    [['2026000', '王一', '1', '优', '1', ''], '2：数学的分数“优”应为0到150之间0.5的整数倍'],
    [['2026000', '王一', '1.2', '1', '1', ''], '2：语文的分数“1.2”应为0到150之间0.5的整数倍'],
    [['2026001', '李二', '1', '1', '1', ''], '2：没有选考物理，却有内容'],
    [['2026001', '李二', '1', '1', '缺考', ''], '2：没有选考物理，却有内容'],
    [['2026000', '王一', '1', '1', '1', '4'], '2：总分“4”不是各科之和3'],
    [['2026000', '王一', '1', '1', '1', '三'], '2：总分“三”不是各科之和3'],
    [['2026000', '王一', '缺考', '缺考', '缺考', '5'], '2：总分“5”不是各科之和0'],
  ])('%j is not taken', (row, fault) => expect(told([row])).toEqual([fault]))

  it.each([
    [['考号', '姓名', '语文', '语文'], '1：表头“语文”出现了两次'],
    [['考号', '姓名', '语文', '体育'], '1：表头“体育”不是这场考试的科目'],
    [['姓名', '语文'], '1：缺少列：考号'],
    [['考号', '姓名', '总分'], '1：文件里没有一列是科目'],
    [['考号', '姓名', '语文', '英语'], '1：英语已经上传了答题卡，不能再导入'],
  ])('a head %j is not taken', (head, fault) => expect(told([['2026000', '王一', '1', '1']], head)).toEqual([fault]))

  it('names a double, and a course of which there are two papers', () => {
    const row = ['2026000', '王一', '1', '1', '1', '']
    expect(told([row, row])).toEqual(['3：考号2026000出现了两次'])
    const twice = [...courses, paper('语文', { question: total('语文2', 10_000) })]
    expect(read([row], usual, twice).faults[0]?.text).toBe('这场考试有两份语文试卷，请分别导入')
    expect(told([])).toEqual(['0：文件里没有成绩'])
  })

  it('says who has a row, so that half of a list is seen', () => {
    expect(read([['2026000', '王一', '1', '1', '1', '']]).seen).toBe(1)
  })

  it('is taken whole where all cells are sound, and each score is what was typed', () => {
    const score = fc.option(fc.integer({ min: 0, max: 200 }).map((n) => n * 50))
    const row = fc.tuple(score, score, score)
    fc.assert(
      fc.property(row, row, (first, third) => {
        const cells = (of: typeof first) => of.map((n) => (n === null ? '缺考' : showScore(n)))
        const sum = (of: typeof first) => showScore(of.reduce<number>((a, b) => a + (b ?? 0), 0))
        const { scripts, faults } = read([
          ['2026000', '王一', ...cells(first), sum(first)],
          ['2026002', '张三', ...cells(third), sum(third)],
        ])
        expect(faults).toEqual([])
        expect(scripts.map((s) => s.score)).toEqual([...first, ...third])
      }),
    )
  })

  it('is asked for by a file of the courses that take totals', () => {
    expect(courseTemplateRows(courses, [who(0, '王一')])).toEqual([
      ['考号', '姓名', '语文', '数学', '物理'],
      ['2026000', '王一', '', '', ''],
    ])
  })
})

it('the total of a paper is its one question of that name, which no letters answer', () => {
  const only = total('语文', 100)
  expect(totalQuestionOf([only])).toBe(only)
  for (const of of [[], [only, only], [{ ...only, number: '1' }], [{ ...only, unitType: 1 }]])
    expect(totalQuestionOf(of)).toBeNull()
})
