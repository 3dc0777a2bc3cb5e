import { Button, Checkbox, Input, makeStyles, tokens } from '@fluentui/react-components'
import { Search20Regular } from '@fluentui/react-icons/svg/search'
import { useState } from 'react'

export type Person = {
  userId: string
  teacherName: string
  classNames: readonly string[]
  schoolName?: string | undefined
  ofCourse: boolean
}

const useStyles = makeStyles({
  tools: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalS },
  search: { flex: '1 1 160px', maxWidth: '280px' },
  said: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  list: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fill, minmax(min(220px, 100%), 1fr))',
    maxHeight: '240px',
    overflowY: 'auto',
    marginTop: tokens.spacingVerticalXS,
    borderTop: `1px solid ${tokens.colorNeutralStroke3}`,
  },
  none: { margin: 0, paddingBlock: tokens.spacingVerticalM, color: tokens.colorNeutralForeground3 },
})

/** So many are drawn at once: of more one types a name. */
const mostShown = 120

const aboutOf = (p: Person): string => [p.schoolName, p.classNames.slice(0, 3).join('、')].filter(Boolean).join(' ')

/** Teachers to choose from, those of the course first; others come by hand. Who is chosen stands first. */
export const PeopleField = (props: {
  label: string
  people: readonly Person[]
  value: readonly string[]
  onChange: (userIds: string[]) => void
  /** Who it is where none is chosen. */
  none: string
}) => {
  const styles = useStyles()
  const { label, people, value, onChange, none } = props
  const [text, setText] = useState('')
  const [others, setOthers] = useState(false)
  // The order is that of the first moment: no name jumps away under the pointer.
  const [first] = useState(() => new Set(value))
  const wanted = text.trim()
  const found = people.filter(
    (p) =>
      (others || wanted !== '' || p.ofCourse || first.has(p.userId)) &&
      (p.teacherName.includes(wanted) || (p.schoolName ?? '').includes(wanted)),
  )
  const sorted = found.toSorted((a, b) => Number(first.has(b.userId)) - Number(first.has(a.userId)))
  const shown = sorted.slice(0, mostShown)
  const hidden = people.filter((p) => !p.ofCourse).length
  return (
    <div>
      <div className={styles.tools}>
        <Input
          className={styles.search}
          type="search"
          size="small"
          aria-label={`查找${label}`}
          placeholder="按姓名查找"
          contentBefore={<Search20Regular />}
          value={text}
          onChange={(_, d) => setText(d.value)}
        />
        {hidden > 0 && (
          <Button size="small" appearance="subtle" onClick={() => setOthers(!others)}>
            {others ? '只看本科' : `其他学科（${hidden}人）`}
          </Button>
        )}
        <span className={styles.said}>{value.length === 0 ? `没有选：${none}` : `已选${value.length}人`}</span>
        {value.length > 0 && (
          <Button size="small" appearance="subtle" onClick={() => onChange([])}>
            清空
          </Button>
        )}
      </div>
      <div className={styles.list} role="group" aria-label={label}>
        {shown.map((p) => (
          <Checkbox
            key={p.userId}
            label={`${p.teacherName}${aboutOf(p) && `（${aboutOf(p)}）`}${p.ofCourse ? '' : ' 非本科'}`}
            checked={value.includes(p.userId)}
            onChange={(_, d) =>
              onChange(d.checked === true ? [...value, p.userId] : value.filter((id) => id !== p.userId))
            }
          />
        ))}
        {shown.length === 0 && (
          <p className={styles.none}>{wanted ? '没有这样的老师' : '考试里还没有教这一科的老师'}</p>
        )}
      </div>
      {sorted.length > mostShown && (
        <span className={styles.said}>还有{sorted.length - mostShown}人，请输入姓名查找</span>
      )}
    </div>
  )
}
