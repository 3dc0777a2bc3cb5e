/** What groups a paper's marking has, how an arrangement changes with them, and what is wrong with them. Pure. */
import type { PaperQuestion } from '#shared/exam/exam.types.ts'
import type { QuestionId, UserId } from '#shared/kit/ids.ts'
import type { Block, MarkerLimit } from './group.types.ts'
import type { QualityRule } from '../quality/rule.types.ts'
import type { Arrangement } from '../marking.types.ts'
import { rolesOf, rolesPossible } from '../marking.rules.ts'

export type Arranged = Pick<Arrangement, 'questions' | 'blocks'>
type Staffed = Arrangement['questions'][number]

export type Group = {
  /** The first question: what the group is called by. */
  lead: QuestionId
  questionIds: QuestionId[]
  groupName: string
  /** None: every teacher of the course. */
  markers: UserId[]
  /** They arbitrate; none: the paper's principals, or who manages the exam. */
  leaders: UserId[]
  limits: readonly MarkerLimit[]
  /** Its questions are not marked by the same: they were arranged one by one since. */
  uneven: boolean
}

const sameSet = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && [...a].sort().join() === [...b].sort().join()

/** The questions of a block as they are called: 第15题, 第15、16题, 第15–18题. */
export const blockName = (numbers: readonly string[]): string => {
  const whole = numbers.map(Number)
  const runs = numbers.length > 2 && whole.every((n, i) => Number.isInteger(n) && n === whole[0]! + i)
  return `第${runs ? `${numbers[0]!}–${numbers.at(-1)!}` : numbers.join('、')}题`
}

/** Every subjective question is in one group, in the paper's order. */
export const groupsOf = (of: Arranged, questions: readonly PaperQuestion[]): Group[] => {
  const known = new Map(questions.map((q) => [q.questionId, q]))
  const done = new Set<string>()
  return questions.flatMap((q) => {
    if (done.has(q.questionId)) return []
    const block = of.blocks?.find((b) => b.questionIds.includes(q.questionId))
    const own = block?.questionIds.filter((id) => known.has(id)) ?? []
    const questionIds = own.length > 0 ? own : [q.questionId]
    for (const id of questionIds) done.add(id)
    const staff = questionIds.map((id) => of.questions.find((x) => x.questionId === id))
    const [markers, leaders] = [staff[0]?.markers ?? [], staff[0]?.arbitrators ?? []]
    return [
      {
        lead: questionIds[0]!,
        questionIds,
        groupName: block?.groupName ?? blockName(questionIds.map((id) => known.get(id)!.number)),
        markers,
        leaders,
        limits: block?.limits ?? [],
        uneven: staff.some((s) => !sameSet(s?.markers ?? [], markers) || !sameSet(s?.arbitrators ?? [], leaders)),
      },
    ]
  })
}

export type GroupWish = {
  /** Of the group that is changed; without it these questions come together anew. */
  lead?: QuestionId | undefined
  questionIds: readonly QuestionId[]
  groupName?: string | undefined
  markers: readonly UserId[]
  leaders: readonly UserId[]
}

/** A block that says nothing that its one question does not say by itself is none. */
const saysSomething = (b: Block): boolean =>
  b.questionIds.length > 1 || b.groupName !== undefined || (b.limits ?? []).length > 0 || b.quality !== undefined

const withStaff = (of: Arranged, ids: readonly QuestionId[], staff: Omit<Staffed, 'questionId'>): Staffed[] => [
  ...of.questions.filter((q) => !ids.includes(q.questionId)),
  ...ids.map((questionId) => ({ questionId, ...staff })),
]

/**
 * The arrangement with this group. Its questions leave the groups in which they were, which keep the rest; questions that
 * the group lets go are groups by themselves, marked by whom they were.
 */
