import { describe, expect, it } from 'vitest'
import { paragraphsOf, reactionToRefusal, reactionToTrouble, troubleWords } from './refusals.ts'

const on = (status: number, input?: unknown, hide?: boolean) =>
  reactionToRefusal({ status, message: '不行' }, input, hide)

describe('the request layer of spec 1 §8', () => {
  it('is silent for 0, 10051 and 10055', () => {
    for (const s of [0, 10051, 10055]) expect(on(s)).toEqual({ kind: 'silent' })
  })
  it('offers to unlock a locked exam only where an uploader was named', () => {
    expect(on(11008)).toMatchObject({ kind: 'dialogue', actions: ['home'] })
    expect(on(11008, { examUploaderId: 'u1' })).toMatchObject({ actions: ['home', 'unlock'], examUploaderId: 'u1' })
    expect(on(11008, { examUploaderId: '' })).toMatchObject({ actions: ['home'] })
  })
  it('goes home, reloads, or says so', () => {
    expect(on(10056)).toMatchObject({ kind: 'dialogue', actions: ['home'] })
    expect(on(10002)).toEqual({ kind: 'home' })
    expect(on(10057)).toMatchObject({ actions: ['reload'] })
    expect(on(23001)).toMatchObject({ kind: 'toast', intent: 'error', paragraphs: ['不行'] })
  })
  it('hides a message when asked, but never a dialogue', () => {
    expect(on(23001, {}, true)).toEqual({ kind: 'silent' })
    expect(on(10056, {}, true)).toMatchObject({ kind: 'dialogue' })
  })
  it('shows a bracketed list as paragraphs', () => {
    expect(paragraphsOf('[第2行：无姓名,第3行：重号]')).toEqual(['第2行：无姓名', '第3行：重号'])
    expect(paragraphsOf('["a,b","c"]')).toEqual(['a,b', 'c'])
    expect(paragraphsOf('一句话')).toEqual(['一句话'])
    expect(reactionToRefusal({ status: 1, message: '[a,b]' })).toMatchObject({ paragraphs: ['a', 'b'], ms: 5000 })
  })
  it('tells HTTP failures apart', () => {
    const at = (code: number) => reactionToTrouble({ code, endpoint: '/api/x' })
    expect(at(401).kind).toBe('session')
    expect(at(403).kind).toBe('toast')
    expect(at(429)).toMatchObject({ paragraphs: ['系统繁忙，请稍后再试或刷新页面'] })
    expect(at(453).kind).toBe('time')
    expect(at(455).kind).toBe('ip')
    expect(at(502)).toMatchObject({ kind: 'network', text: '网络似乎断开了，请检查网络后刷新（网络错误：502）' })
    // The server answered that it failed: the line is whole.
    expect(at(500)).toMatchObject({
      ...{ kind: 'network', title: '系统出错' },
      text: '系统出错，不是网络的问题，请稍后再试或刷新页面（错误：500）',
    })
    expect(at(503)).toMatchObject({ title: '网络错误', text: troubleWords(503) })
    expect(at(0)).toMatchObject({ kind: 'network', endpoint: '/api/x' })
  })
})
