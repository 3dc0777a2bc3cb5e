import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { quoted, storyWordsIn } from '../lint/words.js'
import { root } from '../root.ts'
import { houseFiles, isCode, isTest } from './sources.ts'
import type { Source } from './sources.ts'

const everyFile = houseFiles().filter((f) => f.path !== 'package-lock.json')
/** These checks name what they look for. */
const files = everyFile.filter((f) => !f.path.startsWith('infra/local/house/'))
const code = files.filter((f) => isCode(f.path))

/** `path:line` of every match. */
const found = (among: readonly Source[], pattern: RegExp): string[] =>
  among.flatMap((f) =>
    f.text
      .split('\n')
      .flatMap((line, i) => (pattern.test(line) ? [`${f.path}:${i + 1} ${line.trim().slice(0, 100)}`] : [])),
  )

const lineAt = (text: string, index: number): number => text.slice(0, index).split('\n').length

describe('words that are not written here', () => {
  it.each<[string, RegExp]>([
    ['something left for later', /\b(TODO|FIXME|XXX|HACK)\b/],
    ['a rule switched off', /eslint-disable|@ts-(ignore|nocheck|expect-error)|prettier-ignore/],
    ['a type given up', /\bas any\s*[)\],;.}]/],
    ["this machine's paths or tools", /farm-studio|\/work\/(main|shared|farm)|\/home\/\w/],
    ['a folder beside the clone', /\.\.\/shared\/(data|design|spec|tools)\b/],
    ["a package registry's host", /registry\.npm|npmmirror|verdaccio|artifactory/i],
    ['a scan of a table', /\bScanCommand\b|\bScanInput\b|dynamodb:Scan|\.scan\(\{/],
  ])('%s', (_, pattern) => {
    // A copy of everything reads everything, under the operator's credentials; no function may.
    const product = code.filter((f) => !isTest(f.path) && !f.path.startsWith('infra/local/backup/'))
    expect(found(pattern.source.includes('Scan') ? product : files, pattern)).toEqual([])
  })

  // One word a thing (infra/decisions/glossary.md): what else it is called elsewhere is understood, never said.
  it.each<[word: string, otherwise: RegExp, understood: string[]]>([
    [
      '考号',
      /准考证号/,
      [
        'shared/exam/roster/numbers.rules.ts',
        'shared/exam/roster/sheet.rules.ts',
        'shared/school/roster.rules.ts',
        'shared/card/print/seats.rules.ts',
        'shared/card/layout/head.ts',
        'shared/card/print/prefilled.rules.ts',
      ],
    ],
    ['答题卡', /答题纸|答卷卡|答题卷/, []],
    ['阅卷', /(?<!试)评卷|判卷|改卷/, []],
    ['设置试题', /上传答案(?!，)|录入答案/, []],
    ['账号', /帐号|帐户|账户/, []],
    ['登录', /登陆/, []],
    ['操作记录', /操作日志|批量操作记录/, []],
    ['学号', /学生号|学籍号/, []],
    ['存疑', /疑问卷|疑似卷/, []],
    ['批次', /批号/, []],
  ])('another word for %s', (_, otherwise, understood) => {
    const said = code.filter(
      (f) => /^(shared|functions|web)\//.test(f.path) && !isTest(f.path) && !understood.includes(f.path),
    )
    expect(found(said, otherwise).filter((line) => !/:\d+ (\/?\*|\/\/)/.test(line))).toEqual([])
  })
  it('true and false, outside their one place', () => {
    // What a card prints for them is the card's.
    const others = code.filter(
      (f) => !isTest(f.path) && !/^shared\/kit\/judged|^shared\/card\/|fixture|^web\/e2e/.test(f.path),
    )
    expect(found(others, /'T', '对'|'T' \? '对'|T: '对'|对: 'T'|\[对√/)).toEqual([])
  })

  // Of code the linter says so, in the editor too (`house/words`): here it is what the linter does not read.
  it('words of a story, in documents and scripts', () => {
    const read = everyFile.filter((f) => /\.(md|js|mjs|css|html|ya?ml|json)$/.test(f.path))
    const among = read.filter((f) => f.path !== 'infra/local/lint/words.js')
    const told = among.flatMap((f) =>
      storyWordsIn(f.path, f.text).map(({ word, index }) => `${f.path}:${lineAt(f.text, index)} ${word}`),
    )
    expect(told).toEqual([])
  })

  it('a quotation that is spared and no longer there', () => {
    const texts = new Map(everyFile.map((f) => [f.path, f.text]))
    expect(quoted.filter((q) => !(texts.get(q.path) ?? '').includes(q.text))).toEqual([])
  })

  it('a test that is passed over or runs alone', () => {
    const tests = files.filter((f) => isTest(f.path))
    expect(found(tests, /\b(it|test|describe)\.(only|skip|todo)\b|\b(xit|xtest|xdescribe|fdescribe)\(/)).toEqual([])
  })

  it('the environment, outside the ports and the machine', () => {
    const mayRead =
      /^functions\/kit\/(clients|serve(\.chain)?|testing)\.ts$|^infra\/(app\.ts|local\/|demo\/)|\.config\.ts$/
    /** Both ask what the function's own environment says of the place that it runs in. */
    const known = ['functions/identity/', 'functions/platform/platform.commands.ts']
    const others = code.filter(
      (f) => !mayRead.test(f.path) && !isTest(f.path) && !known.some((k) => f.path.startsWith(k)),
    )
    expect(found(others, /\bprocess\.env\b|import\.meta\.env\b(?!\.(DEV|PROD|BASE_URL))/)).toEqual([])
  })

  it('a barrel or a drawer without a name', () => {
    expect(code.filter((f) => /(^|\/)(index|utils?|helpers?|common)\.tsx?$/.test(f.path)).map((f) => f.path)).toEqual(
      [],
    )
  })
})

describe('packages', () => {
  type Manifest = { dependencies: Record<string, string>; devDependencies: Record<string, string> }
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest
  const all = [...Object.keys(manifest.dependencies), ...Object.keys(manifest.devDependencies)]
  /** Used by their command or by the runtime, not by an import. */
  const byCommand = ['node', 'aws-cdk', 'prettier', 'typescript7', '@vitest/coverage-v8', 'axe-core']
  const texts = everyFile.filter((f) => /\.(ts|tsx|js|mjs|css|html)$/.test(f.path) || f.path === 'package.json')
  const used = (name: string): boolean =>
    texts.some(
      (f) =>
        f.path !== 'package.json' &&
        [`'${name}'`, `'${name}/`, `"${name}"`, `"${name}/`].some((quoted) => f.text.includes(quoted)),
    )

  it('are each imported somewhere', () => {
    const idle = all.filter((name) => {
      if (byCommand.includes(name)) return false
      const typed = /^@types\/(?:(\w+)__)?(.+)$/.exec(name)
      if (!typed) return !used(name)
      if (typed[2] === 'node') return false
      // The types of Lambda events have a package of their own name only.
      return !used(typed[1] ? `@${typed[1]}/${typed[2]}` : typed[2]!)
    })
    expect(idle).toEqual([])
  })

  it('that are imported are listed', () => {
    const listed = new Set(all)
    const imports = code.flatMap((f) =>
      [...f.text.matchAll(/^(?:import|export)[^'"]*?from '([^'.#][^']*)'|\bimport\('([^'.#][^']*)'\)/gm)].map((m) => ({
        path: f.path,
        name: (m[1] ?? m[2])!
          .split('/')
          .slice(0, (m[1] ?? m[2])!.startsWith('@') ? 2 : 1)
          .join('/'),
      })),
    )
    const typesOnly = new Set(all.filter((n) => n.startsWith('@types/')).map((n) => n.slice('@types/'.length)))
    const unlisted = imports.filter(
      ({ name }) => !name.startsWith('node:') && !listed.has(name) && !typesOnly.has(name),
    )
    expect(unlisted).toEqual([])
  })

  it('are where they are said to be', () => {
    expect(all.filter((name) => !existsSync(join(root, 'node_modules', ...name.split('/'), 'package.json')))).toEqual(
      [],
    )
  })
})
