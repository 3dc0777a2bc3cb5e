import { Button, Field, Input, ProgressBar, mergeClasses } from '@fluentui/react-components'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { Page } from '../parts/Page.tsx'
import { Bars, EmptyState } from '../parts/States.tsx'
import { useKeys } from '../parts/useKeys.ts'
import { pictureAt } from '../picture/pictures.ts'
import type { Choice, ReviewScreenProps } from './review.types.ts'
import { barHeight, useStyles } from './reviewStyles.ts'

/** Scrolls the list alone: the page stays where it is read. */
const intoSight = (entry: HTMLElement | null): void => {
  const list = entry?.closest('ol')
  if (!entry || !list) return
  const [at, within] = [entry.getBoundingClientRect(), list.getBoundingClientRect()]
  list.scrollTop += Math.min(0, at.top - within.top) + Math.max(0, at.bottom - within.bottom)
}

/** Pictures of so many items to come are there before they are wanted. */
const prefetched = 3

/** One queue, the item large, the suggestion on Enter, a key for each choice, and the way back. */
export const ReviewScreen = <T,>(props: ReviewScreenProps<T>) => {
  const styles = useStyles()
  const [query, setQuery] = useSearchParams()
  // The address follows as a transition, late: a quick second key must meet the next item, not the settled one.
  const [chosen, setChosen] = useState(query.get('item'))
  const [done, setDone] = useState<ReadonlyMap<string, unknown>>(new Map())
  const [trail, setTrail] = useState<readonly string[]>([])
  const [busy, setBusy] = useState(false)
  // Decisions are sent one behind the other, in the order they were taken: no key waits for the one before.
  const sent = useRef(Promise.resolve())
  const [sending, setSending] = useState(0)
  const [typed, setTyped] = useState('')
  /** Which of the listed is chosen by the arrow keys; none until then. */
  const [picked, setPicked] = useState(-1)
  const [wrong, setWrong] = useState<string | null>(null)
  /** The item that was decided last. */
  const taken = useRef<string | null>(null)
  const here = useRef<HTMLButtonElement>(null)
  const field = useRef<HTMLInputElement>(null)

  // What is settled leaves the server's queue; it stays in sight here, so that it can be taken back.
  const seen = useRef(new Map<string, T>())
  for (const i of props.items ?? []) seen.current.set(props.itemKey(i), i)
  const live = new Set((props.items ?? []).map(props.itemKey))
  const items = [...seen.current.entries()].filter(([k]) => live.has(k) || done.has(k)).map(([, i]) => i)
  const open = items.filter((i) => !done.has(props.itemKey(i)))
  const behind = props.behind ?? 0
  const things = (of: readonly T[]): number => new Set(of.map(props.counted?.by ?? props.itemKey)).size
  const answered = items.length - open.length
  const item = items.find((i) => props.itemKey(i) === chosen) ?? open[0] ?? null
  const key = item === null ? null : props.itemKey(item)

  const show = (k: string | undefined): void => {
    setTyped('')
    setWrong(null)
    // The next key is the next item's choice, not more of what was typed for this one.
    field.current?.blur()
    setChosen(k ?? null)
    setQuery(
      (q) => {
        const next = new URLSearchParams(q)
        if (k) next.set('item', k)
        else next.delete('item')
        return next
      },
      { replace: true },
    )
  }
  const following = (k: string): string | undefined => {
    const i = items.findIndex((x) => props.itemKey(x) === k)
    const rest = [...items.slice(i + 1), ...items.slice(0, i)].find((x) => !done.has(props.itemKey(x)))
    return rest === undefined ? undefined : props.itemKey(rest)
  }
  const settle = (value: unknown): void => {
    if (item === null || key === null || busy) return
    // The same key again, before the next item is drawn, is not a second decision on this one.
    if (taken.current === key) return
    taken.current = key
    const before = done.get(key)
    setDone((d) => new Map(d).set(key, value))
    setTrail((t) => [...t.filter((k) => k !== key), key])
    show(following(key))
    setSending((n) => n + 1)
    sent.current = sent.current.then(async () => {
      try {
        await props.settle(item, value)
      } catch (error) {
        console.warn(error)
        // It waits again, and what is in sight stays: the next key is meant for that.
        setDone((d) => new Map([...d].filter(([k]) => k !== key).concat(before === undefined ? [] : [[key, before]])))
        if (before === undefined) setTrail((t) => t.filter((k) => k !== key))
      } finally {
        setSending((n) => n - 1)
      }
    })
  }
  const back = async (): Promise<void> => {
    const last = trail.at(-1)
    const gone = last === undefined ? undefined : seen.current.get(last)
    if (last === undefined || gone === undefined || !props.undo || busy) return
    setBusy(true)
    try {
      await sent.current
      await props.undo(gone, done.get(last))
      setDone((d) => new Map([...d].filter(([k]) => k !== last)))
      setTrail((t) => t.slice(0, -1))
      show(last)
    } catch (error) {
      console.warn(error)
    } finally {
      setBusy(false)
    }
  }
  const measured = useCallback((bar: HTMLDivElement | null) => {
    if (!bar) return
    const told = new ResizeObserver(() =>
      columns.current?.style.setProperty(barHeight, `${bar.getBoundingClientRect().height}px`),
    )
    told.observe(bar)
    return () => told.disconnect()
  }, [])
  const choices = item === null ? [] : props.choices(item)
  const suggested = item === null ? undefined : props.suggestion?.(item)
  const free = item === null ? null : (props.typed?.(item) ?? null)
  const take = (choice: Choice | undefined): void => {
    if (choice?.opens) show(choice.opens())
    else if (choice) settle(choice.value)
  }
  const matches = (typed.trim() && free?.matches?.(typed.trim())) || []
  const marked = matches[picked] ?? (matches.length === 1 ? matches[0] : undefined)
  const submitTyped = (): void => {
    if (marked) {
      setWrong(null)
      return settle(marked.value)
    }
    const bad = free?.check?.(typed.trim()) ?? (typed.trim() ? null : `请输入${free?.label ?? ''}`)
    setWrong(bad)
    if (!bad && free) settle(free.value(typed.trim()))
  }

  useKeys((pressed) => {
    const at = items.findIndex((i) => props.itemKey(i) === key)
    const to = (i: number) => items[i] !== undefined && show(props.itemKey(items[i]))
    if (pressed === 'Enter') take(choices.find((c) => c.key === suggested))
    else if (pressed === 'ArrowDown') to(at + 1)
    else if (pressed === 'ArrowUp') to(at - 1)
    else if (pressed === 'Backspace') void back()
    else {
      const choice = choices.find((c) => c.key === pressed)
      if (choice) take(choice)
      else if (free && pressed === '/') field.current?.focus()
      else {
        // What is no choice is the beginning of what is typed: the key goes on into the field.
        if (free && /^[\p{L}\p{N}]$/u.test(pressed)) field.current?.focus()
        return false
      }
    }
    return true
  })
  const ahead = key === null ? [] : items.slice(items.findIndex((i) => props.itemKey(i) === key) + 1)
  const wanted = ahead
    .filter((i) => !done.has(props.itemKey(i)))
    .slice(0, prefetched)
    .flatMap((i) => props.pictures?.(i) ?? [])
    .join('\n')
  useEffect(() => {
    for (const src of wanted.split('\n'))
      if (src)
        void pictureAt(src)
          .then((at) => (new Image().src = at))
          .catch(() => undefined)
  }, [wanted])
  useEffect(() => {
    taken.current = null
  }, [key])
  useEffect(() => {
    if (sending === 0) return
    const stay = (e: BeforeUnloadEvent): void => e.preventDefault()
    window.addEventListener('beforeunload', stay)
    return () => window.removeEventListener('beforeunload', stay)
  }, [sending])
  const columns = useRef<HTMLDivElement>(null)
  const shown = useRef(key)
  useEffect(() => {
    intoSight(here.current)
    // Who has scrolled down a page begins the next one at its top.
    if (shown.current !== null && shown.current !== key && (columns.current?.getBoundingClientRect().top ?? 0) < 0)
      columns.current?.scrollIntoView({ block: 'start' })
    const from = document.activeElement
    // What was pressed belongs to the item before: Enter there would press it again, or go back to it.
    const stale = from === document.body || (from instanceof HTMLButtonElement && columns.current?.contains(from))
    if (shown.current !== null && shown.current !== key && stale) here.current?.focus({ preventScroll: true })
    shown.current = key
  }, [key])

  if (props.items === undefined)
    return (
      <Page title={props.title}>
        <Bars rows={10} height={24} />
      </Page>
    )
  return (
    <Page
      title={props.title}
      width="full"
      tight
      facts={props.facts}
      siblings={props.siblings}
      tools={
        items.length > 0 ? (
          <div aria-live="polite" className={styles.progress}>
            {props.counted
              ? `已处理 ${answered} 处，还有 ${items.length - answered} 处${behind > 0 ? '以上' : ''}（${things(open) + behind} ${props.counted.unit}）`
              : `已处理 ${answered} / ${items.length + behind} 处`}
            <ProgressBar value={answered} max={items.length + behind} aria-label="进度" />
          </div>
        ) : undefined
      }
      actions={[
        ...(props.actions ?? []),
        // Last: it is what stands in words.
        ...(props.undo ? [{ name: '撤销上一个', run: back, barred: trail.length === 0 && '还没有处理过' }] : []),
      ]}
    >
      {props.children}
      {item === null ? (
        <EmptyState empty={props.empty} />
      ) : (
        <div className={styles.columns} ref={columns}>
          <ol className={styles.queue} aria-label="队列" data-own-slash>
            {items.map((i) => {
              const k = props.itemKey(i)
              return (
                <li key={k}>
                  <button
                    type="button"
                    ref={k === key ? here : undefined}
                    aria-current={k === key}
                    className={mergeClasses(styles.entry, k === key && styles.here, done.has(k) && styles.done)}
                    onClick={() => show(k)}
                  >
                    {props.itemName(i)}
                  </button>
                </li>
              )
            })}
          </ol>
          <div className={styles.item}>{props.content(item)}</div>
          <div className={styles.side} aria-live="polite">
            <p className={styles.reason}>{props.reason(item)}</p>
            <div className={styles.bar} ref={measured}>
              <div className={styles.choices}>
                {choices.map((c) => (
                  <Button
                    key={c.key}
                    className={mergeClasses(styles.choice, c.danger && styles.aside)}
                    // While a name is found by typing, that is what Enter takes.
                    appearance={
                      c.key === suggested && matches.length === 0 ? 'primary' : c.danger ? 'subtle' : 'secondary'
                    }
                    disabledFocusable={busy}
                    onClick={() => take(c)}
                  >
                    {c.name}
                  </Button>
                ))}
              </div>
              {free && (
                <Field
                  label={free.label}
                  validationMessage={wrong ?? undefined}
                  validationState={wrong ? 'error' : 'none'}
                >
                  <Input
                    ref={field}
                    value={typed}
                    onChange={(_, d) => {
                      setTyped(d.value)
                      setPicked(-1)
                    }}
                    {...(matches.length > 0
                      ? { role: 'combobox', 'aria-expanded': true, 'aria-controls': 'review-matches' }
                      : {})}
                    onKeyDown={(e) => {
                      if (matches.length > 0 && (e.key === 'ArrowDown' || e.key === 'ArrowUp')) {
                        e.preventDefault()
                        setPicked(Math.max(0, Math.min(matches.length - 1, picked + (e.key === 'ArrowDown' ? 1 : -1))))
                      }
                      if (e.key === 'Enter' && !e.nativeEvent.isComposing) submitTyped()
                      if (e.key === 'Escape') field.current?.blur()
                    }}
                    contentAfter={
                      <Button size="small" appearance="transparent" onClick={submitTyped}>
                        确定
                      </Button>
                    }
                  />
                </Field>
              )}
              {matches.length > 0 && (
                <ul id="review-matches" role="listbox" aria-label={free?.label ?? ''} className={styles.matches}>
                  {matches.map((m) => (
                    <li key={m.key} role="option" aria-selected={m === marked}>
                      <Button
                        size="small"
                        appearance={m === marked ? 'primary' : 'subtle'}
                        className={styles.match}
                        disabledFocusable={busy}
                        onClick={() => settle(m.value)}
                      >
                        {m.name}
                        {m === marked && ' ⏎'}
                      </Button>
                    </li>
                  ))}
                </ul>
              )}
            </div>
            <p className={styles.keys}>
              {suggested && '回车采用建议，'}
              {choices.length > 0 && `${choices.map((c) => c.key.toUpperCase()).join(' ')} 选择，`}
              {free && '/ 输入，'}↑↓ 前后
              {props.undo && '，退格撤销'}
            </p>
          </div>
        </div>
      )}
    </Page>
  )
}
