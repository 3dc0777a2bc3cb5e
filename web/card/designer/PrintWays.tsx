import { Button, Field, Select, Switch } from '@fluentui/react-components'
import type { PrintSettings } from '#shared/card/card.jobs.ts'
import { UploadBox } from '#web/kit/parts/UploadBox.tsx'
import { NumberField } from '../parts/NumberField.tsx'

export type PrintWay = Omit<PrintSettings, 'classIds'> & {
  /** `null`: chosen, and not there yet. */
  seatList?: { key: string; fileName: string } | null
}

const orders = {
  class: '按班级',
  number: '按考号',
  room: '按考场和座位（依考号编排）',
  list: '按座位表（上传考号、考场、座位号）',
} as const
const splits = { one: '合成一个文件', class: '每班一个文件', room: '每个考场一个文件' } as const

/** In which order, in which files, on which sides and in which colour. */
export const PrintWays = (props: {
  kind: 'students' | 'blank'
  settings: PrintWay
  onChange: (settings: PrintWay) => void
}) => {
  const { settings, onChange } = props
  const order = settings.seatList !== undefined ? 'list' : (settings.order ?? 'class')
  const { seats, split, seatList, ...rest } = settings
  const reorder = (next: keyof typeof orders): void =>
    onChange({
      ...rest,
      order: next === 'list' ? 'room' : next,
      ...(next === 'room' ? { seats: seats ?? 30 } : {}),
      ...(next === 'list' ? { seatList: seatList ?? null } : {}),
      // Files by rooms need rooms; what was chosen for classes stays.
      ...(split === 'class' || (split === 'room' && (next === 'room' || next === 'list')) ? { split } : {}),
    })
  return (
    <>
      {props.kind === 'students' && (
        <>
          <Field label="顺序">
            <Select value={order} onChange={(_, d) => reorder(d.value as keyof typeof orders)}>
              {Object.entries(orders).map(([value, text]) => (
                <option key={value} value={value}>
                  {text}
                </option>
              ))}
            </Select>
          </Field>
          {order === 'room' && (
            <NumberField
              label="每个考场"
              unit="人"
              value={seats}
              min={10}
              max={100}
              onChange={(n) => onChange({ ...settings, seats: n })}
            />
          )}
          {order === 'list' &&
            (seatList ? (
              <Field label="座位表">
                <span>
                  {seatList.fileName}
                  <Button size="small" appearance="subtle" onClick={() => onChange({ ...settings, seatList: null })}>
                    换一份
                  </Button>
                </span>
              </Field>
            ) : (
              <UploadBox
                family="seatList"
                hint="把座位表拖到这里：要有考号、考场、座位号三列"
                onUploaded={({ files: [file] }) =>
                  onChange({ ...settings, seatList: { key: file!.key, fileName: file!.fileName } })
                }
              />
            ))}
          <Field label="文件" hint={split ? '几个文件装在一个压缩包里，按班级或考场分发时不用再拆' : undefined}>
            <Select
              value={split ?? 'one'}
              onChange={(_, d) =>
                onChange({
                  ...rest,
                  ...(seats === undefined ? {} : { seats }),
                  ...(seatList === undefined ? {} : { seatList }),
                  ...(d.value === 'one' ? {} : { split: d.value as 'class' | 'room' }),
                })
              }
            >
              {Object.entries(splits).map(([value, text]) => (
                <option key={value} value={value} disabled={value === 'room' && order !== 'room' && order !== 'list'}>
                  {text}
                </option>
              ))}
            </Select>
          </Field>
        </>
      )}
      <Switch
        label="单面打印"
        checked={settings.oneSided === true}
        onChange={(_, d) => onChange({ ...settings, oneSided: d.checked })}
      />
      <Switch
        label="红色印刷"
        checked={settings.red === true}
        onChange={(_, d) => onChange({ ...settings, red: d.checked })}
      />
    </>
  )
}
