import { describe, expect, it } from 'vitest'
import { checkValue } from './valueCheck.ts'
import type { Bounds, ValueKind } from './valueCheck.ts'

describe('the shared value checker', () => {
  it.each<[ValueKind, string[], string[], string]>([
    ['password', ['abc123', '中1a'], ['', 'abcdef', '123456'], '输入的密码需包含字母、数字'],
    ['email', ['li@example.cn', 'a.b@x.edu.cn'], ['', 'li@', '@x.cn', 'a b@x.cn', 'a@x'], '请输入正确的邮箱格式'],
    [
      'mobile',
      ['13800000000', '18812345678'],
      ['', '12800000000', '1380000000', '19900000000'],
      '请输入正确的手机号码',
    ],
    [
      'idCard',
      ['110101900101123', '11010119900101123X', '110101199001011234'],
      ['', '1101011990010112', 'X10101199001011234', '1101011990010112345'],
      '请输入正确的身份证号码',
    ],
    ['chinese', ['李', '欧阳青禾'], ['', 'Li', '李a', '一二三四五六七八九十一'], '请输入中文'],
    ['number', ['0', '-3', '2.75', '007'], ['', 'a', '1e3', '1.', '１'], '请输入数字'],
    ['decimal', ['0', '2.5', '2.55', '-1.25'], ['', '2.555', '.5', 'x'], '请输入两位小数的数字'],
    ['positive', ['1', '0.5', '12.75'], ['', '0', '0.0', '-1', 'x'], '请输入正整数或小数'],
  ])('%s', (kind, right, wrong, message) => {
    for (const value of right) expect(checkValue(kind, value)).toEqual({ value, message: '', status: 0 })
    for (const value of wrong) expect(checkValue(kind, value)).toEqual({ value, message, status: -1 })
  })

  it.each<[ValueKind, string, Bounds, string]>([
    ['number', '11', { max: 10 }, '输入的数字不能大于10'],
    ['number', '10', { max: 10 }, ''],
    ['number', '0', { min: 1 }, '输入的数字不能小于1'],
    ['decimal', '2.55', { min: 1, max: 2.5 }, '输入的数字不能大于2.5'],
    // As it was meant: below the minimum is refused, above it is right.
    ['decimal', '0.5', { min: 1 }, '输入的数字不能小于1'],
    ['decimal', '3', { min: 1 }, ''],
    ['mobile', '13800000000', { max: 1 }, ''],
  ])('%s %s within %j: %s', (kind, value, bounds, message) => {
    expect(checkValue(kind, value, bounds)).toEqual({ value, message, status: message === '' ? 0 : -1 })
  })
})
