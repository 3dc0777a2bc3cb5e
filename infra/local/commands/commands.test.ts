/** The commands as a user starts them: processes with an exit code, their words and their output. */
import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cardOf, expectedChoices, jpegOf, paint } from '#functions/scan/omr/omr.fixture.ts'
import { root } from '../root.ts'

const card = cardOf('COMMAND1')
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'commands-'))
  await writeFile(join(folder, 'card.json'), JSON.stringify(card))
  // Support is sent pictures under any name.
  await writeFile(join(folder, 'page.png'), await jpegOf(paint(card)))
  await writeFile(join(folder, 'scores.csv'), 'id,1,2\na,1,0\nb,1,2\nc,0,1\n')
})
afterAll(() => rm(folder, { recursive: true }))

/** A command of package.json by the same entry that npm starts, in a folder that is not the project's. */
const started = (command: string, ...argv: string[]) =>
  new Promise<{ code: number | null; out: string; err: string }>((done) => {
    const child = spawn(process.execPath, [join(root, 'infra/local/bootstrap.mjs'), command, ...argv], {
      cwd: folder,
      env: { ...process.env, INIT_CWD: folder },
    })
    let [out, err] = ['', '']
    child.stdout.on('data', (b: Buffer) => (out += b.toString()))
    child.stderr.on('data', (b: Buffer) => (err += b.toString()))
    child.on('close', (code) => done({ code, out, err }))
  })

describe('a command, started as a process', () => {
  it('recognise prints what it read and draws it', async () => {
    const { code, out } = await started('recognise', '--card', 'card.json', '--overlay', 'seen', 'page.png')
    const [entry] = JSON.parse(out) as [{ status: string; overlay: string; choices: { chosen: string[] }[] }]
    expect([code, entry.status]).toEqual([0, 'read'])
    expect(entry.choices.map((c) => c.chosen)).toEqual(expectedChoices(card))
    const { width, channels } = await sharp(join(folder, entry.overlay)).metadata()
    expect([width! > 500, channels]).toEqual([true, 3])
  })

  it.each([
    ['recognise', 'usage: npm run -s recognise'],
    ['analyse', 'usage: npm run -s analyse'],
  ])('%s without anything says how it is used, and fails', async (command, words) => {
    const { code, out, err } = await started(command)
    expect([code, out]).toEqual([2, ''])
    expect(err).toContain(words)
  })

  it('analyse prints the statistics', async () => {
    const { code, out } = await started('analyse', 'scores.csv')
    expect(code).toBe(0)
    expect(JSON.parse(out)).toMatchObject({ unit: 'points', overall: { max: 3 } })
  })

  it('catalogue and openapi print their JSON', async () => {
    const [catalogue, openapi] = await Promise.all([started('catalogue'), started('openapi')])
    expect((JSON.parse(catalogue.out) as { calls: unknown[] }).calls.length).toBeGreaterThan(200)
    expect(JSON.parse(openapi.out)).toMatchObject({ openapi: expect.stringMatching(/^3\./) })
  })

  it('a part of the tests that does not exist is named', async () => {
    expect(await started('test', 'nonsense')).toMatchObject({ code: 2, err: expect.stringContaining('nonsense') })
  })
})
