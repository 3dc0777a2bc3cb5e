import { Field, Input, Radio, RadioGroup, Select, Switch, makeStyles, tokens } from '@fluentui/react-components'
import { withParts } from '#shared/card/card.rules.ts'
import type { CardDesign } from '#shared/card/card.types.ts'
import { sizeProblem } from '#shared/card/layout/sheet.ts'
import { Pictures } from '../designer/Pictures.tsx'
import { setOptions } from '../designer/edits.ts'
import type { Options } from '../designer/edits.ts'
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

/** Papers that schools print on, as the copy shop sells them. */
const papers = {
  usual: { name: '标准（A4、A3）', size: undefined },
  b4: { name: 'B4 横向', size: { width: 364, height: 257 } },
  eight: { name: '8开', size: { width: 368, height: 260 } },
  own: { name: '自定义', size: { width: 210, height: 297 } },
} as const

const modes: Record<CardDesign['studentNumber']['mode'], string> = {
  bubbles: '学生填涂',
  printed: '按学生印好填涂',
  barcode: '条形码',
  qr: '只用二维码',
}

type Option = { name: string; on: (d: CardDesign) => boolean; set: (d: CardDesign, on: boolean) => CardDesign }
const option = (name: string, on: (d: CardDesign) => boolean, patch: (on: boolean) => Options): Option => ({
  name,
  on,
  set: (d, to) => setOptions(d, patch(to)),
})
/** Absent is the usual: only what differs from it is kept. */
const yes = (on: boolean) => (on ? true : undefined)
const no = (on: boolean) => (on ? undefined : false)

const frame: readonly Option[] = [
  option(
    'A、B卷',
    (d) => d.isAB === true,
    (on) => ({ isAB: yes(on) }),
  ),
  option(
    '缺考标记',
    (d) => d.absentLabelMode !== 'none',
    (on) => ({ absentLabelMode: on ? undefined : 'none' }),
  ),
  option(
    '每张正面都有考号',
    (d) => d.addStudentNumRegion === true,
    (on) => ({ addStudentNumRegion: yes(on) }),
  ),
  { name: '分为第一卷、第二卷', on: (d) => d.units.some((u) => u.unitType === 10), set: withParts },
  option(
    '每题高度由我设定',
    (d) => d.customHeightMode === true,
    (on) => ({ customHeightMode: yes(on) }),
  ),
  option(
    '显示页脚',
    (d) => d.showFooter !== false,
    (on) => ({ showFooter: no(on) }),
  ),
]
const words: readonly Option[] = [
  option(
    '显示题组标题',
    (d) => d.showUnitTitle !== false,
    (on) => ({ showUnitTitle: no(on) }),
  ),
  option(
    '标题中显示分值',
    (d) => d.showUnitTitleScore !== false,
    (on) => ({ showUnitTitleScore: no(on) }),
  ),
  option(
    '显示多选题部分得分',
    (d) => d.hideHalfRight !== true,
    (on) => ({ hideHalfRight: on ? undefined : true }),
  ),
  option(
    '显示各题分值',
    (d) => d.hideScore !== true,
    (on) => ({ hideScore: on ? undefined : true }),
  ),
]
const halves: readonly Option[] = [
  option(
    '打分框含半分',
    (d) => d.showDecimal === true,
    (on) => ({ showDecimal: yes(on) }),
  ),
  option(
    '逐分打钩时不含半分',
    (d) => d.hideTickDecimal === true,
    (on) => ({ hideTickDecimal: yes(on) }),
  ),
]

const Switches = ({ designer, options }: { designer: Designer; options: readonly Option[] }) => (
  <div role="group">
    {options.map((o) => (
      <div key={o.name}>
        <Switch
          label={o.name}
          checked={o.on(designer.design)}
          onChange={(_, d) => designer.edit((x) => o.set(x, d.checked))}
        />
      </div>
    ))}
  </div>
)

