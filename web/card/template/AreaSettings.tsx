import { Button, Field, Input, Select } from '@fluentui/react-components'
import { gridIn, sizeOf } from '#shared/card/template/template.rules.ts'
import { blockTypes, choiceTypes, drawTypeOf, drawTypes } from '#shared/card/template/template.types.ts'
import type { TemplateArea } from '#shared/card/template/template.types.ts'
import { NumberField } from '../parts/NumberField.tsx'
import type { TemplateDesk } from './useTemplate.ts'

/** `1-5, 7` as numbers; what is no range stays as it is printed. */
export const numbersFrom = (text: string): string[] =>
  text
    .split(/[,，、\s]+/)
    .filter((part) => part !== '')
    .flatMap((part) => {
      const m = /^(\d{1,3})[-–~](\d{1,3})$/.exec(part)
      if (!m) return [part.slice(0, 12)]
      const [from, to] = [Number(m[1]), Number(m[2])]
      return Array.from({ length: Math.max(0, Math.min(200, to - from + 1)) }, (_, i) => String(from + i))
    })

const numbered = (type: number) => choiceTypes.includes(type) || blockTypes.includes(type) || type === 18 || type === 19

/** What the chosen area means. */
export const AreaSettings = ({ desk, area }: { desk: TemplateDesk; area: TemplateArea }) => {
  const { grid } = area
  const lines = (rows: number, columns: number): void =>
    desk.put({ ...area, grid: grid ? { ...gridIn(area.rect, rows, columns) } : gridIn(area.rect, rows, columns) })
  return (
    <>
      <Field label="类型">
        <Select
          value={area.type}
          onChange={(_, d) => {
            const { grid: _old, ...rest } = area
            const type = Number(d.value)
            desk.put({ ...rest, type, ...(drawTypeOf(type).grid ? { grid: grid ?? gridIn(area.rect, 5, 4) } : {}) })
          }}
        >
          {Object.entries(drawTypes).map(([value, { name }]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </Select>
      </Field>
      {grid && (
        <>
          <NumberField
            label="行数"
            min={1}
            max={200}
            value={grid.rows}
            onChange={(rows) => lines(rows, grid.columns)}
          />
          <NumberField label="列数" min={1} max={60} value={grid.columns} onChange={(n) => lines(grid.rows, n)} />
          <Field label="方向">
            <Select
              value={area.along ?? (area.type === 8 ? 'columns' : 'rows')}
              onChange={(_, d) => desk.put({ ...area, along: d.value === 'columns' ? 'columns' : 'rows' })}
            >
              <option value="rows">每行一题</option>
              <option value="columns">每列一题</option>
            </Select>
          </Field>
        </>
      )}
      {numbered(area.type) && (
        <Field label="题号" hint={grid ? `共${sizeOf(area).lines}题，如 1-5` : '如 21 或 21,22'}>
          <Input
            key={area.areaId}
            defaultValue={(area.numbers ?? []).join(',')}
            onBlur={(e) => {
              const numbers = numbersFrom(e.target.value)
              if (numbers.join() !== (area.numbers ?? []).join()) desk.put({ ...area, numbers })
            }}
          />
        </Field>
      )}
      <Button onClick={() => desk.remove(area.areaId)}>删除区域</Button>
    </>
  )
}
