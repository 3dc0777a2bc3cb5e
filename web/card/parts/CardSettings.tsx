import { Field, Input, Radio, RadioGroup, Switch, makeStyles, tokens } from '@fluentui/react-components'
import type { CardDesign } from '#shared/card/card.types.ts'
import type { Designer } from '../designer/useDesigner.ts'
import { NumberField } from './NumberField.tsx'

const useStyles = makeStyles({
  fields: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM },
})

export const sheetNames: Record<CardDesign['sheetType'], string> = {
  0: 'A4 一栏',
  1: 'A3 两栏',
  2: 'A3 三栏',
  3: 'A4 两栏',
}

/** What holds for the whole card. */
export const CardSettings = ({ designer }: { designer: Designer }) => {
  const styles = useStyles()
  const { design, edit, settle } = designer
  const set = (patch: Partial<CardDesign>, about?: string): void => edit((d) => ({ ...d, ...patch }), about)
  return (
    <div className={styles.fields}>
      <Field label="标题" required validationMessage={design.title.trim() ? undefined : '请填写答题卡标题'}>
        <Input
          value={design.title.trim() ? design.title : ''}
          maxLength={120}
          onChange={(_, d) => set({ title: d.value || ' ' }, 'title')}
          onBlur={settle}
        />
      </Field>
      <Field label="副标题">
        <Input
          value={design.subtitle ?? ''}
          maxLength={200}
          onChange={(_, d) => set({ subtitle: d.value }, 'subtitle')}
          onBlur={settle}
        />
      </Field>
      <Field label="版式">
        <RadioGroup
          value={String(design.sheetType)}
          onChange={(_, d) => set({ sheetType: Number(d.value) as CardDesign['sheetType'] })}
        >
          {([0, 3, 1, 2] as const).map((type) => (
            <Radio key={type} value={String(type)} label={sheetNames[type]} />
          ))}
        </RadioGroup>
      </Field>
      <NumberField
        label="考号位数"
        value={design.studentNumber.length}
        min={4}
        max={18}
        onChange={(length) =>
          edit((d) => ({ ...d, studentNumber: { ...d.studentNumber, length } }), 'student number length')
        }
      />
      <Field label="考号填写方式">
        <RadioGroup
          value={design.studentNumber.mode}
          onChange={(_, d) =>
            edit((x) => ({
              ...x,
              studentNumber: { ...x.studentNumber, mode: d.value === 'printed' ? 'printed' : 'bubbles' },
            }))
          }
        >
          <Radio value="bubbles" label="学生填涂" />
          <Radio value="printed" label="按学生印好" />
        </RadioGroup>
      </Field>
      <Switch label="密封线" checked={design.showSealLine} onChange={(_, d) => set({ showSealLine: d.checked })} />
    </div>
  )
}
