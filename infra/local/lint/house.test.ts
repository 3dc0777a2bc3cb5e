import { ESLint } from 'eslint'
import { describe, expect, it } from 'vitest'
import { barred, barredPackage } from './house.js'

const table: [string, string, boolean][] = [
  ['shared/kit/call.ts', 'shared/kit/problem.ts', true],
  ['shared/kit/call.ts', 'shared/exam/exam.types.ts', false],
  ['shared/card/card.calls.ts', 'shared/exam/exam.types.ts', true],
  ['shared/card/card.calls.ts', 'shared/exam/exam.rules.ts', false],
  ['shared/exam/exam.calls.ts', 'functions/kit/serve.ts', false],
  ['functions/kit/serve.ts', 'shared/kit/call.ts', true],
  ['functions/kit/serve.ts', 'shared/exam/exam.types.ts', false],
  ['functions/kit/serve.ts', 'functions/exam/exam.public.ts', false],
  ['functions/exam/exam.handlers.ts', 'functions/school/roster/school.public.ts', true],
  ['functions/exam/exam.handlers.ts', 'functions/school/roster/school.store.ts', false],
  ['functions/exam/exam.handlers.ts', 'web/kit/ask.ts', false],
  ['functions/scan/doubts/bulk.handlers.ts', 'functions/scan/doubts/settle.handlers.ts', false],
  ['functions/scan/doubts/bulk.handlers.ts', 'functions/scan/doubts/settle.commands.ts', true],
  ['functions/school/imports/import.add.ts', 'functions/school/people/student.handlers.ts', false],
  ['functions/scan/scan.api.ts', 'functions/scan/doubts/settle.handlers.ts', true],
  ['functions/scan/uploading/sheetCount.test.ts', 'functions/scan/doubts/bulk.handlers.ts', true],
  ['functions/school/school.work.ts', 'functions/app/holdings.ts', true],
  ['functions/school/erase.work.ts', 'functions/app/holdings.ts', false],
  ['functions/app/holdings.ts', 'functions/scan/holding.public.ts', true],
  ['functions/app/holdings.ts', 'functions/scan/scan.store.ts', false],
  ['web/exam/ExamScreen.tsx', 'functions/exam/exam.handlers.ts', false],
  ['web/exam/ExamScreen.tsx', 'web/card/card.paths.ts', true],
  ['web/exam/ExamScreen.tsx', 'web/card/designer/DesignerScreen.tsx', false],
  ['web/kit/ask.ts', 'web/exam/exam.paths.ts', false],
  ['web/app/routes.ts', 'web/exam/exam.routes.ts', true],
  ['web/app/routes.ts', 'web/exam/ExamScreen.tsx', false],
  ['infra/stacks/ApiStack.ts', 'functions/exam/exam.api.ts', false],
  ['infra/local/Cloud.ts', 'functions/kit/table.ts', true],
  ['infra/demo/paper/pen.ts', 'shared/card/card.types.ts', true],
  ['infra/demo/paper/pen.ts', 'shared/card/geometry/geometry.types.ts', true],
  ['infra/demo/paper/pen.ts', 'shared/card/template/template.types.ts', false],
  ['infra/demo/paper/pen.ts', 'shared/card/layout/layout.ts', false],
  ['infra/demo/paper/pen.ts', 'shared/scan/omr/ink.ts', false],
  ['infra/demo/paper/pen.ts', 'infra/demo/camera/pens.ts', false],
  ['infra/demo/camera/forms.ts', 'infra/demo/camera/painter.ts', true],
  ['infra/demo/camera/forms.ts', 'shared/card/card.types.ts', true],
  ['infra/demo/camera/formTemplate.ts', 'shared/card/template/template.types.ts', true],
  ['infra/demo/camera/forms.ts', 'shared/card/layout/layOut.ts', false],
  ['infra/demo/camera/forms.ts', 'shared/scan/omr/ink.ts', false],
  ['infra/demo/camera/forms.ts', 'infra/demo/paper/pen.ts', false],
  ['infra/demo/camera/forms.ts', 'functions/scan/omr/recognise.ts', false],
  ['infra/demo/bench/camera/ownPages.ts', 'infra/demo/camera/page.ts', true],
]