export const withGroup = (of: Arranged, wish: GroupWish): Required<Arranged> => {
  const questionIds = [...new Set(wish.questionIds)]
  const markers = [...new Set(wish.markers)]
  const former = of.blocks?.find((b) => wish.lead !== undefined && b.questionIds.includes(wish.lead))
  const others = (of.blocks ?? []).flatMap((b) => {
    if (b === former) return []
    const rest = b.questionIds.filter((id) => !questionIds.includes(id))
    return rest.length > 0 ? [{ ...b, questionIds: rest }] : []
  })
  // Of who marks no more nothing is remembered; where all of the course mark, all may be spoken to.
  const limits = (former?.limits ?? []).filter((l) => markers.length === 0 || markers.includes(l.userId))
  const own: Block = {
    questionIds,
    ...(wish.groupName ? { groupName: wish.groupName } : {}),
    ...(limits.length > 0 ? { limits } : {}),
    ...(former?.quality ? { quality: former.quality } : {}),
  }
  return {
    questions: withStaff(of, questionIds, { markers, arbitrators: [...new Set(wish.leaders)] }),
    blocks: [...others, own].filter(saysSomething),
  }
}

/** Without the group: each of its questions by itself, marked by all of the course again. */
export const withoutGroup = (of: Arranged, group: Pick<Group, 'questionIds'>): Required<Arranged> => ({
  questions: of.questions.filter((q) => !group.questionIds.includes(q.questionId)),
  blocks: (of.blocks ?? []).filter((b) => !b.questionIds.some((id) => group.questionIds.includes(id))),
})

/** With what is said to one marker of a group; neither a bound nor a pause is nothing. */
export const withLimit = (of: Arranged, group: Pick<Group, 'questionIds'>, limit: MarkerLimit): Block[] => {
  const there = of.blocks?.find((b) => b.questionIds.some((id) => group.questionIds.includes(id)))
  const said = limit.most !== undefined || limit.paused
  const limits = [...(there?.limits ?? []).filter((l) => l.userId !== limit.userId), ...(said ? [limit] : [])]
  const { limits: _limits, ...rest } = there ?? { questionIds: [...group.questionIds] }
  return [
    ...(of.blocks ?? []).filter((b) => b !== there),
    { ...rest, ...(limits.length > 0 ? { limits } : {}) },
  ].filter(saysSomething)
}

/** With what is asked of a group's marking. */
export const withQuality = (of: Arranged, group: Pick<Group, 'questionIds'>, quality: QualityRule): Block[] => {
  const there = of.blocks?.find((b) => b.questionIds.some((id) => group.questionIds.includes(id)))
  const { quality: _quality, ...rest } = there ?? { questionIds: [...group.questionIds] }
  return [...(of.blocks ?? []).filter((b) => b !== there), { ...rest, quality }]
}

/** What is said to a marker of a question. */
export const limitOf = (of: Arranged, questionId: string, userId: string): MarkerLimit | undefined =>
  of.blocks?.find((b) => b.questionIds.some((id) => id === questionId))?.limits?.find((l) => l.userId === userId)

/** Of a question's block: the bound of a marker is over all of them. */
export const blockOf = (of: Arranged, questionId: QuestionId): readonly QuestionId[] =>
  of.blocks?.find((b) => b.questionIds.includes(questionId))?.questionIds ?? [questionId]

/** What one answer takes, in seconds, where no earlier exam says: a glance at a blank, a page of writing. */
export const secondsOf = (q: Pick<PaperQuestion, 'unitType' | 'fullScore'>): number =>
  q.unitType === 4 ? 4 : q.unitType >= 6 ? 60 : Math.min(60, 8 + (q.fullScore / 100) * 1.5)

export type WarningKind =
  | 'noMarker'
  | 'tooFew'
  | 'otherCourse'
  | 'leaderMarks'
  | 'allPaused'
  | 'quota'
  | 'uneven'
  | 'ownSchool'
  | 'ownLeaders'
  | 'gone'
  | 'noAccount'
  | 'unbalanced'
