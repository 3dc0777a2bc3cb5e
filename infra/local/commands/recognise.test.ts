import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cardOf, expectedChoices, jpegOf, paint } from '#functions/scan/reader/reader.fixture.ts'
import { run } from './recognise.ts'

const card = cardOf('COMMAND1')

const call = async (...argv: string[]) => {
  let out = ''
  let err = ''
  const code = await run(argv, { out: (t) => (out += t), err: (t) => (err += t) })
  return { code, out, err }
}

describe('recognise', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'recognise-'))
    await writeFile(join(folder, 'card.json'), JSON.stringify(card))
    await writeFile(join(folder, 'page.jpg'), await jpegOf(paint(card)))
    await writeFile(join(folder, 'broken.png'), 'nothing')
  })
  afterAll(() => rm(folder, { recursive: true }))

  it('prints one entry a page', async () => {
    const { code, out } = await call('--card', join(folder, 'card.json'), join(folder, 'page.jpg'))
    const [entry] = JSON.parse(out) as [{ status: string; choices: { chosen: string[] }[] }]
    expect(code).toBe(0)
    expect(entry.status).toBe('read')
    expect(entry.choices.map((c) => c.chosen)).toEqual(expectedChoices(card))
  })

  it('keeps the other files when one is broken', async () => {
    const { code, out } = await call(
      '--card',
      join(folder, 'card.json'),
      join(folder, 'broken.png'),
      join(folder, 'page.jpg'),
    )
    const entries = JSON.parse(out) as { status: string; doubts: { kind: string }[] }[]
    expect(code).toBe(1)
    expect(entries.map((e) => e.status)).toEqual(['refused', 'read'])
    expect(entries[0]!.doubts[0]!.kind).toBe('unreadable')
  })

  it('explains wrong usage', async () => {
    expect(await call('page.jpg')).toMatchObject({ code: 2, out: '' })
    expect((await call('--card', join(folder, 'none.json'), 'x.jpg')).code).toBe(2)
  })
})
