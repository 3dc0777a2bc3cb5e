/**
 * Pages of the second generator (`infra/demo/camera`) read by the command. `--keep DIR` keeps the pictures of everything
 * wrong or refused; `--seeds report` takes the seeds that nothing is tuned on, `--from 100` those from that number on (each
 * report's are used up by it); `--long` seven times as many pages; `--only book-4`, `--only form-12`: the pages of that name.
 * `--cells 1000000 --notes FILE`: seed after seed until so many cells stand in FILE, gone on with by the same command;
 * `--minutes 30` stops after so long, `--part 1/2` leaves every second seed to another process.
 */
import type { Purpose } from '../camera/chance.ts'
import { pagesOfSeeds, readCells, rulesNow, sumOf } from './camera/cells.ts'
import { makeReport } from './camera/report.ts'
import type { Tally } from './camera/reading.ts'
import type { Bench, Figure } from './bench.types.ts'

const optionOf = (name: string): string | undefined => {
  const at = process.argv.indexOf(name)
  return at < 0 ? undefined : process.argv[at + 1]
}
const purposeOf = (said: string | undefined): Purpose => {
  if (said === undefined || said === 'develop') return 'develop'
  if (said === 'report') return 'report'
  throw new Error(`--seeds is develop or report, not ${said}`)
}

/** So many cells, by the notes of this run and of those before it. */
const cellsRead = async (cells: number): Promise<Figure[]> => {
  const notes = optionOf('--notes')
  if (notes === undefined || !(cells > 0)) throw new Error('--cells takes a number, and --notes a file')
  const [part, of] = (optionOf('--part') ?? '1/1').split('/').map(Number)
  if (!part || !of || part > of) throw new Error('--part is 1/2, 2/2 and the like')
  const purpose = purposeOf(optionOf('--seeds'))
  const minutes = optionOf('--minutes')
  const noted = await readCells({
    purpose,
    from: Number(optionOf('--from') ?? 0),
    cells,
    part: part - 1,
    of,
    ...(minutes !== undefined && { until: Date.now() + Number(minutes) * 60_000 }),
    notes,
    rules: await rulesNow(),
    pages: pagesOfSeeds(purpose, optionOf('--keep')),
    say: (line) => console.error(line),
  })
  return (['own', 'foreign'] as const).map((sheets) => {
    const n = sumOf(noted, sheets)
    return {
      name: `camera, ${sheets}: rows read wrong and accepted`,
      unit: 'rows',
      ours: n.wrong,
      goal: { kind: 'bound', value: 0 },
      note: `${purpose} seeds: ${n.cells} cells in ${n.rows} rows of ${n.pages} pages (${n.refused} refused): ${n.right} right, ${n.asked} fairly asked, ${n.needless} asked for nothing, ${n.lost} not on the picture`,
    }
  })
}

export const cameraBenches: readonly Bench[] = [
  {
    name: 'camera',
    run: async () => {
      const cells = optionOf('--cells')
      if (cells !== undefined) return cellsRead(Number(cells))
      const long = process.argv.includes('--long')
      const quiet = process.argv.includes('--json')
      const purpose = purposeOf(optionOf('--seeds'))
      const keep = optionOf('--keep')
      const only = optionOf('--only')
      const report = await makeReport({
        purpose,
        // A page that is asked for by its name is of any report.
        each: only !== undefined ? 200 : long ? 14 : 2,
        layouts: only !== undefined ? 200 : long ? 80 : 12,
        pagesOfLayout: 3,
        from: Number(optionOf('--from') ?? 0),
        ...(keep !== undefined && { keep }),
        ...(only !== undefined && { only: (name: string) => `${name}-`.startsWith(`${only}-`) }),
        ...(!quiet && { say: (line: string) => console.log(line) }),
      })
      if (!quiet) console.log(`\n${report.text}\n`)
      return [...report.ways].map(([part, of]) => {
        const all = [...of.values()]
        const sum = (key: keyof Tally) => all.reduce((n, t) => n + t[key], 0)
        const rows = sum('right') + sum('asked') + sum('needless') + sum('lost') + sum('wrong')
        return {
          name: `camera, ${part}: rows read wrong and accepted`,
          unit: 'rows',
          ours: sum('wrong'),
          goal: { kind: 'bound' as const, value: 0 },
          note: `${purpose} seeds: ${sum('pages')} pages, ${sum('refused')} refused; ${rows} rows: ${sum('right')} right, ${sum('asked')} fairly asked, ${sum('needless')} asked for nothing, ${sum('lost')} not on the picture`,
        }
      })
    },
  },
]
