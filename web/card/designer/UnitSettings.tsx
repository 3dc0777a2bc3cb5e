import { Button, Field, Input, Select, makeStyles, tokens } from '@fluentui/react-components'
import { ArrowDown20Regular } from '@fluentui/react-icons/svg/arrow-down'
import { ArrowUp20Regular } from '@fluentui/react-icons/svg/arrow-up'
import type { CardUnit } from '#shared/card/card.types.ts'
import { unitTypes } from '#shared/card/card.types.ts'
import { showScore } from '#shared/kit/score.ts'
import type { UnitPatch } from './edits.ts'
import {
  canJoin,
  formsOf,
  joinUnit,
  moveUnit,
  patchUnit,
  reform,
  removeWords,
  resizable,
  splitUnit,
  wordsOnly,
} from './edits.ts'
import type { Designer } from './useDesigner.ts'
import { NumberField } from '../parts/NumberField.tsx'
import { Pictures } from './Pictures.tsx'
import { QuestionWords } from './QuestionWords.tsx'

const useStyles = makeStyles({
  fields: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM },
  row: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalXS },
  questions: { listStyle: 'none', margin: 0, padding: 0, fontVariantNumeric: 'tabular-nums' },
  question: { display: 'flex', alignItems: 'center', minHeight: '28px', gap: tokens.spacingHorizontalS },
  split: { marginLeft: 'auto' },
  faint: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
})

/** Units whose answers stand beside printed words. */
const worded = (unit: CardUnit): boolean =>
  [4, 5, 8, 9, 12].includes(unit.unitType) || (unit.unitType === 6 && unit.rowNumber === undefined)

/** All questions of these stand in one frame. */
const oneFrame = (unit: CardUnit): boolean => [8, 9, 12].includes(unit.unitType)

/** What holds for the chosen unit. */
export const UnitSettings = (props: {
  designer: Designer
  unit: CardUnit
  onChoose: (unitId: string | null) => void
}) => {
  const styles = useStyles()
  const { designer, unit } = props
  const { design, edit, settle } = designer
  const index = design.units.findIndex((u) => u.unitId === unit.unitId)
  const set = (patch: UnitPatch, about?: string): void =>
    edit((d) => patchUnit(d, unit.unitId, patch), about ? `${about} ${unit.unitId}` : null)
  const forms = formsOf(unit)
  const pictured = (questionId: string) => design.pictures?.some((p) => p.questionId === questionId) === true
  return (
    <div className={styles.fields}>
      <Field label={wordsOnly(unit) ? '文字' : '题组标题'}>
        <Input
          value={unit.title ?? ''}
          placeholder={unitTypes[unit.unitType as 1]}
          maxLength={200}
          onChange={(_, d) => set({ title: d.value }, 'title')}
          onBlur={settle}
        />
      </Field>
      {forms.length > 1 && (
        <Field label="作答形式">
          <Select
            value={String(unit.unitType)}
            onChange={(_, d) => edit((x) => reform(x, unit.unitId, Number(d.value)))}
          >
            {[...new Set([...forms, unit.unitType])].map((f) => (
              <option key={f} value={String(f)}>
                {unitTypes[f as 1]}
              </option>
            ))}
          </Select>
        </Field>
      )}
      {resizable(unit) && (
        <div>
          <NumberField
            label="答题区高度"
            unit="毫米"
            hint="也可以在版面上拖动下边线"
            value={unit.height}
            min={10}
            max={2000}
            onChange={(height) => set({ height }, 'height')}
          />
          {unit.height !== undefined && (
            <Button size="small" appearance="transparent" onClick={() => set({ height: undefined })}>
              恢复自动高度
            </Button>
          )}
        </div>
      )}
      {unit.unitType <= 3 && (
        <NumberField
          label="每组题数"
          unit="题"
          value={unit.groupNumber ?? 5}
          min={1}
          max={20}
          onChange={(groupNumber) => set({ groupNumber }, 'group')}
        />
      )}
      {unit.unitType === 4 && (
        <NumberField
          label="每行空数"
          value={unit.perRow ?? 4}
          min={1}
          max={8}
          onChange={(perRow) => set({ perRow }, 'perRow')}
        />
      )}
      {unit.unitType === 6 && (
        <NumberField
          label="书写行数"
          unit="行"
          value={unit.rowNumber}
          min={1}
          max={60}
          onChange={(rowNumber) => set({ rowNumber }, 'rowNumber')}
        />
      )}
      {unit.unitType === 7 && (
        <NumberField
          label="作文格数"
          unit="格"
          step={20}
          value={unit.totalNumber}
          min={20}
          max={3000}
          onChange={(totalNumber) => set({ totalNumber }, 'totalNumber')}
        />
      )}
      {unit.unitType === 8 && (
        <NumberField
          label={`${unit.questions.length}选几`}
          unit="题"
          value={unit.optionalCount ?? 1}
          min={1}
          max={Math.max(1, Math.min(20, unit.questions.length - 1))}
          onChange={(optionalCount) => set({ optionalCount }, 'optionalCount')}
        />
      )}
      {worded(unit) && unit.questions.map((q) => <QuestionWords key={q.questionId} designer={designer} question={q} />)}
      {unit.questions
        .filter((q, i) => pictured(q.questionId) || (resizable(unit) && (i === 0 || !oneFrame(unit))))
        .map((q) => (
          <Field key={q.questionId} label={`第${q.number}题的图片`}>
            <Pictures designer={designer} questionId={q.questionId} fixed={!resizable(unit)} />
          </Field>
        ))}
      <div className={styles.row}>
        <Button
          size="small"
          icon={<ArrowUp20Regular />}
          disabled={index === 0}
          onClick={() => edit((d) => moveUnit(d, unit.unitId, -1))}
        >
          上移
        </Button>
        <Button
          size="small"
          icon={<ArrowDown20Regular />}
          disabled={index === design.units.length - 1}
          onClick={() => edit((d) => moveUnit(d, unit.unitId, 1))}
        >
          下移
        </Button>
        {canJoin(design, unit.unitId) && (
          <Button
            size="small"
            onClick={() => {
              props.onChoose(design.units[index - 1]!.unitId)
              edit((d) => joinUnit(d, unit.unitId))
            }}
          >
            并入上一题组
          </Button>
        )}
        {unit.questions.length === 0 && (
          <Button
            size="small"
            onClick={() => {
              props.onChoose(null)
              edit((d) => removeWords(d, unit.unitId))
            }}
          >
            删除
          </Button>
        )}
      </div>
      {unit.questions.length > 0 && (
        <ul className={styles.questions} aria-label="题目">
          {unit.questions.map((q, i) => (
            <li key={q.questionId} className={styles.question}>
              <span>第{q.number}题</span>
              <span className={styles.faint}>
                {showScore(q.fullScore)}分
                {q.optionCount !== undefined && unit.unitType !== 3 && `，${q.optionCount}个选项`}
              </span>
              {i > 0 && (
                <Button
                  className={styles.split}
                  size="small"
                  appearance="subtle"
                  aria-label={`从此拆分：第${q.number}题起另成一组`}
                  onClick={() => edit((d) => splitUnit(d, unit.unitId, q.questionId))}
                >
                  从此拆分
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
