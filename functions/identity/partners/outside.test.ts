import { afterAll, describe, expect, it } from 'vitest'
import { partnerProblems as p } from '#shared/identity/partners/partner.problems.ts'
import { asFunction } from '#functions/kit/testing.ts'
import { askOutside, isPublicAddress, OutsideFailure, publicLookup } from './outside.ts'
import { clientId, clientSecret, outsideServer, redirectOrigin } from './partner.fixtures.ts'
import { partnerWorld } from './partner.testing.ts'

const { platform, save, begin, refused, idOf } = await partnerWorld()
const { address, close } = await outsideServer()
afterAll(close)

describe('requests outside', () => {
  it.each([
    '127.0.0.1',
    '10.1.2.3',
    '172.20.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '224.0.0.1',
    '255.255.255.255',
    '::1',
    '::',
    '::ffff:10.0.0.1',
    'fd00::1',
    'fe80::1',
    '64:ff9b::a00:1',
    'nonsense',
  ])('hold %s for no public address', (ip) => {
    expect(isPublicAddress(ip)).toBe(false)
  })
  it.each(['8.8.8.8', '203.119.26.1', '2400:3200::1'])('hold %s for one', (ip) => {
    expect(isPublicAddress(ip)).toBe(true)
  })

  it('connect to what was judged: a name that means this cloud leads nowhere', async () => {
    const asked = (addresses: string[], all: boolean) =>
      new Promise((done) => {
        const found = addresses.map((address) => ({ address, family: 4 }))
        publicLookup((_name, _options, answer) => answer(null, found))('id.example.cn', { all }, (...got) => done(got))
      })
    expect(await asked(['169.254.169.254'], false)).toMatchObject([{ kind: 'refused' }, '', 0])
    expect(await asked(['10.0.0.1', '203.119.26.1'], false)).toEqual([null, '203.119.26.1', 4])
    expect(await asked(['10.0.0.1', '203.119.26.1'], true)).toEqual([null, [{ address: '203.119.26.1', family: 4 }]])
  })

  it.each([
    ['https://localhost.example.cn', ['other.example.cn']],
    ['https://127.0.0.1/', ['127.0.0.1']],
    ['http://id.example.cn/', ['id.example.cn']],
    ['https://user@id.example.cn/', ['id.example.cn']],
    ['file:///etc/passwd', ['']],
    ['https://[::1]/', ['[::1]']],
  ])('never go to %s', async (url, hosts) => {
    await expect(askOutside(url, { hosts })).rejects.toMatchObject({ kind: 'refused' })
  })

  it('do not reach this machine where the local cloud does not run', async () => {
    const before = process.env['QINGHE_ENV']
    process.env['QINGHE_ENV'] = 'cloud'
    try {
      const host = address.slice('http://'.length)
      await expect(askOutside(`${address}/x`, { hosts: [host] })).rejects.toBeInstanceOf(OutsideFailure)
      const answer = await save(platform.token, {
        partnerId: idOf(),
        name: '本机',
        settings: { kind: 'oidc', issuer: address, clientId },
        origins: [redirectOrigin],
        secret: clientSecret,
      })
      expect(answer).toMatchObject({ ...refused(p.partnerSettingsRefused), message: '合作方地址应以 https:// 开头' })
    } finally {
      process.env['QINGHE_ENV'] = before
    }
  })

  it('are what the identity function may do and others need not', async () => {
    // Its rights to the store are its own: another room's function may not read a partner.
    await asFunction('card-api', async () => {
      await expect(begin('nosuchpartner')).resolves.toMatchObject({ http: 500 })
    })
  })
})
