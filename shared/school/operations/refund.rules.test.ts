import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { isPayDay, refundActs, refundBar, refundStateNames, refundTo, showYuan, sumsOf } from './refund.rules.ts'
import type { RefundAct, RefundStand, RefundState } from './refund.rules.ts'

const [a, b, c] = ['ac_a', 'ac_b', 'ac_c'] as const
const hand = (accountId: string) => ({ accountId, userName: accountId })

test.each([
  [0, '0.00'],
  [1, '0.01'],
  [100, '1.00'],
  [123_456, '1,234.56'],
  [999_999_999, '9,999,999.99'],
  [-250, '-2.50'],
])('%i fen are %s yuan', (fen, yuan) => {
  expect(showYuan(fen)).toBe(yuan)
})

it('no amount is lost where it is shown', () => {
  fc.assert(
    fc.property(fc.integer({ min: -1e12, max: 1e12 }), (fen) => {
      expect(Number(showYuan(fen).replace(/[,.]/g, '')) || 0).toBe(fen)
    }),
  )
})

describe('who may do what', () => {
  const open: Record<RefundState, readonly RefundAct[]> = {
    asked: ['edit', 'withdraw', 'approve', 'refuse'],
    refused: ['edit', 'withdraw', 'undecide'],
    approved: ['undecide', 'pay'],
    paid: ['unpay'],
    withdrawn: ['reopen'],
  }
  it.each(refundStateNames)('where it is %s', (state) => {
    const of: RefundStand = { state, hands: [a], decided: hand(b), paid: hand(b) }
    expect(refundActs.filter((act) => refundBar(act, of, [b]) === null)).toEqual(open[state])
  })

  test.each<[RefundAct, RefundStand, readonly string[], string | null]>([
    ['approve', { state: 'asked', hands: [a] }, [a], 'ownHand'],
    ['refuse', { state: 'asked', hands: [a, b] }, [b], 'ownHand'],
    // An operator in the place of another is the operator still.
    ['approve', { state: 'asked', hands: [a] }, [b, a], 'ownHand'],
    ['approve', { state: 'asked', hands: [a, b] }, [c], null],
    ['undecide', { state: 'approved', hands: [a], decided: hand(b) }, [c], 'otherHand'],
    ['unpay', { state: 'paid', hands: [a], decided: hand(b), paid: hand(c) }, [b], 'otherHand'],
    ['pay', { state: 'asked', hands: [a] }, [b], 'state'],
  ])('%s %j by %j: %s', (act, of, people, why) => {
    expect(refundBar(act, of, people)?.why ?? null).toBe(why)
  })

  it('by no way of acts is it paid that a second person has not approved', () => {
    const step = fc.tuple(fc.constantFrom(...refundActs), fc.constantFrom(a, b, c))
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (ways) => {
        let of: RefundStand = { state: 'asked', hands: [a] }
        for (const [act, who] of ways) {
          if (refundBar(act, of, [who]) !== null) continue
          const state = refundTo(act)
          if (act === 'edit') of = { state, hands: [...new Set([...of.hands, who])] }
          else if (act === 'approve' || act === 'refuse') of = { ...of, state, decided: hand(who) }
          else if (act === 'pay') of = { ...of, state, paid: hand(who) }
          else of = { ...of, state }
          if (of.state === 'paid') expect(of.hands).not.toContain(of.decided!.accountId)
        }
      }),
    )
  })
})

const day = (text: string) => Date.parse(`${text}:00+08:00`)
test.each([
  ['2026-11-27T00:00', '2026-11-27T23:50', '2026-11-27T23:59', true],
  ['2026-11-26T00:00', '2026-11-27T00:10', '2026-11-28T12:00', false],
  ['2026-11-28T00:00', '2026-11-27T00:10', '2026-11-28T00:00', true],
  ['2026-11-29T00:00', '2026-11-27T00:10', '2026-11-28T23:59', false],
])('paid on %s, entered %s, asked %s: %s', (paid, noted, at, is) => {
  expect(isPayDay(day(paid), day(noted), day(at))).toBe(is)
})

it('sums are the amounts, however they are divided', () => {
  const one = fc.record({
    state: fc.constantFrom(...refundStateNames),
    amount: fc.integer({ min: 1, max: 999_999_999 }),
  })
  fc.assert(
    fc.property(fc.array(one), (list) => {
      const { count, amount, byState } = sumsOf(list)
      expect(count).toBe(list.length)
      expect(Object.values(byState).reduce((x, y) => x + y, 0)).toBe(amount)
      for (const s of refundStateNames)
        expect(byState[s]).toBe(list.filter((r) => r.state === s).reduce((x, r) => x + r.amount, 0))
    }),
  )
})
