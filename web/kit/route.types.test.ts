import { describe, expect, it } from 'vitest'
import type { ScreenRoute } from './route.types.ts'
import { aboveOf, activeSegment, menuOf, pathTo, visible } from './route.types.ts'

const route = (more: Partial<ScreenRoute> = {}) =>
  ({
    path: '/v2/x',
    name: 'x',
    userTypes: [2, 3],
    load: () => Promise.reject(new Error('not loaded here')),
    calls: [],
    ...(more.white ? {} : { help: ['一。', '二。', '三。'] }),
    ...more,
  }) as ScreenRoute
const viewer = (userType: number, stage = 1, studentId?: string) => ({ userType, stage, studentId })

describe('visible', () => {
  it('judges by the type; -1 passes; without an account only the public ones are seen', () => {
    expect(visible(route(), viewer(3))).toBe(true)
    expect(visible(route(), viewer(4))).toBe(false)
    expect(visible(route(), viewer(-1, 0))).toBe(true)
    expect(visible(route(), undefined)).toBe(false)
    expect(visible(route({ white: true }), undefined)).toBe(true)
    expect(visible(route({ userTypes: [] }), viewer(17))).toBe(true)
  })
  it('judges a university by its own list, and hides what has none', () => {
    expect(visible(route(), viewer(3, 4))).toBe(false)
    expect(visible(route({ universityTypes: [3] }), viewer(3, 4))).toBe(true)
    expect(visible(route({ universityTypes: [3] }), viewer(2, 4))).toBe(false)
  })
  it('keeps a screen to its stages', () => {
    expect(visible(route({ stages: [1] }), viewer(3, 2))).toBe(false)
    expect(visible(route({ stages: [1] }), viewer(-1, 0))).toBe(true)
  })
  it('shows a placeholder student only the centre', () => {
    const centre = route({ userTypes: [], menu: { segment: 'center', order: 0 } })
    expect(visible(centre, viewer(5, 1, '-1'))).toBe(true)
    expect(visible(route({ userTypes: [] }), viewer(5, 1, '-1'))).toBe(false)
    expect(visible(route({ userTypes: [] }), viewer(5, 1, 'st_1'))).toBe(true)
    // The settings of the account too: a child is linked there.
    expect(visible(route({ userTypes: [], account: true }), viewer(5, 1, '-1'))).toBe(true)
    expect(visible(route({ userTypes: [2], account: true }), viewer(5, 1, '-1'))).toBe(false)
  })
})

describe('menuOf', () => {
  it('orders, and leaves out what hides', () => {
    const a = route({ name: 'a', menu: { segment: 'a', order: 2 } })
    const b = route({ name: 'b', menu: { segment: 'b', order: 1 } })
    const hidden = route({ menu: { segment: 'c', order: 0 }, hide: true })
    const notForThree = route({ menu: { segment: 'd', order: 0 }, hideUserTypeList: [3] })
    expect(menuOf([a, b, hidden, notForThree, route()], viewer(3)).map((r) => r.name)).toEqual(['b', 'a'])
  })
})

it('names the active segment and fills holes', () => {
  expect(activeSegment('/v2/exam/list')).toBe('exam')
  expect(activeSegment('/v2/exam-management/read-arrange/pa_1')).toBe('exam')
  expect(activeSegment('/v2')).toBe('')
  expect(pathTo('/v2/exam/:examId/x', { examId: 'e/1' })).toBe('/v2/exam/e%2F1/x')
})

it('knows what stands above it, the topmost first', () => {
  const list = route({ path: '/v2/list', name: '列表' })
  const one = route({ path: '/v2/list/:id', name: '一项', under: '/v2/list' })
  const edit = route({ path: '/v2/list/:id/edit', name: '修改', under: '/v2/list/:id' })
  expect(aboveOf(edit, [edit, list, one])).toEqual([
    { name: '列表', path: '/v2/list' },
    { name: '一项', path: '/v2/list/:id' },
  ])
  expect(aboveOf(list, [list])).toEqual([])
})
