/** What every test of a part begins with: nothing that another left. */
import { afterEach } from 'vitest'
import { page } from 'vitest/browser'
import { connectKit } from './wires.ts'

// Files run beside each other and share the cookie: a session that another one begins is met here, and left as it is.
connectKit({
  refresh: (refreshToken) => Promise.resolve({ accessToken: 'of another file', refreshToken, expiresIn: 600_000 }),
})

afterEach(async () => {
  sessionStorage.clear()
  localStorage.clear()
  await page.viewport(1440, 900)
})
