/** What each call of the main job takes of the database, beside what was frozen. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDemoCloud } from '../run.ts'
import { costOf, costsOf, province } from '../units/prices.ts'
import type { Counted, Spent } from '../units/prices.ts'
import { gathering, measureProvince } from '../units/province.ts'
import type { Measured } from '../units/province.ts'
import { measureUnits } from '../units/units.ts'
import type { UnitTable } from '../units/units.ts'
import type { Bench, Figure } from './bench.types.ts'

const units: Bench = {
  name: 'units',
  run: async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'qinghe-bench-units-'))
    const file = join(import.meta.dirname, '..', 'units', 'units.frozen.json')
    const frozen = JSON.parse(readFileSync(file, 'utf8')) as UnitTable
    const opened = await openDemoCloud(dataDir, { countUnits: true })
    try {
      return Object.entries(await measureUnits(opened)).flatMap(([name, used]) =>
        (['read', 'write'] as const).flatMap((kind): Figure[] => {
          const before = frozen[name]?.[kind]
          if (used[kind] === 0 && !before) return []
          const figure = { name: `${name}: ${kind}`, unit: kind === 'read' ? 'RRU' : 'WRU', ours: used[kind] }
          const goal = name === 'a mark' ? { kind: 'bound', value: 1 } : { kind: 'ratio', value: 1.5 }
          return [
            before
              ? { ...figure, reference: before, referenceName: 'frozen', goal: goal as NonNullable<Figure['goal']> }
              : figure,
          ]
        }),
      )
    } finally {
      await opened.cloud.close()
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 10 })
    }
  },
}

const names: Record<Counted, string> = { pages: 'a page', scripts: 'a script', marks: 'a mark', views: 'a look' }
const kinds = Object.keys(province) as Counted[]
const labels: Partial<Record<keyof Spent, string>> = {
  ...{ write: 'WRU', read: 'RRU', puts: 'PUT', gets: 'GET', calls: 'calls', requests: 'requests' },
  ...{ gbSeconds: 'GB-s', transitions: 'transitions', storeKb: 'KB' },
}

/** Where the money goes: USD of the province's exam by what is paid for and, of each kind, by whose function it was. */
const showTables = ({ each, by }: Measured): void => {
  const rounded = (n: number): number => Math.round(n * 10) / 10
  const services = Object.keys(costsOf(each.pages))
  const inAll = (kind: Counted, of: Spent, service: string): number => (costsOf(of)[service] ?? 0) * province[kind]
  console.table(
    Object.fromEntries(
      services.map((service) => [
        service,
        Object.fromEntries(kinds.map((kind) => [kind, rounded(inAll(kind, each[kind], service))])),
      ]),
    ),
  )
  for (const kind of kinds) {
    console.log(names[kind])
    console.table(
      Object.fromEntries(
        Object.entries(by[kind])
          .filter(([, own]) => costOf(own) * province[kind] > 0.5)
          .map(([name, own]) => [
            name,
            {
              ...Object.fromEntries(
                Object.entries(own)
                  .filter(([what]) => what in labels)
                  .map(([what, n]) => [labels[what as keyof Spent], Number(n.toPrecision(3))]),
              ),
              USD: rounded(costOf(own) * province[kind]),
            },
          ]),
      ),
    )
  }
}

/** The province's bill, from what one small exam used of everything and one table of list prices. */
const bill: Bench = {
  name: 'bill',
  run: async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'qinghe-bench-bill-'))
    const opened = await openDemoCloud(dataDir, { countUnits: true, windows: gathering })
    try {
      const measured = await measureProvince(opened)
      const { each } = measured
      showTables(measured)
      const usd = (kind: Counted): number => costOf(each[kind]) * province[kind]
      const saying = (kind: Counted): string =>
        (Object.entries(labels) as [keyof Spent, string][])
          .map(([what, label]) => `${Number(each[kind][what].toPrecision(3))} ${label}`)
          .join(', ')
      return [
        ...kinds.map((kind): Figure => ({
          name: `${names[kind]}, ${province[kind] / 1e6} million of them`,
          unit: 'USD',
          ours: usd(kind),
          note: saying(kind),
        })),
        {
          name: 'a province’s exam at list price',
          unit: 'USD',
          ours: kinds.reduce((sum, kind) => sum + usd(kind), 0),
          goal: { kind: 'bound', value: 800 },
          note: 'without storage beyond the day; infra/demo/units/prices.ts',
        },
      ]
    } finally {
      await opened.cloud.close()
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 10 })
    }
  },
}

export const unitBenches: readonly Bench[] = [units, bill]
