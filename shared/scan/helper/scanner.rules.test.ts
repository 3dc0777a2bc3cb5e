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
    [{ sheets: 12, mode: 'DOUBLE' }, 24, null],
    [{ sheets: 12, mode: 'SINGLE' }, 12, null],
    // Sides that are truly not there are told.
    [{ sheets: 16, mode: 'DOUBLE', missed: 2 }, 30, null],
    [
      { sheets: 16, mode: 'DOUBLE', missed: 2 },
      29,
      '放入16张、2面没有扫到，应有30页，实际29页，少1页，请检查是否有粘连或漏扫',
    ],
    [{ sheets: 29, mode: 'SINGLE' }, 18, '放入29张应有29页，实际18页，少11页，请检查是否有粘连或漏扫'],
    [{ sheets: 12, mode: 'DOUBLE' }, 25, '放入12张应有24页，实际25页，多1页，请检查是否重复放入'],
  ] as const)('counts %j, %i pages', (fed, pages, bar) => expect(countProblem(fed, pages)).toBe(bar))

  it('scans one side of a sheet that has one page', () => {
    expect([1, 2, 4].map(scanModeFor)).toEqual(['SINGLE', 'DOUBLE', 'DOUBLE'])
  })
})
