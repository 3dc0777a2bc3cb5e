import { describe, expect, it } from 'vitest'
import { brands } from './brand.config.ts'
import { brandOf, entryOf, isLocalHost, jumpTo } from './brand.rules.ts'

/** WCAG 2: the contrast of two colours. */
const luminance = (hex: string): number => {
  const [r, g, b] = [1, 3, 5].map((i) => {
    const c = parseInt(hex.slice(i, i + 2), 16) / 255
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
const contrast = (a: string, b: string): number => {
  const [light, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

describe('brands', () => {
  it.each([
    ['mingde.localhost', 'mingde'],
    ['MINGDE.localhost:8000', 'mingde'],
    ['yunling.localhost.', 'yunling'],
    ['jianghai.localhost:80', 'jianghai'],
    ['127.0.0.1:8000', 'qinghe'],
    ['unknown.example', 'qinghe'],
    ['evil-mingde.localhost', 'qinghe'],
    ['', 'qinghe'],
  ])('%s is %s', (host, key) => expect(brandOf(host).key).toBe(key))

  it('are at least four, each on hosts of its own, readable in light and dark', () => {
    expect(brands.length).toBeGreaterThanOrEqual(4)
    const hosts = brands.flatMap((b) => b.hosts)
    expect(new Set(hosts).size).toBe(hosts.length)
    for (const b of brands) {
      expect([b.key, contrast(b.ramp[80], '#ffffff') >= 4.5]).toEqual([b.key, true])
      expect([b.key, contrast(b.ramp[120], '#292929') >= 4.5]).toEqual([b.key, true])
    }
  })

  it('lead in by their own door', () => {
    const of = (key: string) => brands.find((b) => b.key === key)!
    expect(entryOf(of('qinghe'), {})).toBeNull()
    expect(entryOf(of('yunling'), {})).toBe('/third-party-login')
    expect(entryOf(of('shuyuan'), {})).toBe('/dong-honey')
    expect(entryOf(of('shuyuan'), { adviser: '1' })).toBeNull()
  })

  it('jump by user type, with the session in the holes', () => {
    const [report, portal] = brands.find((b) => b.key === 'yunling')!.jumps
    expect(jumpTo(report!, 13, {})).toBe('/v2/area-center')
    expect(jumpTo(report!, 3, {})).toBe('/v2/exam/list')
    expect(jumpTo(portal!, 3, { primeID: 'a b&c' })).toBe('/dong-cooperation?primeID=a%20b%26c')
  })
})

it.each([
  ['localhost:5173', true],
  ['127.0.0.1', true],
  ['mingde.localhost', true],
  ['[::1]:8000', true],
  ['exam.example', false],
  ['127.0.0.1.example', false],
])('%s is local: %s', (host, local) => expect(isLocalHost(host)).toBe(local))
