import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CheckedFile } from '#shared/kit/checkedFile.ts'
import { addressOf, countsOf, outcomeOf, setIn, writingOf } from './checkedFile.ts'
import type { Field } from './screen.types.ts'

const result = (of: Partial<CheckedFile>): CheckedFile => ({
  mode: 'check',
  rows: 10,
  good: 10,
  existing: 0,
  problemCount: 0,
  problems: [],
  added: 0,
  ...of,
})
const words = {
  unit: '名学生',
  each: '名',
  existing: '已在学校',
  checked: () => '将新建1个班级。',
  done: () => '总数还在更新。',
  nothing: () => '都已在学校中。',
  lost: () => '学号刚被占用。',
  undo: () => '可在名单中删除。',
}
const partly = { partly: true, more: 0 }
const wholly = { partly: false, more: 0 }

describe('what is said of a file', () => {
  it.each([
    [{}, 'success', '检查通过，还没有导入', '将新建1个班级。'],
    [{ problemCount: 2, good: 8 }, 'warning', '发现2处问题，还没有导入', '可下载问题清单，改好后重新上传。'],
    [{ good: 0, existing: 10 }, 'info', '没有新的内容', '都已在学校中。'],
    [{ mode: 'all', added: 10 }, 'success', '已导入10名学生', '总数还在更新。可在名单中删除。'],
    [
      { mode: 'good', added: 8, good: 8, problemCount: 2 },
      'warning',
      '已导入8名学生',
      '还有2处问题没有导入，改好后重新上传同一份文件即可，已导入的不会重复。可在名单中删除。',
    ],
    [{ mode: 'all' }, 'warning', '没有导入名学生', '学号刚被占用。'],
  ] as const)('%j', (of, intent, title, text) => {
    expect(outcomeOf(result(of), words)).toEqual({ intent, title, text })
  })

  it('is a warning where something good was left out in the end, and says that first', () => {
    const of = { ...words, left: () => '有1名被他人修改。' }
    expect(outcomeOf(result({ mode: 'all', added: 9 }), of)).toMatchObject({
      intent: 'warning',
      text: '有1名被他人修改。总数还在更新。可在名单中删除。',
    })
  })

  it('counts what is there already only where that is a case', () => {
    expect(countsOf(result({}), words, true).map((f) => f.name)).toEqual(['文件中', '可导入', '已在学校', '问题'])
    expect(countsOf(result({}), { unit: '名' }, false).map((f) => f.name)).toEqual(['文件中', '没有问题的', '问题'])
  })
})

describe('how a file may be written', () => {
  it.each([
    [{}, partly, { mode: 'all', name: '导入10名学生' }],
    [{ problemCount: 1, good: 9 }, partly, { mode: 'good', name: '只导入没有问题的9名' }],
    [{ problemCount: 1, good: 9 }, wholly, null],
    [{ problemCount: 1, good: 0 }, partly, null],
    [{ good: 0 }, { partly: true, more: 2 }, { mode: 'all', name: '导入0名学生' }],
    [{ mode: 'all', added: 10 }, partly, null],
  ] as const)('%j %j', (of, how, expected) => {
    expect(writingOf(result(of), words, how)).toEqual(expected)
  })
})

it('is found again in its address: the file, its run, and what was set', () => {
  const fields: Field[] = [
    { name: 'gradeId', label: '年级', kind: 'text' },
    { name: 'open', label: '开通', kind: 'switch' },
  ]
  fc.assert(
    fc.property(fc.string(), fc.boolean(), fc.string({ minLength: 1 }), (gradeId, open, key) => {
      const of = { run: 'j_1', key, fileName: '名单 1.xlsx' }
      const address = addressOf(new URLSearchParams('schoolId=s'), fields, { gradeId, open }, of).toString()
      const read = new URLSearchParams(address)
      expect(setIn(read, fields, { gradeId: 'x', open: true })).toEqual({ gradeId, open })
      expect(Object.fromEntries(read)).toMatchObject({ schoolId: 's', ...of })
    }),
  )
  expect(setIn(new URLSearchParams(), fields, { open: true })).toEqual({ open: true })
})
