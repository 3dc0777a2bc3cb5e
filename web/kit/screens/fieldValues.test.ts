import * as z from 'zod'
import { describe, expect, it } from 'vitest'
import { problems } from '#shared/kit/problem.ts'
import {
  errorsOf,
  inputOf,
  keptValues,
  lackingIn,
  refusedField,
  sentValue,
  shownValue,
  wrongNumbersIn,
} from './fieldValues.ts'
import type { Field } from './screen.types.ts'

const name: Field = { name: 'name', label: '名称', kind: 'text', required: true }
const full: Field = { name: 'full', label: '满分', kind: 'score' }
const day: Field = { name: 'day', label: '日期', kind: 'date' }
const at: Field = { name: 'at', label: '时间', kind: 'time' }
const grade: Field = { name: 'grade', label: '年级', kind: 'select', options: [], number: true }

describe('what a server refuses', () => {
  const own = problems('school', { taken: [22001, '名称已被使用', 'name'], closed: [22002, '已结束'] })
  const said = (status: number, fields: readonly Field[] = [name]) =>
    refusedField(Object.values(own), fields, { status, message: '已被使用' })

  it('stands under the field that it is about, and at the foot where there is none', () => {
    expect(said(own.taken.status)).toEqual({ name: '已被使用' })
    expect(said(own.taken.status, [full])).toEqual({ '': '已被使用' })
    expect(said(own.closed.status)).toEqual({ '': '已被使用' })
    expect(refusedField(undefined, [name], { status: 1, message: '已被使用' })).toEqual({ '': '已被使用' })
    // A list of messages is read as one, without its brackets.
    const list = '[第2行：考号是张三的，不是李四的,第3行：没有考号]'
    expect(refusedField(undefined, [name], { status: 1, message: list })).toEqual({
      '': '第2行：考号是张三的，不是李四的；第3行：没有考号',
    })
  })
})

describe('what is kept of a form', () => {
  it('is no password', () => {
    const password: Field = { name: 'secret', label: '密码', kind: 'password' }
    expect(keptValues([name, password], { name: '一', secret: 'x' })).toEqual({ name: '一' })
  })
})

describe('a number that no schema judges', () => {
  const hours: Field = { name: 'hours', label: '小时', kind: 'number', min: 1, max: 200, step: 1 }
  it.each<[Field, string, string]>([
    [hours, '-3', '输入的数字不能小于1'],
    [hours, '0.5', '输入的数字不能小于1'],
    [hours, '1.5', '请输入整数'],
    [hours, '1000000000', '输入的数字不能大于200'],
    [hours, 'abc', '请输入数字'],
    [full, 'abc', '请输入两位小数的数字'],
    [full, '-1', '输入的数字不能小于0'],
    [{ ...full, kind: 'score', signed: true }, '-1', ''],
    [hours, '', ''],
    [hours, '２００', ''],
    [full, '2.5', ''],
  ])('of %o typed %s says %s', (field, typed, words) => {
    const said = wrongNumbersIn([field], inputOf([field], { [field.name]: typed }))
    expect(said).toEqual(words === '' ? {} : { [field.name]: words })
  })
})

describe('fields', () => {
  it('reads back what it shows', () => {
    for (const [f, v] of [
      [full, 250],
      [day, 1_795_219_200_000 - 8 * 3_600_000],
      [at, 1_795_219_200_000 - 8 * 3_600_000 + 485 * 60_000],
      [grade, 3],
    ] as const)
      expect(sentValue(f, shownValue(f, v)), f.name).toBe(v)
    expect(shownValue(day, 0)).toBe('1970-01-01')
    expect(sentValue(day, '1970-01-01')).toBe(-8 * 3_600_000)
    expect(sentValue(at, '1970-01-01T08:05')).toBe(300_000)
  })
  it('sends nothing of an empty field, and the text of what is no such value', () => {
    expect(sentValue(full, '')).toBeUndefined()
    expect(sentValue(full, '2.555')).toBe('2.555')
    expect(sentValue(name, '')).toBe('')
  })
  it('leaves out what is not seen and adds what is fixed', () => {
    const hidden: Field = { ...full, when: (v) => v['name'] === 'x' }
    expect(inputOf([name, hidden], { name: 'y', full: '3' }, { version: 2 })).toEqual({ name: 'y', version: 2 })
  })
  it('sends nothing that is not offered any more', () => {
    const options = (v: object) => ('stage' in v ? [{ value: '数学', label: '数学' }] : [])
    const courses: Field = { name: 'courses', label: '科目', kind: 'multi', options }
    const first: Field = { name: 'first', label: '首选', kind: 'select', options }
    const typed = { stage: '3', courses: ['物理', '数学'], first: '物理' }
    expect(inputOf([courses, first], typed)).toEqual({ courses: ['数学'] })
    expect(inputOf([courses, first], { ...typed, first: '数学' })).toEqual({ courses: ['数学'], first: '数学' })
  })
  it('puts each message at its field, in Chinese', () => {
    const schema = z.object({
      name: z.string().min(1, '请输入名称'),
      full: z.int(),
      items: z.array(z.int()),
      other: z.int(),
    })
    const fields: Field[] = [name, full, { name: 'items', label: '题目', kind: 'custom', render: () => null }]
    const input = { name: '', items: ['a'] }
    const issues = schema.safeParse(input).error!.issues
    expect(errorsOf(fields, input, issues)).toEqual({
      name: '请输入名称',
      full: '满分不能为空',
      items: '请正确填写题目',
      '': '请正确输入',
    })
  })
  it('has the shared checker speak where a schema has only English', () => {
    const count: Field = { name: 'count', label: '人数', kind: 'number', min: 1, max: 60 }
    const schema = z.object({ count: z.int().min(1).max(60), full: z.int().min(0) })
    const said = (values: { count: string; full: string }) => {
      const input = inputOf([count, full], values)
      return errorsOf([count, full], input, schema.safeParse(input).error?.issues ?? [])
    }
    expect(said({ count: '61', full: '5' })).toEqual({ count: '输入的数字不能大于60' })
    expect(said({ count: '0', full: '5' })).toEqual({ count: '输入的数字不能小于1' })
    expect(said({ count: '十', full: '2.555' })).toEqual({ count: '请输入数字', full: '请输入两位小数的数字' })
    // The built product has this in place of the English.
    const lean = [{ path: ['count'], message: '输入有误' }]
    expect(errorsOf([count], { count: 61 }, lean)).toEqual({ count: '输入的数字不能大于60' })
    expect(said({ count: '1.5', full: '5' })).toEqual({ count: '请正确填写人数' })
  })
  it('tells an emptied field that is wanted, at any value its schema would take in its place', () => {
    const month: Field = { name: 'month', label: '月份', kind: 'number', required: true }
    const hidden: Field = { ...month, name: 'hidden', when: () => false }
    const values = { month: '', hidden: '' }
    expect(lackingIn([month, hidden], values, inputOf([month, hidden], values))).toEqual({ month: '月份不能为空' })
    expect(lackingIn([month], { month: '8' }, { month: 8 })).toEqual({})
    // A text is sent as it is typed, that its schema may say why: a dialogue without one has this alone.
    for (const typed of ['', '  ']) {
      const sent = inputOf([name], { name: typed })
      expect(lackingIn([name], { name: typed }, sent)).toEqual({ name: '名称不能为空' })
    }
    expect(lackingIn([name], { name: ' a' }, { name: ' a' })).toEqual({})
  })
  it('takes digits of any width', () => {
    expect(sentValue({ name: 'n', label: 'n', kind: 'number' }, ' ３０．２５ ')).toBe(30.25)
  })
})
