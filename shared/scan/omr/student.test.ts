import { describe, expect, it } from 'vitest'
import { readBarcodeNumber } from './student.ts'

describe('the number of a bar code', () => {
  it('counts alone, and with the same number in the QR', () => {
    expect(readBarcodeNumber('2026040171')).toEqual({ reading: { value: '2026040171', digits: [], from: 'barcode' } })
    expect(readBarcodeNumber('2026040171', '2026040171').doubt).toBeUndefined()
  })
  it('is no number where the QR says another', () => {
    const { reading, doubt } = readBarcodeNumber('2026040171', '2026040172')
    expect([reading.value, doubt]).toEqual([null, '二维码为2026040172，条形码为2026040171'])
  })
  it('leaves it to the QR where none can be read, and to a person where there is no QR', () => {
    expect(readBarcodeNumber(null, '2026040171').reading).toMatchObject({ value: '2026040171', from: 'qr' })
    expect(readBarcodeNumber(null)).toMatchObject({ reading: { value: null }, doubt: '条形码未粘贴或无法识别' })
  })
  it('takes no other text for a number, at any QR', () => {
    expect(readBarcodeNumber('ABC-12', '2026040171')).toMatchObject({ reading: { value: null } })
    expect(readBarcodeNumber('123').doubt).toContain('不是考号')
  })
})
