import { expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { CardId } from '#shared/kit/ids.ts'
import { ok, serve, show } from '#web/kit/browser.testing.tsx'
import { Crests } from './Crests.tsx'

const [first, second] = ['ab', 'cd'].map((s) => s.repeat(32)) as [string, string]
const crest = (sha256: string, name: string) => ({ sha256, name, width: 300, height: 300, url: 'data:,' })

it('offers what other cards had beside their title, but not what this one shows; one press takes it', async () => {
  const sent = serve(({ method }) =>
    method === 'GET' ? ok([crest(first, '校徽.png'), crest(second, '旧校徽.png')]) : ok(crest(first, '校徽.png')),
  )
  const onTake = vi.fn()
  await show(<Crests cardId={'ca_1' as CardId} used={[second]} onTake={onTake} />)
  const take = page.getByRole('button', { name: '使用校徽.png' })
  await expect.element(take).toBeVisible()
  expect(document.body.textContent).not.toContain('旧校徽')
  await userEvent.click(take)
  await expect.poll(() => onTake.mock.calls).toEqual([[{ sha256: first, name: '校徽.png', width: 300, height: 300 }]])
  await userEvent.click(page.getByRole('button', { name: '不再提供校徽.png' }))
  const posts = () => sent.filter((s) => s.method === 'POST').map((s) => s.path.split('/').at(-1))
  await expect.poll(posts).toEqual(['take', 'drop'])
})

it('is nothing where there is nothing to offer', async () => {
  const asked = serve(() => ok([]))
  await show(<Crests cardId={'ca_1' as CardId} used={[]} onTake={() => undefined} />)
  await expect.poll(() => asked.some((s) => s.path.endsWith('/crests'))).toBe(true)
  await expect.element(page.getByRole('group', { name: '本校用过的图片' })).not.toBeInTheDocument()
})
