/** A card's pictures under the mouse and the arrow keys, on the page to scale. */
import { useReducer } from 'react'
import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { smallCard } from '#shared/card/card.fixtures.ts'
import type { CardDesign, CardPicture } from '#shared/card/card.types.ts'
import { layOut } from '#shared/card/layout/layOut.ts'
import { show } from '#web/kit/browser.testing.tsx'
import { patchPicture } from './edits.ts'
import { begin, settle, step, undo } from './history.ts'
import type { History } from './history.ts'
import { PictureHandles } from './PictureHandles.tsx'

/** Pixels in a millimetre. */
const scale = 4
const crest: CardPicture = {
  ...{ pictureId: 'p1', sha256: 'ab'.repeat(32), name: '校徽.png' },
  ...{ width: 300, height: 300, x: 10, y: 0, w: 18 },
}

type Change = (h: History<CardDesign>) => History<CardDesign>
const Sheet = () => {
  const [history, change] = useReducer(
    (h: History<CardDesign>, c: Change) => c(h),
    {
      ...smallCard,
      pictures: [crest],
    },
    begin,
  )
  const design = history.present
  const { draws } = layOut(design).pages[0]!
  const { pictures } = design
  return (
    <>
      <svg width={210 * scale} height={120 * scale} viewBox="0 0 210 120">
        <PictureHandles
          draws={draws}
          pictures={pictures ?? []}
          urls={undefined}
          scale={scale}
          onMove={(id, to, done) =>
            change((h) => {
              const next = step(h, patchPicture(h.present, id, to), 'place')
              return done ? settle(next) : next
            })
          }
          onSettle={() => change(settle)}
        />
      </svg>
      <button onClick={() => change(undo)}>撤销</button>
      <output aria-label="位置">{pictures?.map((p) => `${p.x} ${p.y}`).join()}</output>
    </>
  )
}

const handle = () => page.getByRole('button', { name: /^图片校徽/ })
const place = page.getByRole('status', { name: '位置' })
const pointer = (type: string, on: EventTarget, x: number, y: number, altKey = false) =>
  on.dispatchEvent(
    new PointerEvent(type, { bubbles: true, cancelable: true, button: 0, clientX: x, clientY: y, altKey }),
  )

it('is dragged to whole millimetres, shown on the way, and taken back as one step', async () => {
  await show(<Sheet />)
  const at = handle().element()
  pointer('pointerdown', at, 100, 100)
  pointer('pointermove', window, 100 + 12.3 * scale, 100 + 3 * scale)
  await expect.poll(() => document.querySelectorAll('svg g > rect').length).toBe(2)
  expect(place.element().textContent).toBe('10 0')
  pointer('pointerup', window, 100 + 12.3 * scale, 100 + 3 * scale)
  await expect.element(place).toHaveTextContent('22 3')
  await userEvent.click(page.getByRole('button', { name: '撤销' }))
  await expect.element(place).toHaveTextContent('10 0')
})

it('holds at every fifth millimetre unless Alt lets go, stays in its area, and Escape leaves it', async () => {
  await show(<Sheet />)
  const drag = async (x: number, y: number, altKey: boolean, text: string) => {
    pointer('pointerdown', handle().element(), 100, 100)
    pointer('pointerup', window, 100 + x * scale, 100 + y * scale, altKey)
    await expect.element(place).toHaveTextContent(text)
  }
  await drag(4.4, 0, false, '15 0')
  await drag(-1, 0, true, '14 0')
  await drag(-40, -9, false, '0 0')
  pointer('pointerdown', handle().element(), 100, 100)
  pointer('pointermove', window, 300, 300)
  window.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }))
  pointer('pointerup', window, 300, 300)
  await expect.element(place).toHaveTextContent('0 0')
})

it('is moved by the arrow keys, a millimetre each, five with Shift; what was moved in one go is one step', async () => {
  await show(<Sheet />)
  handle().element().focus()
  await userEvent.keyboard('{ArrowRight}{ArrowRight}{ArrowDown}')
  await expect.element(place).toHaveTextContent('12 1')
  await userEvent.keyboard('{Shift>}{ArrowRight}{/Shift}')
  await expect.element(place).toHaveTextContent('17 1')
  await expect.element(handle()).toHaveAccessibleName('图片校徽.png，距左17毫米，距上1毫米，拖动或按方向键移动')
  await userEvent.click(page.getByRole('button', { name: '撤销' }))
  await expect.element(place).toHaveTextContent('10 0')
})
