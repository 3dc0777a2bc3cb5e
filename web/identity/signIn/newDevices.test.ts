import { describe, expect, it } from 'vitest'
import { newDevices } from './newDevices.ts'

const here = { device: 'Chrome Windows', ip: '10.0.0.1', current: true }
const phone = { device: 'Safari iPhone', ip: '10.0.0.2', current: false }
const library = { device: 'Edge Windows', ip: '10.0.0.3', current: false }

describe('the other devices of an account', () => {
  it('are told of once each, however often they sign in', () => {
    const first = newDevices([here, phone], null)
    expect(first.unseen).toEqual([phone])
    expect(newDevices([here, phone, phone], first.seen).unseen).toEqual([])
    expect(newDevices([here, phone, library], first.seen).unseen).toEqual([library])
  })
  it('are none where only this one is, in two windows too', () => {
    expect(newDevices([here, { ...here, current: false }], null).unseen).toEqual([])
    expect(newDevices([], null)).toEqual({ unseen: [], seen: '' })
  })
})