/** `bars`: marking does not open with it. */
export type GroupWarning = { kind: WarningKind; text: string; bars: boolean }

export type GroupFacts = {
  questions: readonly PaperQuestion[]
  /** Who teaches the paper's course in the exam and has an account: they mark where no marker is named. */
  courseMarkers: readonly UserId[]
  nameOf: (userId: string) => string
  /** Answers of a question, as far as it is known: of an optional one of who chose it. */
  answersOf: (questionId: QuestionId) => number
  /** Where several schools sit together: which, and whose each marker is. */
  sitting?: ReadonlySet<string>
  schoolOf?: (userId: string) => string | undefined
  /** Whether a teacher who is named may mark still; all may, unless it is said. */
  stillMarks?: (userId: UserId) => boolean
}

/** Who marks a group. */
export const markersIn = (
  group: Pick<Group, 'markers'>,
  facts: Pick<GroupFacts, 'courseMarkers'>,
): readonly UserId[] => (group.markers.length > 0 ? group.markers : facts.courseMarkers)

/** Markers of other schools than the one that has most among them: so many may mark an answer of any school. */
export const fromOutside = (
  own: readonly { schoolId?: string | undefined }[],
  sitting: ReadonlySet<string>,
): number => {
  const by = new Map<string, number>()
  for (const m of own)
    if (m.schoolId !== undefined && sitting.has(m.schoolId)) by.set(m.schoolId, (by.get(m.schoolId) ?? 0) + 1)
  return own.length - Math.max(0, ...by.values())
}

/** Marks that a group owes. */
export const marksOf = (group: Pick<Group, 'questionIds'>, { questions, answersOf }: GroupFacts): number =>
  questions.reduce(
    (n, q) => n + (group.questionIds.includes(q.questionId) ? answersOf(q.questionId) * rolesOf(q).length : 0),
    0,
  )

/** Seconds that they take. */
export const effortOf = (
  group: Pick<Group, 'questionIds'>,
  { questions, answersOf }: GroupFacts,
  seconds: (q: PaperQuestion) => number = secondsOf,
): number =>
  questions.reduce(
    (n, q) =>
      n + (group.questionIds.includes(q.questionId) ? answersOf(q.questionId) * rolesOf(q).length * seconds(q) : 0),
    0,
  )

const few = (names: readonly string[]): string => `${names.slice(0, 3).join('、')}${names.length > 3 ? '等' : ''}`

