/** What a queue of decisions is made of. */
import type { ReactNode } from 'react'
import type { Action, Fact, Siblings, Empty } from './screen.types.ts'

export type Choice = {
  /** The key on the keyboard: 'a', '1', 'x'. */
  key: string
  name: string
  value: unknown
  /** Decides nothing yet: puts other items in this one's place, and answers the first of them. */
  opens?: () => string
  /** Takes something out: it does not look like the answer, and is not under the thumb. */
  danger?: boolean
}
export type ReviewScreenProps<T> = {
  title: string
  /** The queue; undefined while it loads. */
  items: readonly T[] | undefined
  /** How many more there are behind these: a long queue is read a piece at a time. */
  behind?: number
  /** Where several items are of one thing and what is left is counted in those: its key and its word. */
  counted?: { by: (item: T) => string; unit: string }
  itemKey: (item: T) => string
  /** One line in the queue beside the item. */
  itemName: (item: T) => string
  /** The item, large. */
  content: (item: T) => ReactNode
  /** Addresses of the item's pictures: those of the next items are fetched ahead. */
  pictures?: (item: T) => readonly string[]
  /** Why it is doubtful. */
  reason: (item: T) => string
  choices: (item: T) => readonly Choice[]
  /** What Enter takes: a choice's key. */
  suggestion?: (item: T) => string | undefined
  settle: (item: T, value: unknown) => Promise<unknown>
  /** Takes back what was settled; without it there is no undo. */
  undo?: (item: T, value: unknown) => Promise<unknown>
  /** Free text in place of a choice (a student number). */
  typed?: (item: T) => {
    label: string
    value: (text: string) => unknown
    check?: (text: string) => string | null
    /** What is meant so far, listed under the field as it is typed: seen before it is taken. */
    matches?: (text: string) => readonly { key: string; name: string; value: unknown }[]
  } | null
  empty: Empty
  facts?: readonly Fact[]
  siblings?: Siblings
  /** What may be done with the queue as a whole. */
  actions?: readonly Action[]
  /** Under the head: who else works on the queue. */
  children?: ReactNode
}
