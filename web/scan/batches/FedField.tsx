import { foldDigits } from '#shared/kit/score.ts'
import { Field, Input, Radio, RadioGroup, makeStyles, tokens } from '@fluentui/react-components'
import type { SheetCount, ScanMode } from '#shared/scan/helper/sheetCount.types.ts'
import { sheetsCheck } from './sheetCount.ts'

/** As it is typed; without a mode the paper's own. */
export type FedDraft = { sheets: string; mode: ScanMode | null }
export const noFed: FedDraft = { sheets: '', mode: null }

const useStyles = makeStyles({
  row: { display: 'flex', flexWrap: 'wrap', alignItems: 'start', gap: tokens.spacingHorizontalXXL },
  number: { width: '120px' },
})

/** What is sent with a batch: nothing where the sheets were not counted. */
export const fedOf = ({ sheets, mode }: FedDraft, sides: ScanMode = 'DOUBLE'): { fed?: SheetCount } =>
  sheets.trim() !== '' && sheetsCheck(sheets) === null ? { fed: { sheets: Number(sheets), mode: mode ?? sides } } : {}

/** How many sheets were put into the scanner for what is uploaded next. */
export const FedField = (props: { value: FedDraft; sides: ScanMode; onChange: (to: FedDraft) => void }) => {
  const styles = useStyles()
  const { value } = props
  const wrong = value.sheets.trim() === '' ? null : sheetsCheck(value.sheets)
  return (
    <div className={styles.row}>
      <Field
        label="这次放入了几张纸（选填）"
        hint="填了就会与识别出的页数核对，少一张也看得见"
        validationMessage={wrong ?? undefined}
        validationState={wrong ? 'error' : 'none'}
      >
        <Input
          className={styles.number}
          inputMode="numeric"
          value={value.sheets}
          onChange={(_, d) => props.onChange({ ...value, sheets: foldDigits(d.value) })}
        />
      </Field>
      <Field label="扫描方式">
        <RadioGroup
          layout="horizontal"
          value={value.mode ?? props.sides}
          onChange={(_, d) => props.onChange({ ...value, mode: d.value as ScanMode })}
        >
          <Radio value="SINGLE" label="单面" />
          <Radio value="DOUBLE" label="双面" />
        </RadioGroup>
      </Field>
    </div>
  )
}
