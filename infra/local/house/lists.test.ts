/** Where the rows of lists lead: to their own screen, or to none for a reason that is written down. */
import { describe, expect, it } from 'vitest'
import { houseFiles, isTest } from './sources.ts'

/** What a list of the product says of its rows, from its tag to the end of the line that says it. */
const saidIn = (text: string): string[] =>
  [...text.matchAll(/<(?:ListScreen|ListPart)\b/g)].map((m, i, all) => {
    const tag = text.slice(m.index, all[i + 1]?.index)
    return /\browTo=\{(.*)/.exec(tag)?.[1] ?? ''
  })
const reasonOf = (said: string): string | undefined => /^\{ none: ['"](.*)['"] \}/.exec(said)?.[1]

/** Fewer words are no reason. */
const isSaid = (said: string): boolean =>
  said.startsWith('{ none') ? (reasonOf(said)?.split(' ').length ?? 0) >= 4 : said !== ''

describe('every list', () => {
  it('leads from its rows to their own screen, or says why there is none', () => {
    const lists = houseFiles()
      .filter(({ path }) => /^web\/(?!kit\/).*\.tsx$/.test(path) && !isTest(path))
      .flatMap(({ path, text }) => saidIn(text).map((said) => ({ path, said })))
    expect(lists.length).toBeGreaterThan(60)
    expect(lists.filter(({ said }) => !isSaid(said)).map(({ path }) => path)).toEqual([])
  })

  it('would be found where it does not', () => {
    const of = (rowTo: string) => saidIn(`<ListScreen title="考试" ${rowTo} rowKey={(e) => e.examId} />`).map(isSaid)
    expect([of(''), of("rowTo={{ none: '' }}"), of("rowTo={{ none: 'no screen' }}")]).toEqual([
      [false],
      [false],
      [false],
    ])
    expect([of('rowTo={(e) => e.examId}'), of("rowTo={{ none: 'a file is downloaded' }}")]).toEqual([[true], [true]])
    expect(saidIn('<ListPart rowTo={a} /> <ListPart />').map(isSaid)).toEqual([true, false])
  })
})
