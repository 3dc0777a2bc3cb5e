/** Where a page says it lies. */
import { afterEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '../browser.testing.tsx'
import { connectKit } from '../wires.ts'
import { Page } from '../parts/Page.tsx'

describe('crumbs', () => {
  const of = {
    path: '/school/:id/edit',
    at: '/school/a%2Fb/edit?schoolId=s1&page=2',
    handle: {
      above: [
        { name: '学校', path: '/schools' },
        { name: '一所', path: '/school/:id' },
      ],
      keeps: ['schoolId'],
    },
  }
  it('are those of the route: its holes filled, what goes along kept, this screen last', async () => {
    await show(<Page title="修改">内容</Page>, of)
    const way = page.getByRole('navigation', { name: '位置' })
    await expect.element(way.getByRole('link', { name: '学校' })).toHaveAttribute('href', '/schools?schoolId=s1')
    await expect.element(way.getByRole('link', { name: '一所' })).toHaveAttribute('href', '/school/a%2Fb?schoolId=s1')
    await expect.element(way.getByText('修改')).toHaveAttribute('aria-current', 'page')
  })
  const grades = { name: '年级', above: [], within: 's' }
  afterEach(() => connectKit({ opens: () => true, place: () => Promise.resolve({ crumbs: [] }) }))
  it('begin with the place that the address is within, and lead to its exam by the ids that follow', async () => {
    const asked: unknown[] = []
    connectKit({
      place: (within, ids) => {
        asked.push([within, ids])
        return Promise.resolve({
          crumbs: [
            { name: '考试', to: '/exams' },
            { name: '期中', to: '/exam/e1' },
          ],
          ids: { examId: 'e1' },
          prefix: '语文',
        })
      },
      opens: (to) => to !== '/exams',
    })
    const task = { name: '扫描', path: '/exam/:examId/scan/:paperId', within: 'paperId' }
    await show(<Page title="某页">内容</Page>, {
      path: '/scan/:paperId/page',
      at: '/scan/p1/page',
      handle: { name: '扫描页', above: [task] },
    })
    const way = page.getByRole('navigation', { name: '位置' })
    await expect.element(way.getByRole('link', { name: '期中' })).toHaveAttribute('href', '/exam/e1')
    await expect.element(way.getByRole('link', { name: '语文 扫描' })).toHaveAttribute('href', '/exam/e1/scan/p1')
    await expect.element(way.getByText('扫描页')).toHaveAttribute('aria-current', 'page')
    // What the viewer may not open is no link.
    expect(way.getByRole('link', { name: '考试' }).elements()).toEqual([])
    expect(way.getByText('考试').elements()).toHaveLength(1)
    expect(asked).toEqual([['paperId', { paperId: 'p1' }]])
  })
  it('of a place’s own screen end with its name', async () => {
    connectKit({
      place: () =>
        Promise.resolve({
          crumbs: [
            { name: '学校列表', to: '/schools' },
            { name: '一中', to: '/grades?s=1' },
          ],
        }),
    })
    await show(<Page title="年级">内容</Page>, { path: '/grades', at: '/grades?s=1', handle: grades })
    const way = page.getByRole('navigation', { name: '位置' })
    await expect.element(way.getByText('一中')).toHaveAttribute('aria-current', 'page')
    expect(way.getByRole('link').elements()).toHaveLength(1)
  })
  it('are none where the address names no place', async () => {
    await show(<Page title="年级">内容</Page>, { path: '/grades', at: '/grades', handle: grades })
    await expect.element(page.getByRole('heading', { name: '年级' })).toBeVisible()
    expect(page.getByRole('navigation', { name: '位置' }).elements()).toEqual([])
  })
  it('are the screen’s own where it gives them', async () => {
    const own = [{ name: '考试', to: '/exams' }, { name: '期中' }]
    await show(
      <Page title="修改" crumbs={own}>
        内容
      </Page>,
      of,
    )
    const way = page.getByRole('navigation', { name: '位置' })
    await expect.element(way.getByRole('link')).toHaveAttribute('href', '/exams')
  })
})
