/**
 * Which picture an answer was shown with, and under which image versions of its script. A mark counts for the picture that
 * it was given to (I10): where a page is given away and given back, or another page of the script is replaced, that very
 * picture is there again, and so are the marks.
 */
import { Sha256 } from '#shared/kit/sha256.ts'
import { utf8 } from '#shared/kit/text.ts'
import { markRoles } from './marking.types.ts'
import type { AnswerItem, Mark, MarkRole, ScriptImages, ShownPicture } from './marking.types.ts'

/** So many pictures of an answer are remembered. */
const mostShown = 6

type Pictures = Pick<ScriptImages, 'blocks' | 'pages' | 'unseen'>

/** The name of what is shown of a question; null where nothing is. */
export const pictureOf = (of: Pictures, questionId: string): string | null => {
  if (of.unseen?.includes(questionId)) return null
  const blocks = of.blocks.filter((b) => b.questionIds.includes(questionId)).sort((a, b) => a.part - b.part)
  const keys = (blocks.length > 0 ? blocks : of.pages).map((p) => p.key)
  return keys.length === 0
    ? null
    : new Sha256()
        .update(utf8(keys.join('\n')))
        .digest()
        .slice(0, 12)
}

/** What was shown of a question so far, with what is shown of it under a newer version. */
const withNext = (before: readonly ShownPicture[], picture: string | null, imageVersion: number): ShownPicture[] => {
  const last = before.at(-1)
  if (picture === null) return [...before]
  // Of versions between that were never taken in nothing was marked.
  const next =
    last?.picture === picture ? { ...last, to: imageVersion } : { picture, from: imageVersion, to: imageVersion }
  return [...(last?.picture === picture ? before.slice(0, -1) : before), next].slice(-mostShown)
}

/** The pictures of a script's questions up to a version; nothing while there has been one version alone. */
export const shownWith = (
  there: (Pictures & Pick<ScriptImages, 'imageVersion' | 'shown'>) | null,
  next: Pictures & Pick<ScriptImages, 'imageVersion'>,
  questionIds: readonly string[],
): ScriptImages['shown'] => {
  if (!there || there.imageVersion >= next.imageVersion) return there?.shown
  return Object.fromEntries(
    questionIds.flatMap((id) => {
      const known = there.shown?.[id] ?? withNext([], pictureOf(there, id), there.imageVersion)
      const own = withNext(known, pictureOf(next, id), next.imageVersion)
      return own.length > 0 ? [[id, own] as const] : []
    }),
  )
}

/** Whether an earlier version showed the very picture that is shown under this one. */
export const showedThis = (shown: readonly ShownPicture[], earlier: number, imageVersion: number): boolean => {
  const now = shown.find((s) => s.from <= imageVersion && imageVersion <= s.to)
  return now !== undefined && shown.some((s) => s.picture === now.picture && s.from <= earlier && earlier <= s.to)
}

type Given = { role: MarkRole; mark: Mark }

const later = (a: Given, b: Given): number =>
  a.mark.imageVersion - b.mark.imageVersion ||
  a.mark.epoch - b.mark.epoch ||
  (a.mark.attemptId < b.mark.attemptId ? -1 : 1)

/** Of marks that were ever given to an answer those that were given to this picture, the last of each role. */
export const keptOf = (given: readonly Given[], shown: readonly ShownPicture[], imageVersion: number): Given[] => {
  const own = given.filter(
    ({ mark }) => mark.imageVersion < imageVersion && showedThis(shown, mark.imageVersion, imageVersion),
  )
  return markRoles.flatMap(
    (role) =>
      own
        .filter((g) => g.role === role)
        .sort(later)
        .at(-1) ?? [],
  )
}

/** The void mark by which a second one was asked for of this picture. */
export const askedOf = (
  given: readonly Given[],
  shown: readonly ShownPicture[],
  imageVersion: number,
): Given | undefined =>
  given
    .filter(({ mark }) => mark.value.kind === 'void' && mark.value.asked)
    .filter(({ mark }) => mark.imageVersion < imageVersion && showedThis(shown, mark.imageVersion, imageVersion))
    .sort(later)
    .at(-1)

/** Whether what lies beside an answer may not tell all marks of this picture: others have taken their places since. */
export const mayLack = (item: AnswerItem, shown: readonly ShownPicture[], imageVersion: number): boolean => {
  const now = shown.find((s) => s.from <= imageVersion && imageVersion <= s.to)
  const before = now && shown.some((s) => s.picture === now.picture && s.to < imageVersion)
  const since = (version: number): boolean => !showedThis(shown, version, imageVersion)
  return before === true && markRoles.some((role) => item[role] !== undefined && since(item[role].imageVersion))
}
