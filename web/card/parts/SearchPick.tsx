import { Button, Input, Radio, RadioGroup, Spinner, makeStyles, tokens } from '@fluentui/react-components'
import { Search16Regular } from '@fluentui/react-icons/svg/search'
import { useState } from 'react'
import type { ReactNode } from 'react'
import type { Page } from '#shared/kit/paging.ts'
import { Bars } from '#web/kit/parts/States.tsx'
import { useSettled } from '../designer/useSettled.ts'

const useStyles = makeStyles({
  list: { maxHeight: '260px', overflowY: 'auto' },
  foot: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: tokens.spacingHorizontalS,
    minHeight: '32px',
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    fontVariantNumeric: 'tabular-nums',
  },
})

const pageSize = 20

/** What is looked for and which page is shown; `text` follows the keys once they rest. */
export const useSearchPick = () => {
  const [typed, setTyped] = useState('')
  const [pageNumber, setPage] = useState(1)
  const text = useSettled(typed.trim(), 300)
  const type = (next: string): void => {
    setTyped(next)
    setPage(1)
  }
  return { typed, type, text, pageNumber, setPage, asked: { pageNumber, pageSize } }
}

/** Chooses one of a long list: looked for by name, twenty at a time. What is chosen stays so while one goes on looking. */
export const SearchPick = <T,>(props: {
  label: string
  placeholder: string
  search: ReturnType<typeof useSearchPick>
  found: Page<T> | undefined
  busy: boolean
  /** A row may give several to choose from. */
  items: (row: T) => readonly { value: string; text: string; barred?: string | false }[]
  value: string
  onPick: (value: string) => void
  /** Before the list: what is always there. */
  first?: ReactNode
  /** Where there is nothing to look for yet: why, and the first step. */
  empty?: ReactNode
}) => {
  const styles = useStyles()
  const { search, found } = props
  const items = (found?.list ?? []).flatMap((row) => props.items(row))
  const last = Math.max(1, Math.ceil((found?.total ?? 0) / pageSize))
  return (
    <div>
      <Input
        type="search"
        aria-label={props.placeholder}
        placeholder={props.placeholder}
        contentBefore={<Search16Regular />}
        contentAfter={props.busy ? <Spinner size="extra-tiny" aria-label="正在查找" /> : undefined}
        value={search.typed}
        onChange={(_, d) => search.type(d.value)}
        style={{ width: '100%' }}
      />
      {!found ? (
        <Bars rows={4} height={24} />
      ) : (
        <RadioGroup
          aria-label={props.label}
          value={props.value}
          onChange={(_, d) => props.onPick(d.value)}
          className={styles.list}
        >
          {props.first}
          {items.map((i) => (
            <Radio
              key={i.value}
              value={i.value}
              label={i.barred ? `${i.text}（${i.barred}）` : i.text}
              disabled={Boolean(i.barred)}
            />
          ))}
        </RadioGroup>
      )}
      {found?.total === 0 && !search.text && props.empty ? (
        props.empty
      ) : found ? (
        <nav className={styles.foot} aria-label="分页">
          {found.total === 0 ? (
            <span>{search.text ? `没有名称含“${search.text}”的` : '没有可以选择的'}</span>
          ) : (
            <span>共 {found.total} 条</span>
          )}
          {last > 1 && (
            <>
              <Button
                size="small"
                appearance="subtle"
                disabled={found.pageNumber <= 1}
                onClick={() => search.setPage(found.pageNumber - 1)}
              >
                上一页
              </Button>
              <span>
                {found.pageNumber} / {last}
              </span>
              <Button
                size="small"
                appearance="subtle"
                disabled={found.pageNumber >= last}
                onClick={() => search.setPage(found.pageNumber + 1)}
              >
                下一页
              </Button>
            </>
          )}
        </nav>
      ) : null}
    </div>
  )
}
