/** What each call of the main job takes of the database, beside what was frozen. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDemoCloud } from '../run.ts'
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

export const unitBenches: readonly Bench[] = [units]
