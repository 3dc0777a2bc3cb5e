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
    const [drawn, page] = await Promise.all(
      [entry.overlay, 'page.png'].map((file) => sharp(join(folder, file)).metadata()),
    )
    expect([drawn!.width, drawn!.channels]).toEqual([page!.width, 3])
    // What is said stands above the page and covers none of it.
    expect(drawn!.height! - page!.height!).toBeGreaterThan(20)
  })

  it('recognise tells a template that was drawn beside its cells', async () => {
    const cells = Array.from({ length: 40 }, (_, i) => [60 + (i % 4) * 60, 100 + Math.floor(i / 4) * 40] as const)
    const boxes = cells.map(
      ([x, y]) => `<rect x="${x}" y="${y}" width="36" height="22" fill="none" stroke="#333" stroke-width="2"/>`,
    )
    const sheet = `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="600"><rect width="100%" height="100%" fill="#fff"/>${boxes.join('')}</svg>`
    await writeFile(join(folder, 'sheet.png'), await sharp(Buffer.from(sheet)).png().toBuffer())
    const numbers = Array.from({ length: 10 }, (_, i) => String(i + 1))
    const drawn = (areaId: string, stepY: number) => ({
      areaId,
      type: 12,
      rect: { x: 50, y: 90, w: 250, h: 420 },
      grid: { x: 60, y: 100, w: 36, h: 22, stepX: 60, stepY, rows: 10, columns: 4 },
      numbers,
    })
    const page = { pageNumber: 1, imageKey: 'sheet.png', naturalWidth: 400, naturalHeight: 600, rotation: 0 }
    const areas = [drawn('on', 40), drawn('beside', 33)]
    const template = { pages: [{ ...page, isBlankPage: false, featureRecognition: true, areas }] }
    await writeFile(join(folder, 'template.json'), JSON.stringify(template))
    const { code, out } = await started('recognise', '--check', '--template', 'template.json')
    const grids = JSON.parse(out) as { areaId: string; lies: boolean; printed: { stepY: number } }[]
    expect(grids.map((g) => [g.areaId, g.lies])).toEqual([
      ['on', true],
      ['beside', false],
    ])
    expect(grids[0]!.printed.stepY).toBeCloseTo(40, 0)
    expect(code).toBe(1)
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

  it('analyse takes its options, and semicolons for commas, and says which option it does not understand', async () => {
    await writeFile(join(folder, 'semicolons.txt'), 'id;1;2;总分\na;1;0;1\nb;1;2;3\nc;0;1;1\n')
    const { code, out } = await started('analyse', 'semicolons.txt', '--line', '2', '--section', '1', '--summary')
    expect([code, out.length > 200]).toEqual([0, true])
    expect(out).not.toContain('"unit"')
    const wrong = await started('analyse', 'scores.csv', '--line', 'many')
    expect([wrong.code, wrong.out]).toEqual([2, ''])
    expect(wrong.err).toContain('--line many')
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
