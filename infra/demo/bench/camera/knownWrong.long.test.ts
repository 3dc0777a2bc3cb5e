/** Rows of forms that are known to be read wrong: a list that fails where one is right at last, and where another is wrong. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { foreignPage } from './foreignPages.ts'

type Known = { layout: number; page: string; way: string; wrong: { row: string; mark: string; read: string }[] }

const known = JSON.parse(readFileSync(join(import.meta.dirname, 'knownWrong.frozen.json'), 'utf8')) as Known[]

describe('rows that are known to be read wrong', () => {
  it.each(known)('are those of the list: form $layout, page $page, $way', { timeout: 119_000 }, async (of) => {
    const { rows } = await foreignPage({ ...of, purpose: 'develop', marking: 'mixed' })
    expect(rows.length).toBeGreaterThan(15)
    const wrong = rows.flatMap(({ row, verdict, said }) =>
      verdict === 'wrong' ? [{ row: row.name, mark: row.kind, read: said?.join('') ?? '' }] : [],
    )
    expect(wrong).toEqual(of.wrong)
  })
})
