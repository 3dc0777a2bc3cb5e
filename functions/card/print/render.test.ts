import { PDFiumLibrary } from '@hyzyla/pdfium'
import { beforeAll, describe, expect, it } from 'vitest'
import * as cardCalls from '#shared/card/card.calls.ts'
import { cardProblemList } from '#shared/card/card.problems.ts'
import * as deskCalls from '#shared/card/designer/desk.calls.ts'
import { htmlToPdf, openRender, renderTicket } from '#shared/card/print/render.calls.ts'
import { renderTicketMs } from '#shared/card/print/render.types.ts'
import { now, usePorts } from '#functions/kit/ports.ts'
import { actAs, send, testCaller } from '#functions/kit/testing.ts'
import { handler } from '../card.api.ts'
import type { Setting } from '../card.fixtures.ts'
import { ask, jobDone, made, onTwoSides, setting } from '../card.fixtures.ts'
import { renderTickets } from '../card.store.ts'

beforeAll(() => actAs('card-api'))

const published = async (): Promise<{ at: Setting; cardId: Awaited<ReturnType<typeof made>> }> => {
  const at = await setting(onTwoSides())
  const cardId = await made(at)
  await ask(cardCalls.publishCard, { cardId, version: 1, pages: 2 }, at)
  return { at, cardId }
}
/** Opened without a session. */
const opened = (ticket: string) => send(handler, openRender, { ticket })
const spent = cardProblemList.ticketSpent.status

describe('a render ticket', () => {
  it('opens exactly its card and version, without a session, once', async () => {
    const { at, cardId } = await published()
    const { data } = await ask(renderTicket, { cardId, kind: 'render' }, at)
    expect(data.path).toBe(`/answer-card/render#ticket=${data.ticket}`)
    // A later version does not change what the ticket shows.
    const { design, version } = (await ask(cardCalls.cardDetail, { cardId }, at)).data
    await ask(cardCalls.saveCard, { cardId, design: { ...design, sheetType: 3 }, version }, at)
    await ask(cardCalls.publishCard, { cardId, version: version + 1, pages: 2 }, at)
    const first = await opened(data.ticket)
    expect(first).toMatchObject({ http: 200, status: 0, data: { kind: 'render', card: { version: 1 } } })
    expect(first.data).not.toHaveProperty('copies')
    expect((await opened(data.ticket)).status).toBe(spent)
  })

  it('is used by one of two who open it at once', async () => {
    const { at, cardId } = await published()
    const { ticket } = (await ask(renderTicket, { cardId, kind: 'render' }, at)).data
    const both = await Promise.all([opened(ticket), opened(ticket)])
    expect(both.map((b) => b.status).sort()).toEqual([0, spent])
  })

  it('dies with its ten minutes and with its card, and tells a stranger nothing of either', async () => {
    const { at, cardId } = await published()
    const one = (await ask(renderTicket, { cardId, kind: 'render' }, at)).data
    const two = (await ask(renderTicket, { cardId, kind: 'render' }, at)).data
    const back = usePorts({ now: () => Date.now() + renderTicketMs + 1000 })
    const late = await opened(one.ticket)
    back()
    await ask(deskCalls.softDeleteCard, { cardId, version: 2 }, at)
    const gone = await opened(two.ticket)
    const madeUp = await opened('A'.repeat(43))
    expect([late, gone, madeUp].map((a) => [a.status, a.message])).toEqual(
      Array.from({ length: 3 }, () => [spent, cardProblemList.ticketSpent.message]),
    )
    expect((await opened('../../etc/passwd')).message).toBe('链接不完整，请重新复制')
    // The table holds a digest, never the secret.
    const row = JSON.stringify(await renderTickets.get({ digest: one.ticket }))
    expect(row).toBe('null')
    expect(two.expiresAt - now()).toBeLessThanOrEqual(renderTicketMs)
  })

  it('is made only by who manages the exam, for what is there', async () => {
    const { at, cardId } = await published()
    const head = await testCaller({ userType: 9, tenant: at.owner })
    expect((await send(handler, renderTicket, { cardId, kind: 'render' }, head.token)).http).toBe(403)
    const stranger = await setting()
    expect((await ask(renderTicket, { cardId, kind: 'render' }, stranger)).http).toBe(403)
    const draft = await made(stranger)
    expect((await ask(renderTicket, { cardId: draft, kind: 'render' }, stranger)).status).toBe(
      cardProblemList.notPublished.status,
    )
    expect((await ask(renderTicket, { cardId, kind: 'image', page: 99 }, at)).status).toBe(
      cardProblemList.noSuchPage.status,
    )
    expect((await ask(renderTicket, { cardId, kind: 'file' }, at)).status).toBe(cardProblemList.noStudents.status)
  })

  it('shows one page, the areas that a machine reads, or the copies of one class and no other', async () => {
    const { at, cardId } = await published()
    const open = async (input: Omit<Parameters<typeof send<typeof renderTicket>>[2], 'cardId'>) =>
      (await opened((await ask(renderTicket, { ...input, cardId } as never, at)).data.ticket)).data
    const plain = await open({ kind: 'render' } as never)
    const image = await open({ kind: 'image', page: 2 } as never)
    expect(image.card.geometry.pages.map((p) => p.page)).toEqual([2])
    expect(image.card.geometry.hash).toBe(plain.card.geometry.hash)
    const areas = await open({ kind: 'template' } as never)
    const words = areas.card.geometry.pages.flatMap((p) => p.draws.flatMap((d) => (d.kind === 'text' ? [d.text] : [])))
    expect(words).toEqual(expect.arrayContaining(['二维码', '考号', '主观题']))
    const file = await open({ kind: 'file', classId: at.classes[0]!.classId } as never)
    expect(file.copies!.map((c) => c.name)).toEqual(['赵一', '钱二', '孙三'])
    expect(JSON.stringify(file)).not.toContain('李四')
    const written = file.copies![0]!.draws[0]!.flatMap((d) => (d.kind === 'text' ? [d.text] : []))
    // The number stands in the boxes of its digits.
    expect(written).toEqual(expect.arrayContaining(['赵一', '高一（1）班']))
    expect(written.slice(-8).join('')).toBe('20260100')
  })

  it('becomes a PDF for its maker alone, and is used up by it', async () => {
    const { at, cardId } = await published()
    const pages = async (kind: 'render' | 'image' | 'file') => {
      const input = { cardId, kind, ...(kind === 'file' ? { classId: at.classes[0]!.classId } : {}) }
      const { ticket } = (await ask(renderTicket, input, at)).data
      const other = await testCaller({ userType: 2, tenant: at.owner })
      expect((await send(handler, htmlToPdf, { ticket }, other.token)).status).toBe(spent)
      const started = await ask(htmlToPdf, { ticket }, at)
      expect((await opened(ticket)).status).toBe(spent)
      const done = await jobDone(started.data.uuid, at)
      expect(done).toMatchObject({ status: 40 })
      const pdf = Buffer.from(await (await fetch(done.files[0]!.url)).arrayBuffer())
      const library = await PDFiumLibrary.init()
      const document = await library.loadDocument(pdf)
      const count = document.getPageCount()
      document.destroy()
      library.destroy()
      return count
    }
    expect([await pages('render'), await pages('image'), await pages('file')]).toEqual([2, 1, 6])
  })
})