/** What a manager should know of a group before it marks. */
export const warningsOf = (group: Group, facts: GroupFacts): GroupWarning[] => {
  const named = markersIn(group, facts)
  const { stillMarks = () => true } = facts
  const own = named.filter(stillMarks)
  const questions = facts.questions.filter((q) => group.questionIds.includes(q.questionId))
  const needs = Math.max(1, ...questions.map((q) => rolesPossible(q).length))
  const most = questions.filter((q) => rolesPossible(q).length === needs)
  const told: GroupWarning[] = []
  const warn = (kind: WarningKind, text: string, bars = false): number => told.push({ kind, text, bars })
  if (own.length === 0) warn('noMarker', '没有阅卷教师：没有指定，考试里也没有教这一科、有账号的老师', true)
  else if (own.length < needs)
    warn(
      'tooFew',
      needs === 2
        ? `${blockName(most.map((q) => q.number))}要两人评，只有1位阅卷教师：两评不能由同一人完成`
        : `${blockName(most.map((q) => q.number))}一份答卷可能要三人评，只有${own.length}位阅卷教师：各评不能由同一人完成`,
      true,
    )
  const sitting = facts.sitting ?? new Set<string>()
  const schools = own.map((u) => ({ schoolId: facts.schoolOf?.(u) }))
  if (sitting.size > 1 && own.length >= needs && fromOutside(schools, sitting) < needs)
    warn('ownSchool', '老师多在同一所学校：本校老师不评本校答卷，那所学校的答卷没有人能领取，请加入外校老师')
  const [leader, ...others] = group.leaders.map((u) => facts.schoolOf?.(u))
  if (sitting.size > 1 && leader !== undefined && sitting.has(leader) && others.every((s) => s === leader))
    warn('ownLeaders', '组长都在同一所学校：那所学校的答卷由试卷负责人或考试管理者仲裁，也可以加入外校组长')
  const gone = [...new Set([...group.markers, ...group.leaders])].filter((u) => !stillMarks(u))
  if (gone.length > 0)
    warn('gone', `${few(gone.map(facts.nameOf))}的阅卷申报已被退回或学校已退出，不再阅卷，请重新选择`)
  const strangers = group.markers.filter((u) => stillMarks(u) && !facts.courseMarkers.includes(u))
  if (strangers.length > 0) warn('otherCourse', `${few(strangers.map(facts.nameOf))}不教这一科，是手动选的`)
  if (group.leaders.length === 1 && own.includes(group.leaders[0]!))
    warn('leaderMarks', `组长${facts.nameOf(group.leaders[0]!)}也阅卷：他评过的答卷不能由他仲裁，请再选一位组长`)
  const paused = own.filter((u) => group.limits.some((l) => l.userId === u && l.paused))
  if (own.length > 0 && paused.length === own.length) warn('allPaused', '阅卷教师都已暂停，没有人领取答卷')
  const bounds = own.map((u) => group.limits.find((l) => l.userId === u)?.most)
  const owed = marksOf(group, facts)
  const sum = bounds.reduce<number>((n, m) => n + (m ?? Infinity), 0)
  if (own.length > 0 && sum < owed) warn('quota', `定额合计${sum}份，少于要评的${owed}份：评不完`)
  if (group.uneven) warn('uneven', '组里各题的教师不一样：在“阅卷安排”里逐题改过，保存本组后会统一')
  return told
}

/** What concerns the paper as a whole: who cannot mark for want of an account, and who has far more to do than another. */
export const paperWarnings = (
  groups: readonly Group[],
  facts: GroupFacts,
  withoutAccount: readonly string[],
  seconds: (q: PaperQuestion) => number = secondsOf,
): GroupWarning[] => {
  const told: GroupWarning[] = []
  if (withoutAccount.length > 0)
    told.push({
      kind: 'noAccount',
      text: `${few(withoutAccount)}${withoutAccount.length > 1 ? `（${withoutAccount.length}人）` : ''}没有账号，不能阅卷；请学校开通账号后更新考试的任课老师`,
      bars: false,
    })
  const loads = loadsOf(groups, facts, seconds)
  const sorted = [...loads].sort((a, b) => b[1] - a[1])
  const [heavy, light] = [sorted[0], sorted.at(-1)]
  const [more, less] = [heavy?.[1] ?? 0, light?.[1] ?? 0]
  if (heavy && light && more >= 2 * less && more - less >= 30 * 60)
    told.push({
      kind: 'unbalanced',
      text: `工作量不均：${facts.nameOf(heavy[0])}约${hoursText(more)}，${facts.nameOf(light[0])}约${hoursText(less)}`,
      bars: false,
    })
  return told
}

/** Seconds of work a marker, where a group shares its own evenly. */
export const loadsOf = (
  groups: readonly Group[],
  facts: GroupFacts,
  seconds: (q: PaperQuestion) => number = secondsOf,
): Map<UserId, number> => {
  const loads = new Map<UserId, number>()
  for (const group of groups) {
    const own = markersIn(group, facts)
    const share = effortOf(group, facts, seconds) / Math.max(1, own.length)
    for (const u of own) loads.set(u, (loads.get(u) ?? 0) + share)
  }
  return loads
}

/** 40分钟, 2.5小时. */
export const hoursText = (seconds: number): string =>
  seconds < 90 * 60 ? `${Math.max(1, Math.round(seconds / 60))}分钟` : `${(seconds / 3600).toFixed(1)}小时`
