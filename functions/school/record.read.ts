/**
 * Operation records, latest first. They lie by day; what one person did, and what was done to one object, is found by an
 * index. A call reads a bounded number of them and says where it stopped, so that half a million cost no more than fifty.
 */
import { actWords } from '#shared/kit/acts.ts'
import type { InputOf } from '#shared/kit/call.ts'
import { schoolTenant } from '#shared/kit/ids.ts'
import { dayKey, dayStart, showTime } from '#shared/kit/time.ts'
import type { listRecords, RecordRow } from '#shared/school/record.calls.ts'
import { spanOf } from '#shared/school/record.rules.ts'
import { accountUserName, usersByIds } from '#functions/identity/identity.public.ts'
import { audits, objectIndex, personIndex } from '#functions/kit/audit.ts'
import type { AuditRecord } from '#functions/kit/audit.ts'
import type { Sittings } from '#functions/kit/holding.ts'
import { now } from '#functions/kit/ports.ts'
import { inTurns } from '#functions/kit/turns.ts'
import { leadersOf, teachersOf } from './roster/school.public.ts'
import { matches } from './people/findPeople.ts'
import { studentsTyped } from './imports/roster.list.ts'
import { acts, leaders, students, teachers } from './roster/school.store.ts'
import { tellings, touches } from './people/told.ts'
import type { Telling } from './people/told.ts'

export type Ask = Omit<InputOf<typeof listRecords>, 'pageSize' | 'after'>

/** A call looks at so many records at most, and at so many empty days. */
const mostLooked = 2_000
const mostDays = 400
/** So many people may a typed name be, and so many acts on many are looked up of them together, the latest first. */
const mostPeople = 20
const mostTouches = 60

const day = 86_400_000
const placeOf = (r: AuditRecord): string => `${r.at}#${r.auditId}`
/** Everything before a place: what stands there itself was shown. */
const before = (records: AuditRecord[], place: string): AuditRecord[] => records.filter((r) => placeOf(r) < place)

type Meant = { persons: string[]; grades: string[] }
/** People of the school, there or gone, whom a typed name or number may mean, and the grades they are in. */
const personsTyped = async (schoolId: Ask['schoolId'], typed: string): Promise<Meant> => {
  const text = typed.normalize('NFKC').trim()
  const [named, numbered, found, staff, own] = await Promise.all([
    tellings.queryIndex('gsi1', `told-name#${schoolId}#${text}`, { reverse: true, limit: 200 }),
    /^\d{4,18}$/.test(text) ? students.get({ schoolId, studentNumber: text }) : null,
    studentsTyped(schoolId, text, mostPeople),
    leadersOf(schoolId),
    teachersOf(schoolId),
  ])
  const ids = [
    ...(numbered ? [numbered.studentId as string] : []),
    ...found.map((s) => s.studentId as string),
    ...own.filter((t) => matches(text, { pinyin: t.pinyin, names: [t.teacherName] })).map((t) => t.teacherId as string),
    ...staff.filter((l) => matches(text, { pinyin: l.pinyin, names: [l.userName] })).map((l) => l.userId as string),
    ...named.map((t) => t.personId),
  ]
  const persons = [...new Set(ids)].slice(0, mostPeople)
  const pupils = numbered ? [numbered, ...found] : found
  return { persons, grades: [...new Set(pupils.map((s) => s.gradeId as string))].slice(0, mostPeople) }
}
/** Of a grade's records the graduation alone is its students' own. */
const isOwn = (r: AuditRecord, grades: readonly string[]): boolean =>
  r.act === 'school.graduate' || !grades.includes(r.object)

/** By what the records of these people are found: themselves, and the acts on many in which they were. */
const objectsOf = async ({ persons, grades }: Meant, from: number, to: number): Promise<string[]> => {
  const each = Math.ceil(mostTouches / persons.length)
  const touched = await Promise.all(
    persons.map(async (id) =>
      (await touches.query(`touched#${id}`))
        .filter((t) => t.at >= from && t.at <= to)
        .sort((a, b) => b.at - a.at)
        .slice(0, each),
    ),
  )
  return [...new Set([...persons, ...grades, ...touched.flat().map((t) => t.object)])]
}

type Part = { records: AuditRecord[]; stopped?: string }
type Read = (place: string, from: number, limit: number) => Promise<Part>

