/** Dragging a frame's edge in the designer, on a card of 150 questions, in a real browser. */
import type { CDPSession, Page } from 'playwright'
import { createCard } from '#shared/card/card.calls.ts'
import { savePaper, examPaper } from '#shared/exam/exam.calls.ts'
import type { PaperQuestion } from '#shared/exam/exam.types.ts'
import { composeId } from '#shared/kit/ids.ts'
import type { QuestionId } from '#shared/kit/ids.ts'
import { drawPath } from '#web/card/card.paths.ts'
import { beginExam } from '../exam.ts'
import { median } from './bench.types.ts'
import type { Bench } from './bench.types.ts'
import { enter, withSmallSchool } from './signedIn.ts'

/** 110 choices, 20 blanks and 20 solutions. */
const counts = { 1: 80, 2: 20, 3: 10, 4: 20, 5: 20 } as const
const moves = 90

const questions = (): PaperQuestion[] => {
  let n = 0
  return Object.entries(counts).flatMap(([type, count]) =>
    Array.from({ length: count }, () => ({
      questionId: composeId(
        'question',
        ++n,
        Uint8Array.from({ length: 10 }, (_, i) => (n * 7 + i) % 256),
      ) as QuestionId,
      number: String(n),
      unitType: Number(type),
      fullScore: Number(type) <= 4 ? 200 : 1000,
      ...(Number(type) <= 2 ? { optionCount: 4, answer: 'A' } : Number(type) === 3 ? { answer: 'T' } : {}),
    })),
  )
}

/** What the page's main thread has worked so far, in ms of the processor's time. */
const worked = async (session: CDPSession): Promise<{ task: number; script: number; layout: number }> => {
  const { metrics } = await session.send('Performance.getMetrics')
  const of = (name: string): number => (metrics.find((m) => m.name === name)?.value ?? 0) * 1000
  return {
    task: of('TaskDuration'),
    script: of('ScriptDuration'),
    layout: of('LayoutDuration') + of('RecalcStyleDuration'),
  }
}

/** Two frames: what the last move began is painted. */
const painted = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const { requestAnimationFrame: frame } = globalThis as unknown as {
      requestAnimationFrame: (run: () => void) => void
    }
    return new Promise<void>((done) => frame(() => frame(() => done())))
  })

const drag: Bench = {
  name: 'drag',
  run: async () => {
    return withSmallSchool(async (page, made) => {
      const run = await beginExam(made.schools[0]!, {
        seed: 'drag',
        name: '拖动',
        examType: 3,
        examDate: Date.UTC(2026, 9, 10),
      })
      const { version } = await run.admin.ask(examPaper, { paperId: run.paperId })
      await run.admin.ask(savePaper, { paperId: run.paperId, questions: questions(), version })
      const { cardId } = await run.admin.ask(createCard, { paperId: run.paperId })

      await enter(page, run.admin.user.accountName)
      await page.goto(drawPath(cardId))
      await page
        .getByRole('button', { name: /解答题/ })
        .first()
        .click()
      const handle = page.getByRole('slider', { name: /答题区高度/ }).first()
      await handle.scrollIntoViewIfNeeded()
      const box = (await handle.boundingBox())!
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
      const session = await page.context().newCDPSession(page)
      // Of the thread's own time: what others do on this machine is not the designer's.
      await session.send('Performance.enable', { timeDomain: 'threadTicks' })
      await page.mouse.move(x, y)
      await page.mouse.down()
      const all: { task: number; script: number; layout: number }[] = []
      // Down and up again by five pixels a step, more than a millimetre: nearly every step lays out anew.
      for (let i = 1; i <= moves; i++) {
        const before = await worked(session)
        await page.mouse.move(x, y + (i <= moves / 2 ? i : moves - i) * 5)
        await painted(page)
        const after = await worked(session)
        // The first moves compile what the others run.
        if (i > 10)
          all.push({
            task: after.task - before.task,
            script: after.script - before.script,
            layout: after.layout - before.layout,
          })
      }
      await page.mouse.up()
      const sorted = all.map((a) => a.task).sort((a, b) => a - b)
      const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]!
      const pages = await page.getByRole('group', { name: /^第\d+面，共/ }).count()
      return [
        {
          name: 'drag in the designer, 150 questions: main thread a move, median',
          unit: 'ms',
          ours: at(0.5),
          goal: { kind: 'bound', value: 16 },
          note: `${pages} pages; script ${median(all.map((a) => a.script)).toFixed(1)} ms, style and layout ${median(all.map((a) => a.layout)).toFixed(1)} ms of it; the rest is painting and the browser's own`,
        },
        {
          name: 'the same, nineteen of twenty moves',
          unit: 'ms',
          ours: at(0.95),
          goal: { kind: 'bound', value: 16 },
          note: `worst ${sorted.at(-1)!.toFixed(1)} ms`,
        },
      ]
    })
  },
}

export const dragBenches: readonly Bench[] = [drag]
