import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '../browser.testing.tsx'
import { Page } from './Page.tsx'
import { SiblingsAround } from './Siblings.tsx'

const siblings = (label: string) => ({
  label,
  here: 'k2',
  items: Array.from({ length: 6 }, (_, i) => ({ key: `k${i}`, name: `${label}${i}`, to: `/${i}` })),
})

it('a form stays beside the siblings of the list that it was opened from; a screen with its own shows those', async () => {
  await show(
    <SiblingsAround value={siblings('学生')}>
      <Page title="添加学生">表单</Page>
    </SiblingsAround>,
  )
  await expect.element(page.getByRole('link', { name: '学生2' })).toHaveAttribute('aria-current', 'page')
  await show(
    <SiblingsAround value={siblings('学生')}>
      <Page title="设置" siblings={siblings('设置')}>
        表单
      </Page>
    </SiblingsAround>,
  )
  await expect.element(page.getByRole('link', { name: '设置2' })).toBeVisible()
})
