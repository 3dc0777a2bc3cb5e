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