describe('who may import whom', () => {
  it.each(table)('%s → %s: %s', (from, to, allowed) => {
    expect(barred(from, to) === null).toBe(allowed)
  })

  it('one module stands for a package: zips are read by the kit’s reader', async () => {
    expect(barredPackage('functions/kit/zip.reader.ts', 'yauzl')).toBeNull()
    expect(barredPackage('functions/kit/zip.test.ts', 'yauzl')).toBeNull()
    expect(barredPackage('functions/scan/unpack/scansInZip.ts', 'yauzl')).toContain('zip.reader.ts')
    expect(barredPackage('functions/scan/unpack/scansInZip.ts', 'zod')).toBeNull()
    const text = "export const y = async () => (await import('yauzl')).default\n"
    const [result] = await new ESLint().lintText(text, { filePath: 'web/exam/Forbidden.tsx' })
    expect(result?.messages.map((m) => m.ruleId)).toContain('house/imports')
  })

  it('makes a forbidden import fail the lint', async () => {
    const eslint = new ESLint()
    const [result] = await eslint.lintText("import { x } from '#functions/kit/serve.ts'\nexport const y = x\n", {
      filePath: 'web/exam/Forbidden.tsx',
    })
    expect(result?.messages.map((m) => m.ruleId)).toContain('house/imports')
  })
})

it('a room that looks at a job by its record alone fails the lint: its end may never have been heard', async () => {
  const told = async (filePath: string): Promise<boolean> => {
    const text = "import { jobRecords } from '#functions/kit/work.ts'\nexport const y = jobRecords\n"
    // Untyped: where CI is set, a typed lint reads the file from the disk instead of the text it is given.
    const untyped = { languageOptions: { parserOptions: { project: false } } }
    const rules = {
      '@typescript-eslint/no-floating-promises': 'off',
      '@typescript-eslint/switch-exhaustiveness-check': 'off',
    } as const
    const eslint = new ESLint({ overrideConfig: [{ ...untyped, rules }] })
    const [result] = await eslint.lintText(text, { filePath })
    return result!.messages.some((m) => m.ruleId === 'no-restricted-imports')
  }
  expect(await told('functions/scan/batches/batch.handlers.ts')).toBe(true)
  expect(await told('functions/platform/platform.commands.ts')).toBe(false)
})

describe('a loop that tries again by hand', () => {
  const found = async (body: string): Promise<boolean> => {
    const eslint = new ESLint({ overrideConfig: { rules: { 'house/edit': 'error' } } })
    const [result] = await eslint.lintText(`export const run = async () => {\n${body}\n}\n`, {
      filePath: 'web/exam/loops.ts',
    })
    return result!.messages.some((m) => m.ruleId === 'house/edit')
  }
  it.each([
    ['for (let attempt = 0; attempt < 6; attempt++) if (await rows.save(row)) return', true],
    [
      'for (let attempt = 0; ; attempt++) { if (await rows.save(row)) break; if (attempt > 7) throw new Error() }',
      true,
    ],
    ['for (let tries = 1; row && tries < 9; tries++) { if (await save(row)) break; await pause(tries) }', true],
    ['for (let lost = 0; waiting.size > 0;) { await round(); if (++lost === 60) throw new Error() }', true],
    ['for (;;) if (await rows.save(await rows.get(key))) return', true],
    ['while (true) { const row = await rows.get(key); if (await transact([rows.saving(row)], token)) return }', true],
    ['for (let at = 0; at < all.length; at += 25) await rows.putMany(all.slice(at, at + 25))', false],
    ['for (let shard = 0; shard < shards; shard++) await read(`queue#${shard}`)', false],
    ['for (;;) { const page = await read({ from }); if (page.length < 100) return; from = page.at(-1) }', false],
    ['const put = async (row, n = 0) => (await rows.save(row)) || (n < 5 ? put(row, n + 1) : refuse())', true],
    ['async function put(row, n) { if (!(await save(row))) { await pause(n); return put(row, n + 1) } }', true],
    // Each of these ends by what there is to do.
    [
      'const walk = async (all, at) => { await read(all[at]); return at < all.length ? walk(all, at + 1) : null }',
      false,
    ],
    ['for (const row of all) await rows.save(row)', false],
    ['do { start = await page(start) } while (start)', false],
  ])('%s: %s', async (body, bad) => {
    expect(await found(body)).toBe(bad)
  })
})
