import { Button, Checkbox, Input, makeStyles, Select, tokens } from '@fluentui/react-components'
import { Search20Regular } from '@fluentui/react-icons/svg/search'
import { useEffect, useState } from 'react'
import { useLatest } from '#web/kit/parts/useLatest.ts'

export type SchoolChoice = { readonly schoolId: string; readonly schoolName: string; readonly areaName?: string }

const useStyles = makeStyles({
  tools: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: tokens.spacingHorizontalS,
    paddingBlock: tokens.spacingVerticalXS,
  },
  search: { flex: '1 1 160px', maxWidth: '280px' },
  list: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fill, minmax(min(200px, 100%), 1fr))',
    maxHeight: '320px',
    overflowY: 'auto',
    borderTop: `1px solid ${tokens.colorNeutralStroke3}`,
  },
  left: { margin: 0, color: tokens.colorNeutralForeground2 },
  none: { margin: 0, paddingBlock: tokens.spacingVerticalM, color: tokens.colorNeutralForeground3 },
})

/** Schools to choose from, some hundred of them: found by name, all that are found at once, or those of a group. */
export const SchoolsField = (props: {
  schools: readonly SchoolChoice[]
  value: readonly string[]
  onChange: (schoolIds: string[]) => void
  /** Chosen together at one press. */
  groups?: readonly { name: string; choose: () => Promise<readonly SchoolChoice[]> }[]
}) => {
  const styles = useStyles()
  const { schools, value, onChange, groups = [] } = props
  const [text, setText] = useState('')
  /** Which schools of the group that was pressed last are not offered. */
  const [left, setLeft] = useState('')
  const offered = new Set(schools.map((s) => s.schoolId))
  const chosen = new Set(value.filter((id) => offered.has(id)))
  const foreign = value.length > chosen.size
  useEffect(() => {
    if (foreign) onChange([...chosen])
  })
  const [area, setArea] = useState('')
  // A city's schools are of its counties: hundreds are chosen county by county.
  const areas = [...new Set(schools.flatMap((s) => s.areaName ?? []))]
  const shown = schools.filter(
    (s) => s.schoolName.includes(text.trim()) && (!areas.includes(area) || s.areaName === area),
  )
  const all = shown.length > 0 && shown.every((s) => chosen.has(s.schoolId))
  /** In the order of the list. */
  const choose = (wanted: ReadonlySet<string>): void =>
    onChange(schools.map((s) => s.schoolId).filter((id) => wanted.has(id)))
  /** Several groups are pressed one after the other: each adds its schools. */
  const latest = useLatest(chosen)
  const add = async (group: (typeof groups)[number]): Promise<void> => {
    const of = await group.choose()
    const left = of.filter((s) => !offered.has(s.schoolId)).map((s) => s.schoolName)
    setLeft(left.length > 0 ? `${group.name}中有${left.length}所不能选（没有所选学段）：${left.join('、')}` : '')
    choose(new Set([...latest.current, ...of.map((s) => s.schoolId)]))
  }
  const toggleShown = (): void => {
    const found = new Set(shown.map((s) => s.schoolId))
    choose(all ? new Set([...chosen].filter((id) => !found.has(id))) : new Set([...chosen, ...found]))
  }
  return (
    <div>
      <div className={styles.tools}>
        <Input
          className={styles.search}
          type="search"
          aria-label="查找学校"
          placeholder="查找学校"
          contentBefore={<Search20Regular />}
          value={text}
          onChange={(_, d) => setText(d.value)}
        />
        {areas.length > 1 && (
          <Select aria-label="区域" value={areas.includes(area) ? area : ''} onChange={(_, d) => setArea(d.value)}>
            <option value="">全部区域</option>
            {areas.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </Select>
        )}
        {groups.map((group) => (
          <Button key={group.name} size="small" onClick={() => void add(group)}>
            {group.name}
          </Button>
        ))}
      </div>
      <p className={left ? styles.left : undefined} role="status">
        {left}
      </p>
      <Checkbox
        label={`${shown.length < schools.length ? '全选查到的' : '全选'}（${shown.length}所，已选${chosen.size}所）`}
        disabled={shown.length === 0}
        checked={all ? true : shown.some((s) => chosen.has(s.schoolId)) ? 'mixed' : false}
        onChange={toggleShown}
      />
      <div className={styles.list} role="group" aria-label="学校">
        {shown.map((s) => (
          <Checkbox
            key={s.schoolId}
            label={s.schoolName}
            checked={chosen.has(s.schoolId)}
            onChange={(_, d) =>
              choose(
                d.checked === true
                  ? new Set([...chosen, s.schoolId])
                  : new Set([...chosen].filter((id) => id !== s.schoolId)),
              )
            }
          />
        ))}
        {shown.length === 0 && <p className={styles.none}>{text.trim() ? '没有这样的学校' : '还没有学校'}</p>}
      </div>
    </div>
  )
}
