import { describe, expect, it } from 'vitest'
import { visible } from '#web/kit/route.types.ts'
import { opensFor, routeFinder } from './opens.ts'
import { routes } from './routes.ts'

const find = routeFinder(routes)
const addresses = routes.flatMap((route) => [route.path, ...(route.also ?? [])].map((path) => ({ route, path })))

describe('where an address leads', () => {
  it('is the screen that declares it, also with its holes filled, a query and a slash at the end', () => {
    const wrong = addresses.flatMap(({ route, path }) => {
      const to = path.replace(/:\w+/g, 'xx_1')
      return [to, `${to}/`, `${to}?a=/v2`].filter((address) => find(address) !== route && to !== '/')
    })
    expect(wrong).toEqual([])
  })
  it.each(['/v2/nowhere', '/v2/exam/detail/ex_1/nowhere/at/all', 'https://example.cn/v2', ''])(
    'is no screen: %s',
    (to) => expect(find(to)).toBeUndefined(),
  )
})

describe('an action', () => {
  const university = { userType: 3, stage: 4 }
  it('is offered where its screen is there for the viewer, and nowhere else', () => {
    for (const viewer of [university, { userType: 15, stage: 4 }, { userType: 3, stage: 2 }, { userType: 4, stage: 1 }])
      for (const { route, path } of addresses)
        expect([path, opensFor(find, viewer, path.replace(/:\w+/g, 'xx_1'))]).toEqual([path, visible(route, viewer)])
  })
  it.each([
    [
      'a teacher of a university, to the school’s students',
      university,
      '/v2/school/manage/student-manage/student',
      false,
    ],
    ['the same, to an exam', university, '/v2/exam/detail/ex_1', true],
    ['a student, to the making of an exam', { userType: 4, stage: 2 }, '/v2/exam/add', false],
    ['before it is known who is there', undefined, '/v2/exam/add', true],
    ['out of the product', university, 'https://example.cn', true],
  ])('%s', (_, viewer, to, open) => expect(opensFor(find, viewer, to)).toBe(open))
})
