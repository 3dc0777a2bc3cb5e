import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { networkOf } from './address.rules.ts'

describe('the network of an address', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::FFFF:cb00:7107', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
    ['[2001:db8:1:2::]', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['64:ff9b::192.0.2.33', '64:ff9b:0:0::/64'],
    ['::', '0:0:0:0::/64'],
    ['1::2::3', '1::2::3'],
    ['1:2:3', '1:2:3'],
    ['unknown', 'unknown'],
    ['', ''],
  ])('%s is of %s', (address, network) => {
    expect(networkOf(address)).toBe(network)
  })

  it('is one for all hosts of a /64, however they are written, and another for the next', () => {
    const group = fc.integer({ min: 0, max: 0xffff })
    fc.assert(
      fc.property(
        fc.array(group, { minLength: 4, maxLength: 4 }),
        fc.array(group, { minLength: 4, maxLength: 4 }),
        (net, host) => {
          // What looks like IPv4 in IPv6 is another kind.
          if (net.every((g) => g === 0)) return
          const text = (of: number[]): string => of.map((g) => g.toString(16)).join(':')
          const long = [...net, ...host].map((g) => g.toString(16).padStart(4, '0').toUpperCase()).join(':')
          expect(networkOf(`${text(net)}:${text(host)}`)).toBe(networkOf(`${text(net)}::`))
          expect(networkOf(long)).toBe(networkOf(`${text(net)}::1`))
          const next = [...net.slice(0, 3), net[3]! ^ 1]
          expect(networkOf(`${text(next)}::1`)).not.toBe(networkOf(`${text(net)}::1`))
        },
      ),
    )
  })
})