/** Of several indexes the latest of all of them. */
const byIndexes =
  (of: readonly { index: 'gsi1' | 'gsi2'; pk: string }[]): Read =>
  async (place, from, limit) => {
    const parts = await Promise.all(
      of.map(({ index, pk }) =>
        audits.queryIndex(index, pk, { from: String(from), to: place, reverse: true, limit: limit + 1 }),
      ),
    )
    const records = before(parts.flat(), place).sort((a, b) => (placeOf(a) < placeOf(b) ? 1 : -1))
    const cut = records.slice(0, limit)
    return parts.some((p) => p.length > limit) || records.length > limit
      ? { records: cut, stopped: placeOf(cut.at(-1)!) }
      : { records: cut }
  }

/** Day by day; of empty days more and more at once. */
const byDays =
  (tenant: string): Read =>
  async (place, from, limit) => {
    const records: AuditRecord[] = []
    let upTo = Math.min(Number(place.slice(0, 13)), now())
    let atOnce = 1
    for (let days = 0; upTo >= from; days += atOnce, atOnce = Math.min(16, atOnce * 2)) {
      if (days >= mostDays) return { records, stopped: String(upTo + 1) }
      const wanted = Array.from({ length: atOnce }, (_, i) => upTo - i * day).filter((d) => d >= dayStart(from))
      const need = limit - records.length + 1
      const parts = await Promise.all(
        wanted.map((d) =>
          audits.query(`${tenant}#${dayKey(d)}`, { from: String(from), to: place, reverse: true, limit: need }),
        ),
      )
      for (const part of parts) {
        records.push(...before(part, place))
        if (records.length > limit || part.length === need) {
          const cut = records.slice(0, limit)
          return { records: cut, stopped: placeOf(cut.at(-1)!) }
        }
      }
      upTo = dayStart(upTo - (atOnce - 1) * day) - 1
    }
    return { records }
  }

/** A page of records: up to `size` that are wanted, and where the next page begins if there may be one. */
export const recordsOf = async (
  ask: Ask,
  after: string | undefined,
  size: number,
  most = mostLooked,
): Promise<{ records: AuditRecord[]; next?: string }> => {
  const tenant = schoolTenant(ask.schoolId)
  const { from, to } = spanOf(ask.span, now())
  const typed = ask.name?.trim()
  const meant = typed ? await personsTyped(ask.schoolId, typed) : null
  if (meant?.persons.length === 0) return { records: [] }
  const teacher = ask.by?.startsWith('te_') ? await teachers.get({ schoolId: ask.schoolId, teacherId: ask.by }) : null
  const userId = ask.by?.startsWith('te_') ? (teacher?.userId ?? ask.by) : ask.by
  const wanted = (r: AuditRecord): boolean =>
    isOwn(r, meant?.grades ?? []) &&
    (ask.actKind === undefined || actWords(r.act)[0] === ask.actKind) &&
    (userId === undefined || r.userId === userId)
  const read = meant
    ? byIndexes((await objectsOf(meant, from, to)).map((id) => ({ index: 'gsi1', pk: objectIndex(tenant, id) })))
    : userId
      ? byIndexes([{ index: 'gsi2', pk: personIndex(tenant, userId) }])
      : byDays(tenant)
  // Without a filter of its own every record that is read is shown.
  const filters = ask.actKind !== undefined || (meant !== null && (userId !== undefined || meant.grades.length > 0))
  const atOnce = Math.min(200, most)
  const hits: AuditRecord[] = []
  let place = after !== undefined && Number(after.slice(0, 13)) <= to ? after : `${to}#~`
  for (let looked = 0; looked < most;) {
    const { records, stopped } = await read(place, from, filters ? atOnce : size)
    for (const r of records) {
      if (!wanted(r)) continue
      if (hits.length === size) return { records: hits, next: placeOf(hits.at(-1)!) }
      hits.push(r)
    }
    if (stopped === undefined) return { records: hits }
    place = stopped
    looked += Math.max(records.length, atOnce)
    if (hits.length === size) break
  }
  return { records: hits, next: place }
}

const people = ['st_', 'te_', 'us_']
const isPerson = (id: string): boolean => people.some((p) => id.startsWith(p))

