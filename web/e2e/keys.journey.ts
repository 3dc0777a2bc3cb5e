/** Getting about by keys alone: Tab until something has the focus, as a person without a mouse does. */
import type { Page } from 'playwright'

/** What has the focus, as it is read out. */
export const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const at = document.activeElement
    if (!at || at === document.body) return ''
    const labelled = (at.getAttribute('aria-labelledby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent ?? '')
      .join('')
    const labels = [...((at as HTMLInputElement).labels ?? [])].map((l) => l.textContent ?? '').join('')
    return (at.getAttribute('aria-label') || labelled || labels || at.textContent || at.id).trim()
  })

/** @throws when it is not reached, with what was, or when the focus does not show where it is. */
export const tabTo = async (page: Page, name: string | RegExp, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> => {
  const fits = (text: string): boolean => (typeof name === 'string' ? text === name : name.test(text))
  const passed: string[] = []
  for (let i = 0; i < 60; i++) {
    await page.keyboard.press(key)
    const at = await focused(page)
    if (fits(at)) {
      if (await page.evaluate(() => document.activeElement!.matches(':focus-visible'))) return
      throw new Error(`the focus on ${at} does not show`)
    }
    passed.push(at.slice(0, 30))
  }
  throw new Error(`${String(name)} is not reached by ${key}; passed: ${passed.join(' | ')}`)
}
