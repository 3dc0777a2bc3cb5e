import { beforeEach, expect, it, vi } from 'vitest'
import { aheadOf, restMs } from './ahead.ts'

const loads = { exams: vi.fn(), exam: vi.fn(), lost: vi.fn() }
const screen = () => null
const links = new Map<string, HTMLElement>()
let ahead: ReturnType<typeof aheadOf>
beforeEach(() => {
  vi.useFakeTimers()
  loads.exams.mockReset().mockResolvedValue(screen)
  loads.exam.mockReset().mockResolvedValue(screen)
  loads.lost.mockReset().mockRejectedValue(new Error('no line'))
  document.body.innerHTML = ['/exams', '/exam/e1', '/exam/e2', '/lost', 'https://example.com/exams', '/nowhere']
    .map((href) => `<a href="${href}"><span>${href}</span></a>`)
    .join('')
  document.body.innerHTML +=
    '<button data-to="/exam/e3?role=final"><span>a button</span></button><button><span>bare</span></button>'
  for (const span of document.querySelectorAll('span')) links.set(span.textContent, span)
  ahead = aheadOf([
    { path: '/exams', load: loads.exams },
    { path: '/exam/:examId', also: ['/e/:examId'], load: loads.exam },
    { path: '/lost', load: loads.lost },
  ])
  return () => void vi.useRealTimers()
})
const rest = (on: string, ms: number): void => {
  ahead.soon(links.get(on)!)
  vi.advanceTimersByTime(ms)
}

it('comes while a link is rested on, once, and not for links that are passed', () => {
  rest('/exams', restMs - 1)
  rest('/exam/e1', restMs - 1)
  expect([loads.exams, loads.exam].map((l) => l.mock.calls.length)).toEqual([0, 0])
  rest('/exams', restMs)
  rest('/exams', restMs)
  expect([loads.exams, loads.exam].map((l) => l.mock.calls.length)).toEqual([1, 0])
})

it('comes for a button that leads somewhere, and for no other', () => {
  rest('bare', restMs)
  expect(loads.exam).not.toHaveBeenCalled()
  rest('a button', restMs)
  expect(loads.exam).toHaveBeenCalledTimes(1)
})

it('comes at once for what is pressed, and for no page of others or none', () => {
  ahead.now(links.get('/exam/e2')!)
  for (const other of ['https://example.com/exams', '/nowhere']) ahead.now(links.get(other)!)
  ahead.now(document.body)
  expect([loads.exams, loads.exam].map((l) => l.mock.calls.length)).toEqual([0, 1])
})

it('that did not come is asked for again, without a word', async () => {
  ahead.now(links.get('/lost')!)
  await vi.waitFor(() => {
    ahead.now(links.get('/lost')!)
    expect(loads.lost).toHaveBeenCalledTimes(2)
  })
})
