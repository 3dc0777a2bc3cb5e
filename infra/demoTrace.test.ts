import { describe, expect, it, vi } from 'vitest'
import { houseFiles } from '#infra/local/house/sources.ts'
import { buildApp } from './app.ts'

vi.stubEnv('CDK_VALIDATION', 'false')

/** Without bundling: the code that is deployed is read from its sources below. */
const light = { 'aws:cdk:bundling-stacks': [] }

describe('a cloud build', () => {
  it('holds no trace of the demo: no switch in the templates, no password or account in the code that is deployed', () => {
    const texts = buildApp(light)
      .synth()
      .stacks.map((s) => JSON.stringify(s.template))
    expect(texts.length).toBeGreaterThan(3)
    for (const text of texts) expect(text).not.toContain('QINGHE_DEMO')
    const deployed = houseFiles().filter(
      ({ path }) =>
        /^(shared|functions|web|layers)\/.*\.(ts|tsx|mjs|html)$/.test(path) && !/\.test\.tsx?$|^web\/e2e\//.test(path),
    )
    expect(deployed.length).toBeGreaterThan(200)
    for (const { path, text } of deployed) expect(text, path).not.toMatch(/Qinghe2026|qhyz_/)
  })

  it('has the switch when the demo is asked for', () => {
    const texts = buildApp({ ...light, demo: '1' })
      .synth()
      .stacks.map((s) => JSON.stringify(s.template))
    expect(texts.some((text) => text.includes('QINGHE_DEMO'))).toBe(true)
  })
})
