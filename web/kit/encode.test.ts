import { describe, expect, it } from 'vitest'
import { encodeRequest } from './encode.ts'

describe('encodeRequest', () => {
  it('fills holes, joins arrays by commas and leaves out what is undefined', () => {
    const get = { method: 'GET', path: '/api/exam/:examId/list' } as const
    expect(encodeRequest(get, { examId: 'ex 1', ids: ['a', 'b&c'], page: 2, none: undefined, no: null })).toEqual({
      method: 'GET',
      url: '/api/exam/ex%201/list?ids=a,b%26c&page=2',
    })
    expect(encodeRequest({ method: 'GET', path: '/ip' }, {}).url).toBe('/ip')
  })
  it('keeps false, 0 and an empty list in the query', () => {
    const get = { method: 'GET', path: '/x' } as const
    expect(encodeRequest(get, { a: false, b: 0, c: [] }).url).toBe('/x?a=false&b=0&c=')
  })
  it('keeps what names a person out of the address', () => {
    const get = { method: 'GET', path: '/api/school/student/list' } as const
    expect(encodeRequest(get, { schoolId: 'sc_1', name: '王 小明&', studentNumber: '2026' })).toEqual({
      method: 'GET',
      url: '/api/school/student/list?schoolId=sc_1',
      private: 'name=%E7%8E%8B%20%E5%B0%8F%E6%98%8E%26&studentNumber=2026',
    })
    expect(encodeRequest({ method: 'POST', path: '/x' }, { name: '王' })).toEqual({
      method: 'POST',
      url: '/x',
      body: '{"name":"王"}',
    })
  })
  it('sends the rest of a POST as its body', () => {
    const post = { method: 'POST', path: '/api/exam/:examId/close' } as const
    expect(encodeRequest(post, { examId: 'e', list: [1] })).toEqual({
      method: 'POST',
      url: '/api/exam/e/close',
      body: '{"list":[1]}',
    })
  })
  it('refuses a hole without a value', () => {
    expect(() => encodeRequest({ method: 'GET', path: '/a/:id' }, { id: '' })).toThrow(RangeError)
  })
})