/** Names as the roster has them, of people who are deleted too. */
const namesOf = async (schoolId: Ask['schoolId'], ids: readonly string[]): Promise<Map<string, string>> => {
  const named = new Map<string, string>()
  const of = (prefix: string): string[] => ids.filter((id) => id.startsWith(prefix))
  const [taught, users] = await Promise.all([
    teachers.getMany(of('te_').map((teacherId) => ({ schoolId, teacherId }))),
    usersByIds(of('us_')),
  ])
  for (const t of taught) named.set(t.teacherId, t.teacherName)
  for (const u of users) named.set(u.userId, u.userName)
  for (const l of await leaders.getMany(of('us_').map((userId) => ({ schoolId, userId }))))
    named.set(l.userId, l.userName)
  const pupils = await inTurns(of('st_'), 25, (id) => students.queryIndex('gsi1', `student#${id}`, { limit: 1 }))
  for (const [s] of pupils) if (s?.schoolId === schoolId) named.set(s.studentId, s.studentName)
  return named
}

/** Whom or what a record is about, in words. */
const objectWords = (r: AuditRecord, telling: Telling | undefined, named: ReadonlyMap<string, string>): string => {
  if (telling) return telling.name
  const { name, people: ids = [], count = 0 } = r.told ?? {}
  const known = ids.flatMap((id) => named.get(id) ?? []).slice(0, 3)
  const whom = count > 0 ? (count <= known.length ? known.join('、') : `${known.join('、')}等${count}人`) : ''
  const own = named.get(idIn(r.object))
  return [name, whom, name === undefined && whom === '' ? own : undefined].filter((t) => t).join('：')
}

/** The id of a person or an exam in an object such as `student:st_…:idCard`. */
const idIn = (object: string): string => /(?:st|te|us|ex|pa)_[0-9a-z]{26}/.exec(object)?.[0] ?? ''

/** Records as people read them. */
export const rowsOf = async (
  { titlesOf }: Sittings,
  schoolId: Ask['schoolId'],
  records: readonly AuditRecord[],
): Promise<RecordRow[]> => {
  const objects = [...new Set(records.flatMap((r) => [idIn(r.object), ...(r.told?.people ?? [])]))].filter((id) => id)
  const operators = [...new Set(records.flatMap((r) => r.pretendedBy ?? []))]
  const actIds = records.flatMap((r) => r.told?.actId ?? [])
  const [told, actors, named, exams, pretenders, undoable] = await Promise.all([
    tellings.getMany(
      records.filter((r) => isPerson(r.object)).map((r) => ({ personId: r.object, auditId: r.auditId })),
    ),
    usersByIds(records.map((r) => r.userId)),
    namesOf(schoolId, objects.filter(isPerson)),
    titlesOf(objects),
    Promise.all(operators.map(async (id) => [id, (await accountUserName(id)) ?? '平台人员'] as const)),
    acts.getMany(actIds.map((actId) => ({ schoolId, actId }))),
  ])
  const undoOf = new Map(undoable.map((a) => [a.actId as string, a]))
  const tellingOf = new Map(told.map((t) => [t.auditId, t]))
  const actorOf = new Map(actors.map((u) => [u.userId as string, u]))
  const operatorOf = new Map(pretenders)
  const all = new Map([...named, ...exams])
  return records.map((r) => {
    const [kind, words] = actWords(r.act)
    const telling = tellingOf.get(r.auditId)
    const actor = actorOf.get(r.userId)
    const userType = r.userType ?? actor?.userType
    const act = undoOf.get(r.told?.actId ?? '')
    return {
      auditId: r.auditId,
      at: r.at,
      kind,
      words,
      by: {
        userId: r.userId,
        userName: actor?.userName ?? '已停用的账号',
        ...(userType === undefined ? {} : { userType }),
      },
      ...(r.pretendedBy ? { pretendedBy: operatorOf.get(r.pretendedBy)! } : {}),
      on: objectWords(r, telling, all),
      changes: telling?.changes ?? r.told?.changes ?? [],
      // A job's id is no reason.
      reason: /^jo_[0-9a-z]{26}$/.test(r.reason) ? '' : r.reason,
      ...(act
        ? {
            undo: {
              actId: act.actId,
              kind: act.kind,
              ...(act.undone ? { undone: `${act.undone.userName}已于${showTime(act.undone.at)}撤销` } : {}),
            },
          }
        : {}),
    }
  })
}
