/**
 * A person's pace, by the keystroke-level model (Card, Moran and Newell, 1980): what a hand and a head take for an act is
 * counted and not measured, so that a claim about minutes hangs on no machine. What the product itself takes stands apart
 * (`waited`), and is told.
 */
import type { Locator } from 'playwright'

/** Seconds: to make up one's mind, to point, to press, a key of an average typist, a Chinese character by its pinyin. */
const seconds = { mind: 1.35, point: 1.1, press: 0.2, key: 0.28, character: 1 }

export type Hand = {
  /** Decides, points at it and presses. */
  press: (at: Locator) => Promise<void>
  /** The same again of its neighbours: one decision for all of them. */
  pressAll: (at: readonly Locator[]) => Promise<void>
  /** Points into the field, takes out what stands there, and types. */
  type: (into: Locator, text: string) => Promise<void>
  choose: (from: Locator, label: string) => Promise<void>
  /** A day by its digits. */
  day: (into: Locator, iso: string) => Promise<void>
  /** Looks until it is there. */
  see: (what: Locator) => Promise<void>
  /** By the model, and what was waited for, in seconds. */
  spent: () => { hand: number; waited: number }
}

export const handOf = (): Hand => {
  let hand = 0
  let waited = 0
  const doing = async (takes: number, act: Promise<unknown>): Promise<void> => {
    hand += takes
    const from = performance.now()
    await act
    waited += (performance.now() - from) / 1000
  }
  const typed = (text: string): number =>
    [...text].reduce((sum, c) => sum + (/[ -~]/.test(c) ? seconds.key : seconds.character), 0)
  const pressing = seconds.point + 2 * seconds.press
  return {
    press: (at) => doing(seconds.mind + pressing, at.click()),
    pressAll: async (at) => {
      hand += seconds.mind
      for (const one of at) await doing(pressing, one.click())
    },
    type: async (into, text) => {
      await doing(seconds.mind + pressing + 2 * seconds.key, into.fill(text))
      hand += typed(text)
    },
    choose: (from, label) => doing(2 * (seconds.mind + pressing), from.selectOption({ label })),
    day: (into, iso) => doing(seconds.mind + pressing + typed(iso), into.fill(iso)),
    see: (what) => doing(seconds.mind, what.waitFor()),
    spent: () => ({ hand: Math.round(hand), waited: Math.round(waited * 10) / 10 }),
  }
}
