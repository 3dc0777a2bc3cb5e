import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anonymous } from './anonymous.ts'
import type { Known } from './anonymous.ts'

const known: Known = { studentId: 'st_1', names: ['张三'], numbers: ['20260001'] }
const anonymousName = '＊＊'
const clean = <T>(value: T): T => anonymous(value, known)

describe('taking one student out', () => {
  it('of an object that names him, with all that is in it, and of nothing else', () => {
    expect(
      clean([
        { studentId: 'st_1', studentName: '张三', doubts: [{ detail: '张三的第2页已有一张' }] },
        { studentId: 'st_2', studentName: '张三丰', studentNumber: '120260001' },
      ]),
    ).toEqual([
      { studentId: 'st_1', studentName: anonymousName, doubts: [{ detail: `${anonymousName}的第2页已有一张` }] },
      { studentId: 'st_2', studentName: '张三丰', studentNumber: '120260001' },
    ])
  })
  it('of parallel columns, at his place only', () => {
    const data = {
      examName: '张三杯',
      studentId: ['st_0', 'st_1', 'st_2'],
      studentName: ['张三丰', '张三', '张三'],
      studentNumber: ['20260000', '20260001', '20260002'],
      scores: [[1], [2], [3]],
      classes: [{ className: '1班' }],
    }
    expect(clean(data)).toEqual({
      ...data,
      studentName: ['张三丰', anonymousName, '张三'],
      studentNumber: ['20260000', '00000000', '20260002'],
    })
  })
  it('of a line of a table, and of a note that holds his whole number', () => {
    expect(clean(['张三', '20260001', '1班'])).toEqual([anonymousName, '00000000', '1班'])
    expect(clean({ act: 'assign', note: '张三 20260001' })).toEqual({
      act: 'assign',
      note: `${anonymousName} 00000000`,
    })
    expect(clean({ note: '张三 2026000' })).toEqual({ note: '张三 2026000' })
  })
  it('moves no byte', () => {
    const of: Known = { studentId: 'st_1', names: ['阿Jé𠮷'], numbers: ['20260001'] }
    const value = { studentId: 'st_1', studentName: '阿Jé𠮷', note: '阿Jé𠮷 20260001' }
    const size = (v: unknown): number => new TextEncoder().encode(JSON.stringify(v)).length
    expect(anonymous(value, of)).toEqual({ studentId: 'st_1', studentName: '＊*×🞲', note: '＊*×🞲 00000000' })
    expect(size(anonymous(value, of))).toBe(size(value))
  })
  it('leaves digests and ids that hold the number by chance as they are', () => {
    const of: Known = { studentId: 'st_1', names: ['张三'], numbers: ['1007'] }
    const digest = `ab1007${'cdef'.repeat(14)}ab`
    const jobId = `jo_01k${'a'.repeat(10)}1007${'z'.repeat(9)}`
    expect([digest.length, jobId.length]).toEqual([64, 29])
    const other = { root: digest, jobId, key: `ab/${jobId}.zip`, note: `摘要${digest}` }
    expect(anonymous(other, of)).toBe(other)
    // Beside his own name too: what is published of a version still follows from it.
    const own = { studentId: 'st_1', root: digest, note: `${digest} 1007`, said: 'a1007 张三' }
    expect(anonymous(own, of)).toEqual({ ...own, note: `${digest} 0000`, said: 'a0000 ＊＊' })
  })
  it('leaves a value that has nothing of him as it is', () => {
    const other = { studentId: ['st_2'], studentName: ['张三'], list: [{ a: 1 }, null, '张三'] }
    expect(clean(other)).toBe(other)
  })
  it('nothing of him is left wherever an object names him', () => {
    fc.assert(
      fc.property(fc.object({ maxDepth: 3 }), fc.string(), (rest, tail) => {
        const text = JSON.stringify(
          clean({ wrap: [{ ...rest, studentId: 'st_1', text: `${tail}张三`, n: '20260001' }] }),
        )
        expect(text).not.toContain('张三')
        expect(text).not.toContain('"20260001"')
      }),
    )
  })
})
