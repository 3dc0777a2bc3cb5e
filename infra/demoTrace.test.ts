import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it, vi } from 'vitest'
import { buildApp } from './app.ts'

vi.stubEnv('CDK_VALIDATION', 'false')

/** Without bundling: the code that is deployed is read from its sources below. */
const light = { 'aws:cdk:bundling-stacks': [] }
const root = fileURLToPath(new URL('..', import.meta.url))

describe('a cloud build', () => {
  it('holds no trace of the demo: no switch in the templates, no password or account in the code that is deployed', () => {
    const texts = buildApp(light)
      .synth()
      .stacks.map((s) => JSON.stringify(s.template))
    expect(texts.length).toBeGreaterThan(3)
    for (const text of texts) expect(text).not.toContain('QINGHE_DEMO')
    const deployed = execFileSync('git', ['ls-files', 'shared', 'functions', 'web', 'layers'], {
      cwd: root,
      encoding: 'utf8',
    })
      .split('\n')
      .filter((f) => /\.(ts|tsx|mjs|html)$/.test(f) && !/\.test\.ts$|^web\/e2e\//.test(f))
    expect(deployed.length).toBeGreaterThan(200)
    for (const file of deployed) expect(readFileSync(join(root, file), 'utf8'), file).not.toMatch(/Qinghe2026|qhyz_/)
  })

  it('has the switch when the demo is asked for', () => {
    const texts = buildApp({ ...light, demo: '1' })
      .synth()
      .stacks.map((s) => JSON.stringify(s.template))
    expect(texts.some((text) => text.includes('QINGHE_DEMO'))).toBe(true)
  })
})
