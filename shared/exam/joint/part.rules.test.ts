import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { contactPhone } from './part.rules.ts'

describe('a contact’s telephone', () => {
  it.each([
    ['13800001111', '13800001111'],
    [' 138 0000 1111 ', '138-0000-1111'],
    ['0592—5551234', '0592-5551234'],
    ['０５９２－５５５１２３４', '0592-5551234'],
    ['+86 13800001111', '+86-13800001111'],
  ])('%s is %s', (text, phone) => expect(contactPhone(text)).toBe(phone))
  it.each(['', '123', '请打给我', 'tel:13800001111', '13800001111<b>', '1'.repeat(30), '0592-'])('%s is none', (text) =>
    expect(contactPhone(text)).toBe(''),
  )
  it('is never anything that an address could not hold', () => {
    const some = fc.oneof(fc.string(), fc.stringMatching(/^[\d +\-—０-９]{0,24}$/))
    fc.assert(fc.property(some, (text) => /^(\+?\d[\d-]*\d)?$/.test(contactPhone(text))))
  })
})
