/** An address of the product is written once, in its room's paths: a screen that spells it leads nowhere when it moves. */
import { describe, expect, it } from 'vitest'
import { houseFiles } from './sources.ts'

/** Where addresses are declared, and what tells them apart before there is a screen. */
const declares = /\.(paths|routes|help|pages|content)\.tsx?$|^web\/app\/(boot|menu|paths|router)\.tsx?$/
const tells = /\.test\.tsx?$|^web\/(e2e|dist)\//
const literal = /["'`]\/(v2|login|tool|outbox|third-party-login|answer-card)(?=[/?"'`])/

const linksIn = (text: string): string[] =>
  text
    .split('\n')
    .filter((line) => !/^\s*(\*|\/\/|\/\*)/.test(line) && literal.test(line))
    .map((line) => line.trim())

describe('links', () => {
  it('are made by paths, and by nothing else', () => {
    const found = houseFiles()
      .filter((f) => /^web\/.*\.tsx?$/.test(f.path) && !declares.test(f.path) && !tells.test(f.path))
      .flatMap((f) => linksIn(f.text).map((line) => `${f.path}: ${line}`))
    expect(found).toEqual([])
  })
  it('that are spelled are found', () => {
    const written = ['<Link to="/v2/exam/list">', 'to: `/v2/exam/detail/${examId}`', "navigate('/login?from=x')"]
    for (const line of written) expect(linksIn(line)).toEqual([line])
    for (const line of ["fetch('/api/v2/exams')", '// as /v2 says', "import './v2.ts'"])
      expect(linksIn(line)).toEqual([])
  })
})
