import {
  Button,
  Menu,
  MenuItem,
  MenuList,
  MenuPopover,
  MenuTrigger,
  makeStyles,
  mergeClasses,
  tokens,
} from '@fluentui/react-components'
import { Add20Regular } from '@fluentui/react-icons/svg/add'
import { ErrorCircle16Regular } from '@fluentui/react-icons/svg/error-circle'
import { totalScore, unitScore } from '#shared/card/card.rules.ts'
import type { CardDesign, CardUnit } from '#shared/card/card.types.ts'
import { unitTypes } from '#shared/card/card.types.ts'
import { showScore } from '#shared/kit/score.ts'
import { addWords, moveUnit, wordsOnly } from './edits.ts'
import type { Designer } from './useDesigner.ts'

const useStyles = makeStyles({
  outline: { display: 'flex', flexDirection: 'column', minHeight: 0, minWidth: 0 },
  head: { display: 'flex', alignItems: 'center', minHeight: '32px', gap: tokens.spacingHorizontalS },
  title: { margin: 0, fontSize: tokens.fontSizeBase300, fontWeight: tokens.fontWeightSemibold },
  add: { marginLeft: 'auto' },
  list: { listStyle: 'none', margin: 0, padding: 0, overflowY: 'auto', minHeight: 0 },
  item: {
    display: 'block',
    width: '100%',
    textAlign: 'left',
    border: 'none',
    borderLeft: '3px solid transparent',
    backgroundColor: 'transparent',
    color: tokens.colorNeutralForeground1,
    font: 'inherit',
    padding: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalS}`,
    cursor: 'pointer',
    borderRadius: tokens.borderRadiusMedium,
    ':hover': { backgroundColor: tokens.colorNeutralBackground1Hover },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
  },
  chosen: { backgroundColor: tokens.colorBrandBackground2, borderLeftColor: tokens.colorBrandStroke1 },
  volume: { fontWeight: tokens.fontWeightSemibold },
  name: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalXS },
  faint: {
    display: 'block',
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    fontVariantNumeric: 'tabular-nums',
  },
  wrong: { color: tokens.colorPaletteRedForeground1, flexShrink: 0 },
})

const numbersOf = (unit: CardUnit): string => {
  const [first, last] = [unit.questions[0], unit.questions.at(-1)]
  if (!first || !last) return unitTypes[unit.unitType as 10]
  return first === last ? `第${first.number}题` : `第${first.number}–${last.number}题，${unit.questions.length}题`
}

/** The card's parts and units; arrows with Alt move the chosen one. */
export const Outline = (props: {
  designer: Designer
  design: CardDesign
  chosen: string | null
  onChoose: (unitId: string | null) => void
}) => {
  const styles = useStyles()
  const { designer, design, chosen, onChoose } = props
  const wrong = new Map(
    designer.mistakes.flatMap((m) => (m.unitId !== undefined && m.grave ? [[m.unitId, m.text]] : [])),
  )
  const count = design.units.reduce((n, u) => n + u.questions.length, 0)
  return (
    <section className={styles.outline} aria-label="题组">
      <div className={styles.head}>
        <h2 className={styles.title}>题组</h2>
        <span className={styles.faint}>
          {count}题，{showScore(totalScore(design))}分
        </span>
        <Menu>
          <MenuTrigger disableButtonEnhancement>
            <Button
              className={styles.add}
              size="small"
              appearance="subtle"
              icon={<Add20Regular />}
              aria-label="添加标题"
            />
          </MenuTrigger>
          <MenuPopover>
            <MenuList>
              <MenuItem onClick={() => designer.edit((d) => addWords(d, 10, chosen ?? undefined))}>卷名</MenuItem>
              <MenuItem onClick={() => designer.edit((d) => addWords(d, 11, chosen ?? undefined))}>题型标题</MenuItem>
            </MenuList>
          </MenuPopover>
        </Menu>
      </div>
      <ul className={styles.list}>
        <li>
          <button
            type="button"
            className={mergeClasses(styles.item, chosen === null && styles.chosen)}
            aria-pressed={chosen === null}
            onClick={() => onChoose(null)}
          >
            整张答题卡
            <span className={styles.faint}>标题、版式、考号</span>
          </button>
        </li>
        {design.units.map((u) => (
          <li key={u.unitId}>
            <button
              type="button"
              className={mergeClasses(
                styles.item,
                u.unitType === 10 && styles.volume,
                chosen === u.unitId && styles.chosen,
              )}
              aria-pressed={chosen === u.unitId}
              onClick={() => onChoose(u.unitId)}
              onKeyDown={(e) => {
                if (!e.altKey || (e.key !== 'ArrowUp' && e.key !== 'ArrowDown')) return
                e.preventDefault()
                designer.edit((d) => moveUnit(d, u.unitId, e.key === 'ArrowUp' ? -1 : 1))
              }}
            >
              <span className={styles.name}>
                {u.title?.trim() || unitTypes[u.unitType as 1]}
                {wrong.has(u.unitId) && (
                  <ErrorCircle16Regular className={styles.wrong} aria-label={wrong.get(u.unitId)} />
                )}
              </span>
              <span className={styles.faint}>
                {numbersOf(u)}
                {!wordsOnly(u) && `，${showScore(unitScore(u))}分`}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
