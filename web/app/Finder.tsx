import { Input, Spinner, makeStyles, mergeClasses, tokens } from '@fluentui/react-components'
import { Search16Regular } from '@fluentui/react-icons/svg/search'
import { useDeferredValue, useEffect, useId, useMemo, useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { matchPath, useLocation, useNavigate } from 'react-router'
import type { SessionUser } from '#shared/identity/identity.types.ts'
import { findAll } from '#shared/exam/find.calls.ts'
import { Dialog, DialogSurface } from '#web/kit/parts/Dialog.tsx'
import { useAsk } from '#web/kit/ask.ts'
import { viewerOf } from '#web/kit/viewer.ts'
import { groupsOf, nextLine, pagesFound } from './found.ts'
import { routes } from './routes.ts'
import { useFocusBack } from '#web/kit/parts/useFocusBack.ts'

const phone = '@media (max-width: 600px)'
const useStyles = makeStyles({
  surface: {
    maxWidth: '640px',
    padding: tokens.spacingHorizontalM,
    boxSizing: 'border-box',
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalS,
    [phone]: { margin: 0, maxWidth: 'none', width: '100vw', height: '100dvh', maxHeight: 'none', borderRadius: 0 },
  },
  field: { width: '100%' },
  list: { overflowY: 'auto', minHeight: 0 },
  group: { margin: 0, padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalS} ${tokens.spacingVerticalXXS}` },
  head: {
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    fontWeight: tokens.fontWeightSemibold,
    color: tokens.colorNeutralForeground3,
  },
  line: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: tokens.spacingHorizontalM,
    minHeight: '32px',
    padding: `0 ${tokens.spacingHorizontalS}`,
    borderRadius: tokens.borderRadiusMedium,
    cursor: 'pointer',
    [phone]: { minHeight: '44px' },
  },
  here: { backgroundColor: tokens.colorBrandBackground2 },
  name: { minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  text: {
    flexShrink: 0,
    maxWidth: '50%',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    fontVariantNumeric: 'tabular-nums',
  },
  hint: { margin: 0, padding: tokens.spacingHorizontalS, color: tokens.colorNeutralForeground3 },
})

/** So long a pause in typing is an end of a word, ms. */
const pauseMs = 180

/** What is typed, once it rests. */
const useRested = (text: string): string => {
  const [rested, setRested] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), pauseMs)
    return () => clearTimeout(timer)
  }, [text])
  return rested
}

/** One search over all that the person may see: typed, chosen by arrows, opened by Enter. */
export const Finder = ({ user, close }: { user: SessionUser; close: () => void }) => {
  useFocusBack()
  const styles = useStyles()
  const navigate = useNavigate()
  const id = useId()
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const list = useRef<HTMLDivElement>(null)
  const rested = useDeferredValue(useRested(text.trim()))
  const answer = useAsk(findAll, rested === '' ? undefined : { text: rested }, { quiet: true })
  const found = rested === '' ? undefined : answer.data
  const { pathname } = useLocation()
  const pages = useMemo(() => {
    const here = routes.map((r) => matchPath(r.path, pathname)).find((m) => m !== null)
    return pagesFound(routes, viewerOf(user), text, here?.params)
  }, [user, text, pathname])
  const groups = groupsOf(found, pages, user.schoolId)
  const lines = groups.flatMap((g) => g.lines)
  const here = Math.min(at, lines.length - 1)
  const waits = text.trim() !== '' && (rested !== text.trim() || answer.isFetching)
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' })
  }, [here, lines.length])
  const open = (to: string): void => {
    close()
    void navigate(to)
  }
  const press = (e: KeyboardEvent): void => {
    // What is being composed is not chosen yet.
    if (e.nativeEvent.isComposing) return
    const line = lines[here]
    if (e.key === 'ArrowDown') setAt(nextLine(lines.length, here, 1))
    else if (e.key === 'ArrowUp') setAt(nextLine(lines.length, here, -1))
    else if (e.key === 'Enter' && line) open(line.to)
    else return
    e.preventDefault()
  }
  let n = 0
  return (
    <Dialog open onOpenChange={(_, { open: stays }) => !stays && close()}>
      <DialogSurface className={styles.surface} aria-label="查找">
        <Input
          className={styles.field}
          autoFocus
          type="search"
          role="combobox"
          aria-expanded={lines.length > 0}
          aria-controls={`${id}list`}
          aria-activedescendant={lines.length > 0 ? `${id}${here}` : undefined}
          aria-label="查找考试、学生、教师、试卷、答题卡和页面"
          placeholder="考试、学生、教师、试卷、答题卡、页面"
          contentBefore={<Search16Regular />}
          contentAfter={waits ? <Spinner size="extra-tiny" aria-label="正在查找" /> : undefined}
          maxLength={40}
          value={text}
          onChange={(_, { value }) => {
            setText(value)
            setAt(0)
          }}
          onKeyDown={press}
        />
        <div ref={list} id={`${id}list`} role="listbox" aria-label="查找结果" className={styles.list}>
          {groups.map((g) => (
            <div key={g.name} role="group" aria-label={g.name}>
              <div className={mergeClasses(styles.group, styles.head)} aria-hidden>
                {g.name}
              </div>
              {g.lines.map((l) => {
                const index = n++
                return (
                  <div
                    key={l.key}
                    id={`${id}${index}`}
                    role="option"
                    aria-selected={index === here}
                    className={mergeClasses(styles.line, index === here && styles.here)}
                    onPointerMove={() => setAt(index)}
                    onClick={() => open(l.to)}
                  >
                    <span className={styles.name}>{l.name}</span>
                    <span className={styles.text}>{l.text}</span>
                  </div>
                )
              })}
            </div>
          ))}
        </div>
        {lines.length === 0 && (
          <p className={styles.hint} role="status">
            {text.trim() === ''
              ? '输入姓名、拼音首字母、学号、考试或页面名称。↑↓选择，回车打开，Esc关闭。'
              : waits
                ? '正在查找…'
                : answer.error
                  ? '暂时查不到，请稍后再试。'
                  : '没有找到。换个写法，或只写开头几个字。'}
          </p>
        )}
      </DialogSurface>
    </Dialog>
  )
}
