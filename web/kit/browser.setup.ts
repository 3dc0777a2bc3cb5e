/** What every test of a part begins with: nothing that another left. */
import { afterEach } from 'vitest'
import { page } from 'vitest/browser'

afterEach(async () => {
  sessionStorage.clear()
  localStorage.clear()
  await page.viewport(1440, 900)
})
