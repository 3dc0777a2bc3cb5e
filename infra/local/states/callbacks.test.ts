import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Callbacks } from './callbacks.ts'
import { Journal } from './journal.ts'

let dataDir: string
let journal: Journal
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'states-tokens-'))
  journal = new Journal(dataDir)
})
afterEach(() => {
  journal.close()
  rmSync(dataDir, { recursive: true, force: true })
})
const nothing = () => {}

describe('answers to tokens, around a restart', () => {
  it('an answer that comes before the resumed task waits again is kept for it', async () => {
    const before = new Callbacks(journal)
    const token = before.newToken()
    void before.wait(token, 'execution', 'machine', true, nothing)
    const after = new Callbacks(journal)
    after.beat(token)
    after.answer(token, { output: { a: 1 } })
    expect(await after.wait(token, 'execution', 'machine', true, nothing)).toEqual({ a: 1 })
    expect(() => after.answer(token, { output: 2 })).toThrow('Task Timed Out')
  })

  it('an answer outlives its process, also when the task had not moved on', async () => {
    const before = new Callbacks(journal)
    const token = before.newToken()
    const failed = before.wait(token, 'execution', 'machine', true, nothing)
    before.answer(token, { error: 'No', cause: 'why' })
    before.close(token)
    await expect(failed).rejects.toMatchObject({ error: 'No' })
    const after = new Callbacks(journal).wait(token, 'execution', 'machine', true, nothing)
    await expect(after).rejects.toMatchObject({ error: 'No', causeText: 'why' })
  })

  it('a task that ended without an answer takes none', () => {
    const callbacks = new Callbacks(journal)
    const token = callbacks.newToken()
    void callbacks.wait(token, 'execution', 'machine', true, nothing)
    expect(callbacks.machineOf(token)).toBe('machine')
    callbacks.close(token)
    expect(() => callbacks.answer(token, { output: 1 })).toThrow('Task Timed Out')
  })
})
