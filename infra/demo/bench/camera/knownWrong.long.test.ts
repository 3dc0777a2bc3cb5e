/** Rows that are known to be read wrong: a list that fails where one is right at last, and where another is wrong. */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { seedOf } from '../../camera/chance.ts'
import type { Purpose } from '../../camera/chance.ts'
import { distortionOf } from '../../camera/distortions.ts'
import { fillableForm } from '../../camera/forms.ts'
import { makePage } from '../../camera/page.ts'
import { prepare } from './foreignPages.ts'
import { ownPages, readPage } from './ownPages.ts'
import type { JudgedRow } from './reading.ts'

type Wrong = { row: string; mark: string; read: string }[]
type KnownForm = { purpose: Purpose; layout: number; page: string; way: string; wrong: Wrong }
/** A page of an own card: the number of its distortion's seed. */
type KnownOwn = { purpose: Purpose; own: number; page: string; wrong: Wrong }
type Known = KnownForm | KnownOwn

const known = JSON.parse(await readFile(join(import.meta.dirname, 'knownWrong.frozen.json'), 'utf8')) as Known[]

const ownAgain = async ({ purpose, own, page }: KnownOwn): Promise<JudgedRow[]> => {
  const rows: JudgedRow[] = []
  const only = (name: string) => name === page
  for await (const { judged } of ownPages({ purpose, from: own, each: 1, marking: 'mixed', only }))
    rows.push(...judged.rows)
  return rows
}

/** One page of a layout, its way given: the sets that rules were made on have pages of their own, all marked badly in part. */
const formAgain = async ({ purpose, layout, page: which, way }: KnownForm): Promise<JudgedRow[]> => {
  const folder = await mkdtemp(join(tmpdir(), 'camera-'))
  try {
    const seed = seedOf(purpose, 'form', layout)
    const { form, sheet, file } = await prepare(folder, layout, seed)
    const page = makePage(sheet, fillableForm(form), distortionOf(way), 'mixed', `${seed}:${which}`)
    return (await readPage(folder, 'page', page, ['--template', file], undefined, false)).judged.rows
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

describe('rows that are known to be read wrong', () => {
  it.each(known)('are those of the list: $layout$own $page $way', { timeout: 240_000 }, async (of) => {
    const rows = 'own' in of ? await ownAgain(of) : await formAgain(of)
    expect(rows.length).toBeGreaterThan(15)
    const wrong = rows.flatMap(({ row, verdict, said }) =>
      verdict === 'wrong' ? [{ row: row.name, mark: row.kind, read: said?.join('') ?? '' }] : [],
    )
    expect(wrong).toEqual(of.wrong)
  })
})
