import { describe, expect, it } from 'vitest'
import { countProblem, scanModeFor } from '../uploading/sheetCount.rules.ts'
import { isOlder } from './scanner.rules.ts'

describe('the scanner helper', () => {
  it.each([
    ['3.20', '3.21', true],
    ['3.9', '3.21', true],
    ['3.21', '3.21', false],
    ['3.21.1', '3.21', false],
    ['4', '3.21', false],
    ['', '3.21', true],
    ['x.y', '3.21', true],
  ])('of version %j against %j is older: %j', (a, b, older) => expect(isOlder(a, b)).toBe(older))

  it.each([
    [12, 'DOUBLE', 24, null],
    [12, 'SINGLE', 12, null],
    [29, 'SINGLE', 18, '放入29张应有29页，实际18页，少11页，请检查是否有粘连或漏扫'],
    [12, 'DOUBLE', 25, '放入12张应有24页，实际25页，多1页，请检查是否重复放入'],
  ] as const)('counts %i sheets, %s, %i pages', (sheets, mode, pages, bar) =>
    expect(countProblem(sheets, mode, pages)).toBe(bar),
  )

  it('scans one side of a sheet that has one page', () => {
    expect([1, 2, 4].map(scanModeFor)).toEqual(['SINGLE', 'DOUBLE', 'DOUBLE'])
  })
})
