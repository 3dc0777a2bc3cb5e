/** What every test of a part begins with: nothing that another left. */
import { afterEach } from 'vitest'
import { page } from 'vitest/browser'
import { now } from './ports.ts'

// Files run beside each other at one address: a session that one begins is none of the others', so each has its own cookies.
const jar = new Map<string, string>()
Object.defineProperty(document, 'cookie', {
  configurable: true,
  get: () => [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
  set: (text: string) => {
    const [pair = '', ...about] = text.split(';').map((part) => part.trim())
    const at = pair.indexOf('=')
    const expires = about.find((part) => part.toLowerCase().startsWith('expires='))
    if (expires !== undefined && Date.parse(expires.slice('expires='.length)) <= now()) jar.delete(pair.slice(0, at))
    else jar.set(pair.slice(0, at), pair.slice(at + 1))
  },
})

afterEach(async () => {
  jar.clear()
  sessionStorage.clear()
  localStorage.clear()
  await page.viewport(1440, 900)
})
