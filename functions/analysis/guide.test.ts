import { describe, expect, it } from 'vitest'
import { examMorning } from '#shared/analysis/guide.calls.ts'
import { morningSteps, morningWhatIf } from '#shared/analysis/guide.words.ts'
import { newId } from '#functions/kit/ports.ts'
import { actAs, send, testCaller } from '#functions/kit/testing.ts'
import type { Tenant } from '#shared/kit/ids.ts'
import { guidePages } from './export/guide.pages.ts'
import { paper } from '#functions/kit/report/report.pen.ts'

actAs('analysis-api')
const { handler } = await import('./analysis.api.ts')

describe('the page for exam morning', () => {
  it('says everything whole, within the paper, on two pages at most', () => {
    const pages = guidePages('青禾市第一中学')
    expect(pages.length).toBeLessThanOrEqual(2)
    const texts = pages.flatMap((p) => p.flatMap((s) => (s.kind === 'text' ? [s] : [])))
    const said = texts.map((s) => s.text).join('')
    for (const { title, lines } of morningSteps) for (const line of [title, ...lines]) expect(said).toContain(line)
    for (const [problem, answer] of morningWhatIf) for (const text of [problem, answer]) expect(said).toContain(text)
    expect(said).not.toContain('…')
    for (const s of texts) expect([s.text, s.y + s.size < paper.height]).toEqual([s.text, true])
    expect(guidePages('')[0]!.length).toBeLessThan(pages[0]!.length)
  })

  it('is a PDF, the same one for the same school, for those who plan exams', async () => {
    const of = { tenant: `s:${newId('school')}` as Tenant }
    const admin = await testCaller({ userType: 2, ...of })
    const first = await send(handler, examMorning, {}, admin.token)
    expect(first.data.fileName).toBe('考试当天一页纸.pdf')
    const bytes = Buffer.from(await (await fetch(first.data.url)).arrayBuffer())
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
    const again = await send(handler, examMorning, {}, admin.token)
    expect(Buffer.from(await (await fetch(again.data.url)).arrayBuffer()).equals(bytes)).toBe(true)
    const student = await testCaller({ userType: 4, ...of })
    expect((await send(handler, examMorning, {}, student.token)).http).toBe(403)
  })
})
