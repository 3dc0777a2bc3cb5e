/** What is said of a file that was checked, and of one that was written. Pure. */
import type { CheckedFile, FileMode } from '#shared/kit/checkedFile.ts'
import type { Fact, Field, JobWords, Values } from './screen.types.ts'

export type Outcome = { intent: 'success' | 'warning' | 'info'; title: string; text: string }

export const outcomeOf = <R extends CheckedFile>(r: R, words: JobWords<R>, more = 0): Outcome => {
  const { verb = '导入', unit } = words
  const wrong = r.problemCount > 0
  if (r.added > 0) {
    const left = words.left?.(r) ?? ''
    const rest = `还有${r.problemCount}处问题没有导入，改好后重新上传同一份文件即可，已导入的不会重复。`
    return {
      intent: wrong || left ? 'warning' : 'success',
      title: `已${verb}${r.added}${unit}`,
      text: [left, wrong ? rest : words.done?.(r), words.undo?.(r)].join(''),
    }
  }
  if (wrong)
    return {
      intent: 'warning',
      title: `发现${r.problemCount}处问题，还没有导入`,
      text: '可下载问题清单，改好后重新上传。',
    }
  if (r.good + more === 0) return { intent: 'info', title: '没有新的内容', text: words.nothing?.(r) ?? '' }
  if (r.mode !== 'check') return { intent: 'warning', title: `没有${verb}${unit}`, text: words.lost?.(r) ?? '' }
  return { intent: 'success', title: '检查通过，还没有导入', text: words.checked?.(r) ?? '' }
}

/** How a checked file may be written, and how the button says so; null where nothing of it may. */
export const writingOf = <R extends CheckedFile>(
  r: R,
  words: JobWords<R>,
  of: { partly: boolean; more: number },
): { mode: FileMode; name: string } | null => {
  const { verb = '导入', unit, each = unit } = words
  if (r.mode !== 'check' || r.good + of.more === 0) return null
  if (r.problemCount === 0) return { mode: 'all', name: `${verb}${r.good}${unit}` }
  return of.partly ? { mode: 'good', name: `只${verb}没有问题的${r.good}${each}` } : null
}

/** What is written whole or not at all has rows that are right, and none that may be written alone. */
export const countsOf = <R extends CheckedFile>(r: R, words: JobWords<R>, partly: boolean): Fact[] => [
  { name: '文件中', value: `${r.rows}行` },
  { name: partly ? '可导入' : '没有问题的', value: `${r.good}${words.unit}` },
  ...(words.existing ? [{ name: words.existing, value: `${r.existing}${words.unit}` }] : []),
  { name: '问题', value: `${r.problemCount}处` },
]

/** What is set beside a file, as its address says it; what the address does not know stands as it starts. */
export const setIn = (query: URLSearchParams, fields: readonly Field[], start: Values): Values => ({
  ...start,
  ...Object.fromEntries(
    fields.flatMap(({ name, kind }) => {
      const text = query.get(name)
      return text === null ? [] : [[name, kind === 'switch' ? text === 'true' : text]]
    }),
  ),
})

/** The address of a file that is being checked or written: a reload finds all of it again. */
export const addressOf = (
  query: URLSearchParams,
  fields: readonly Field[],
  values: Values,
  of: { run: string; key: string; fileName: string },
): URLSearchParams => {
  const next = new URLSearchParams(query)
  for (const { name } of fields) next.set(name, String(values[name] ?? ''))
  for (const [name, value] of Object.entries(of)) next.set(name, value)
  return next
}