/** The paper: a usual sheet, one of the copy shop's, or the author's own size. */
const PaperSettings = ({ designer }: { designer: Designer }) => {
  const { design, edit } = designer
  const size = design.customPageSize
  const kind = (Object.keys(papers) as (keyof typeof papers)[]).find(
    (k) => papers[k].size?.width === size?.width && papers[k].size?.height === size?.height,
  )
  const set = (next: { width: number; height: number } | undefined, about: string | null = null): void =>
    edit((d) => setOptions(d, { customPageSize: next }), about)
  const problem = sizeProblem(design)
  return (
    <>
      <Field label="纸张" {...(problem ? { validationState: 'error', validationMessage: problem } : {})}>
        <Select value={kind ?? 'own'} onChange={(_, d) => set(papers[d.value as keyof typeof papers].size)}>
          {Object.entries(papers).map(([value, { name }]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </Select>
      </Field>
      {size && (
        <>
          {(['width', 'height'] as const).map((side) => (
            <NumberField
              key={side}
              label={side === 'width' ? '纸宽' : '纸高'}
              unit="毫米"
              value={size[side]}
              min={100}
              max={600}
              onChange={(v) => set({ ...size, [side]: v }, `paper ${side}`)}
            />
          ))}
        </>
      )}
    </>
  )
}

/** The student number: how long, how it gets onto the card, which way its bubbles run. */
const NumberSettings = ({ designer }: { designer: Designer }) => {
  const { design, edit } = designer
  const { length, mode, orientation } = design.studentNumber
  const set = (patch: Partial<CardDesign['studentNumber']>, about: string | null = null): void =>
    edit((d) => setOptions(d, { studentNumber: { ...d.studentNumber, ...patch } }), about)
  return (
    <>
      <NumberField
        label="考号位数"
        value={length}
        min={4}
        max={18}
        onChange={(v) => set({ length: v }, 'student number length')}
      />
      <Field label="考号填写方式">
        <RadioGroup value={mode} onChange={(_, d) => set({ mode: d.value as typeof mode })}>
          {Object.entries(modes).map(([value, label]) => (
            <Radio key={value} value={value} label={label} />
          ))}
        </RadioGroup>
      </Field>
      {(mode === 'bubbles' || mode === 'printed') && (
        <Field label="考号方向">
          <RadioGroup
            layout="horizontal"
            value={orientation ?? 'vertical'}
            onChange={(_, d) => set({ orientation: d.value === 'horizontal' ? 'horizontal' : 'vertical' })}
          >
            <Radio value="vertical" label="竖排" />
            <Radio value="horizontal" label="横排" />
          </RadioGroup>
        </Field>
      )}
    </>
  )
}

/** What holds for the whole card. */
export const CardSettings = ({ designer }: { designer: Designer }) => {
  const styles = useStyles()
  const { design, edit, settle } = designer
  const set = (patch: Partial<CardDesign>, about?: string): void => edit((d) => ({ ...d, ...patch }), about)
  return (
    <div className={styles.fields}>
      <Field label="学校名称" hint="印在标题上方">
        <Input
          value={design.school ?? ''}
          maxLength={60}
          onChange={(_, d) => edit((x) => setOptions(x, { school: d.value || undefined }), 'school')}
          onBlur={settle}
        />
      </Field>
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
      <Field label="标题旁的图片">
        <Pictures designer={designer} />
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
      <PaperSettings designer={designer} />
      <NumberSettings designer={designer} />
      <Field label="密封线">
        <Select
          value={design.showSealLine ? (design.sealLinePosition ?? 'left') : 'none'}
          onChange={(_, d) =>
            edit((x) =>
              setOptions(x, {
                showSealLine: d.value !== 'none',
                sealLinePosition: d.value === 'right' ? 'right' : undefined,
              }),
            )
          }
        >
          <option value="none">不要</option>
          <option value="left">左侧</option>
          <option value="right">右侧</option>
        </Select>
      </Field>
      <Switches designer={designer} options={frame} />
      <Field label="判断题选项">
        <Select
          value={design.trueOrFalseType ?? 'word'}
          onChange={(_, d) => edit((x) => setOptions(x, { trueOrFalseType: d.value as 'word' }))}
        >
          <option value="word">对、错</option>
          <option value="letter">T、F</option>
          <option value="sign">√、×</option>
        </Select>
      </Field>
      <Field label="手工打分框" hint="先在纸上批改、再扫描时使用">
        <Select
          value={String(design.templateType ?? 0)}
          onChange={(_, d) => edit((x) => setOptions(x, { templateType: Number(d.value) || undefined }))}
        >
          <option value="0">不要</option>
          <option value="1">按版式自动选择</option>
          <option value="2">分值高的分十位、个位</option>
        </Select>
      </Field>
      {design.templateType !== undefined && <Switches designer={designer} options={halves} />}
      <Switches designer={designer} options={words} />
    </div>
  )
}
