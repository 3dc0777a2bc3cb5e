import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

const module = new URL('turn.mjs', import.meta.url).href

/** A process that notes when it begins and ends its work, within its turn. */
const worker = (folder: string, name: string) => {
  const code = `
    import { appendFileSync } from 'node:fs'
    import { setTimeout } from 'node:timers/promises'
    import { inTurn } from ${JSON.stringify(module)}
    const note = (text) => appendFileSync(${JSON.stringify(join(folder, 'log'))}, text + '\\n')
    await inTurn(${JSON.stringify(join(folder, 'turn'))}, async () => { note('${name} begins'); await setTimeout(150); note('${name} ends') })
  `
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: 'inherit' })
  return { child, end: new Promise<number | null>((done) => child.on('exit', (status) => done(status))) }
}

describe('what one process at a time may do', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'turn-'))
  })
  afterEach(() => rmSync(folder, { recursive: true }))
  const lines = () => readFileSync(join(folder, 'log'), 'utf8').trim().split('\n')

  it('is done by three that come together one after the other', async () => {
    const all = ['a', 'b', 'c'].map((name) => worker(folder, name))
    expect(await Promise.all(all.map((w) => w.end))).toEqual([0, 0, 0])
    expect(lines()).toHaveLength(6)
    for (let i = 0; i < 6; i += 2) expect(lines()[i + 1]).toBe(lines()[i]?.replace('begins', 'ends'))
  })

  it('goes on where the one that had the turn was killed', async () => {
    const gone = spawn(process.execPath, ['-e', ''])
    await new Promise((done) => gone.on('exit', done))
    writeFileSync(join(folder, 'turn'), `${gone.pid}`)
    expect(await worker(folder, 'a').end).toBe(0)
    expect(lines()).toEqual(['a begins', 'a ends'])
  })
})
