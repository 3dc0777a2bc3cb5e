/** Rows of forms that are known to be read wrong: a list that fails where one is right at last, and where another is wrong. */
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
import { readPage } from './ownPages.ts'
import type { JudgedRow } from './reading.ts'

type Known = {
  purpose: Purpose
  layout: number
  page: string
  way: string
  wrong: { row: string; mark: string; read: string }[]
}

const known = JSON.parse(await readFile(join(import.meta.dirname, 'knownWrong.frozen.json'), 'utf8')) as Known[]

/** One page of a layout, its way given: the sets that rules were made on have pages of their own, all marked badly in part. */
const readAgain = async ({ purpose, layout, page: which, way }: Known): Promise<JudgedRow[]> => {
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
  it.each(known)('are those of the list: form $layout, page $page, $way', { timeout: 240_000 }, async (of) => {
    const rows = await readAgain(of)
    expect(rows.length).toBeGreaterThan(15)
    const wrong = rows.flatMap(({ row, verdict, said }) =>
      verdict === 'wrong' ? [{ row: row.name, mark: row.kind, read: said?.join('') ?? '' }] : [],
    )
    expect(wrong).toEqual(of.wrong)
  })
})
