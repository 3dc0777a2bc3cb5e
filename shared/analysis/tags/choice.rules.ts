/** Whom a report counts by their tags (考生标签): only who has one of some, and none who has one of others. Pure. */
import * as z from 'zod'
import { queryList } from '#shared/kit/query.ts'

/** A list in an address is parted by commas, which a tag may hold itself. */
const written = (tag: string): string => tag.replaceAll('%', '%25').replaceAll(',', '%2C')
const read = (text: string): string => text.replaceAll('%2C', ',').replaceAll('%25', '%')

const kinds = ['out', 'in'] as const
type Kind = (typeof kinds)[number]
const kindWords = { out: '不计', in: '只计' } as const satisfies Record<Kind, string>
const choiceText = (kind: Kind, tag: string): string => `${kind}:${written(tag)}`

/** Twice the tags that an exam may have, and who has none. */
const mostChosen = 42
/** What the readers of reports may choose: `out:借读`, `in:住校`. */
export const TagChoices = queryList(
  z
    .string()
    .regex(/^(in|out):./, '标签的选择有误')
    .max(60),
  mostChosen,
)

export type TagChoice = Record<Kind, string[]>
export const choiceOf = (texts: readonly string[]): TagChoice => {
  const of = (kind: Kind): string[] => [
    ...new Set(texts.flatMap((t) => (t.startsWith(`${kind}:`) ? [read(t.slice(kind.length + 1))] : []))),
  ]
  return { in: of('in'), out: of('out') }
}

/** Whether who has these tags is counted. */
export const isCounted = (choice: TagChoice, tags: readonly string[]): boolean =>
  (choice.in.length === 0 || choice.in.some((t) => tags.includes(t))) && !choice.out.some((t) => tags.includes(t))

/** What may be chosen, with how many candidates have the tag. */
export const tagOptions = (tags: readonly { tag: string; students: number }[]): { value: string; label: string }[] =>
  kinds.flatMap((kind) =>
    tags.map(({ tag, students }) => ({
      value: choiceText(kind, tag),
      label: `${kindWords[kind]}${tag}（${students}人）`,
    })),
  )
