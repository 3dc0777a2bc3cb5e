/** What the journeys of the account share: asking past the screens, the outbox, the slide check. */
import type { Page } from 'playwright'
import type { AnyCall, OutputOf, SentOf } from '#shared/kit/call.ts'
import { identityPaths } from '#web/identity/identity.paths.ts'
import { patience, place } from './journey.ts'

/** Asks past the screens: only for what must be there before a journey begins. */
export const askAs = async <C extends AnyCall>(token: string, call: C, input: SentOf<C>): Promise<OutputOf<C>> => {
  const reads = call.method === 'GET'
  const query = reads ? `?${new URLSearchParams(input as Record<string, string>)}` : ''
  const answer = await fetch(place().address + call.path + query, {
    method: call.method,
    headers: { 'content-type': 'application/json', authorization: token },
    ...(reads ? {} : { body: JSON.stringify(input) }),
  })
  const { status, data, message } = (await answer.json()) as { status: number; data: OutputOf<C>; message: string }
  if (status !== 0) throw new Error(`${call.path}: ${message}`)
  return data
}

export const dialogueWith = (page: Page, text: string) =>
  page.getByRole('dialog').or(page.getByRole('alertdialog')).filter({ hasText: text })
export const said = (page: Page, text: string) => page.getByText(text).first().waitFor(patience)

/** As which type of user the home greets. */
export const roleOf = (page: Page, label: string) => page.locator('main dt').getByText(label, { exact: true })

/** The newest message of the demo's outbox to an address, as its page shows it. */
export const codeFor = async (page: Page, to: string): Promise<string> => {
  const tab = await page.context().newPage()
  await tab.goto(identityPaths.outbox)
  const text = await tab.getByRole('listitem').filter({ hasText: to }).first().innerText(patience)
  await tab.close()
  return /\d{4,8}(?=\D*分钟)|(?<=验证码\D{0,6})\d{4,8}/.exec(text)![0]
}
