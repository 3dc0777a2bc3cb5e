/**
 * I17: every call × every person × every kind of token. What is expected comes from the hand-written table in people.ts.
 * A cloud of its own, since what a refused call leaves behind is told by comparing the whole of the stores.
 */
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DynamoDBClient, ListTablesCommand, ScanCommand } from '@aws-sdk/client-dynamodb'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { domains } from '#infra/domains.ts'
import { actAs, send } from '#functions/kit/testing.ts'
import type { AnyCall } from '#shared/kit/call.ts'
import * as studentCalls from '#shared/school/people/student.calls.ts'
import { grantTools } from '#shared/exam/tools/tool.calls.ts'
import { grantsOf } from '#shared/exam/tools/tool.rules.ts'
import type { ToolCode } from '#shared/exam/tools/tool.table.ts'
import { sessionProblems } from '#shared/kit/problem.ts'
import { userTypes } from '#shared/kit/userType.ts'
import { markingProblems } from '#shared/marking/marking.problems.ts'
import { startCloud } from '../Cloud.ts'
import type { Cloud } from '../Cloud.ts'
import { inputFor } from './inputs.ts'
import { expectedOfJoint } from './joint.ts'
import { deadKinds, expectedOf, needOf, people, rightType, tokensOf } from './people.ts'
import type { Person, Tokens } from './people.ts'
import { makeWorld, serverOf } from './world.ts'
import type { World } from './world.ts'

const schoolCalls = { ...studentCalls }
const whole = process.env['QINGHE_LONG'] === '1'

const dataDir = mkdtempSync(join(tmpdir(), 'qinghe-matrix-'))
let cloud: Cloud
let world: World
let tokens: Map<Person, Tokens>
let dynamo: DynamoDBClient

const all = domains.flatMap((d) =>
  d.calls.filter(([, c]) => c.host !== 'scanner').map(([name, call]) => ({ room: d.room, name, call })),
)

beforeAll(async () => {
  cloud = await startCloud({ dataDir, port: 0, demo: true, quiet: true })
  process.env['QINGHE_TEST_CLOUD'] = JSON.stringify({
    address: cloud.address,
    envs: Object.fromEntries(cloud.functions.map((f) => [f.id, cloud.envOf(f.id)])),
  })
  dynamo = new DynamoDBClient({ endpoint: cloud.endpoints.dynamo, region: 'cn-local-1', credentials: cloud.root })
  world = await makeWorld()
  tokens = new Map()
  for (const person of people) tokens.set(person, await tokensOf(person, world))
  await cloud.waitIdle()
}, 400_000)
afterAll(async () => {
  dynamo.destroy()
  await cloud.close()
  rmSync(dataDir, { recursive: true, force: true })
})

/**
 * In `npm test` every call is asked by some of the people, others at the next call; in the long run by all.
 */
const asks = (person: number, call: number, share: number): boolean => whole || (person + call) % share === 0
/** Of those who are many some, others at each commit. */
const turn = Number(process.env['QINGHE_TURN'] ?? 0)
const isAskedNow = (person: number, call: number, share: number): boolean => asks(person + (turn % share), call, share)

/** A value as text, at any order in which the store names its attributes. */
const inOrder = (value: unknown): string =>
  JSON.stringify(value, (_, v: unknown) =>
    typeof v === 'object' && v !== null && !Array.isArray(v)
      ? Object.fromEntries(Object.entries(v).sort(([a], [b]) => (a < b ? -1 : 1)))
      : v,
  )

/** Every item of every table, by its keys, as a digest. */
const stored = async (): Promise<Map<string, string>> => {
  const found = new Map<string, string>()
  const { TableNames = [] } = await dynamo.send(new ListTablesCommand({}))
  for (const TableName of TableNames) {
    let ExclusiveStartKey: Record<string, never> | undefined
    do {
      const page = await dynamo.send(new ScanCommand({ TableName, ExclusiveStartKey }))
      for (const item of page.Items ?? []) {
        const digest = createHash('sha256').update(inOrder(item)).digest('hex')
        found.set(`${TableName} ${item['pk']?.S} ${item['sk']?.S}`, digest)
      }
      ExclusiveStartKey = page.LastEvaluatedKey as typeof ExclusiveStartKey
    } while (ExclusiveStartKey)
  }
  return found
}

const startsJob = (call: AnyCall): boolean => 'uuid' in ((call.output().def as { shape?: object }).shape ?? {})

/** `input`: instead of the objects of school 1. */
type Asked = (typeof all)[number] & { person: Person; token: string | undefined; input?: Record<string, unknown> }
/** What a schema asks for beyond its fields. */
const special = (name: string): Record<string, unknown> => {
  if (name === 'assignStudent') return { studentId: world.student1 }
  if (name === 'savePartner') return partner
  // Gives nothing back that was not taken.
  if (name === 'grantTools') return { tools: ['score-edit'], to: ['t:3'], allows: null }
  if (name === 'setAppeals') return { opens: 1, closes: 2 }
  if (name === 'prove') return { password: 'another-person1' }
  return {}
}
const partner = {
  settings: { kind: 'ticket', issuer: 'i', audience: 'a', algorithms: ['HS256'] },
  origins: ['https://exam.example.cn'],
  secret: 's'.repeat(32),
}
const inputs = new Map<AnyCall, Record<string, unknown>>()
const inputOf = ({ call, name }: Pick<Asked, 'call' | 'name'>): Record<string, unknown> => {
  const known = inputs.get(call) ?? inputFor(call, world.ids, special(name))
  inputs.set(call, known)
  return known
}
const ask = async (a: Asked) => send(await serverOf(a.room), a.call, (a.input ?? inputOf(a)) as never, a.token)

/** Runs with so many at a time; a room's environment is the process's, so rooms come one after another. */
const each = async (asked: readonly Asked[], run: (a: Asked) => Promise<void>): Promise<void> => {
  for (const { room } of domains) {
    actAs(`${room}-api`)
    const waiting = asked.filter((a) => a.room === room)
    await Promise.all(
      Array.from({ length: 16 }, async () => {
        for (let next = waiting.shift(); next; next = waiting.shift()) await run(next)
      }),
    )
  }
}
const line = (a: Asked, answer: { http: number; status: number }, kind = 'live'): string =>
  `${a.call.method} ${a.call.path} by ${a.person.name} (${a.person.userType}, ${kind}): ${answer.http}/${answer.status}`

/** A "no" that is said in words (2 §7.6): the marking of an exam is its managers' to arrange. */
const saysNo: readonly number[] = [markingProblems.notManager.status]

describe('the permission matrix', () => {
  it('has a person of every user type, and an input for every call', () => {
    expect(userTypes.filter((t) => !people.some((p) => p.userType === t))).toEqual([])
    expect(people.length * all.length).toBeGreaterThan(2000)
    const without = all.flatMap((one) => {
      try {
        inputOf(one)
        return []
      } catch (error) {
        return [`${one.name}: ${(error as Error).message}`]
      }
    })
    expect(without).toEqual([])
  })

  it('answers 401 without a live session and 403 outside of it, with nothing changed', async () => {
    const before = await stored()
    const wrong: string[] = []
    let refused = 0
    const dead: Asked[] = []
    const live: Asked[] = []
    const secret = all.filter(({ call }) => call.scope.kind !== 'public')
    for (const [p, person] of people.entries()) {
      const own = tokens.get(person)!
      for (const [c, one] of secret.entries()) {
        // A dead token is refused before it matters whose it was.
        if (isAskedNow(p, c, 24)) for (const kind of deadKinds) dead.push({ ...one, person, token: own[kind] })
        if (isAskedNow(p, c, 12) && expectedOf(one.call, one.room, one.name, person) === 'refused')
          live.push({ ...one, person, token: own.live })
      }
    }
    const judge = (http: number) => async (a: Asked) => {
      const answer = await ask(a)
      refused++
      const no = (answer.http === http && answer.status === http) || (http === 403 && saysNo.includes(answer.status))
      if (!no || answer.data !== null) wrong.push(line(a, answer, http === 401 ? 'dead token' : 'live'))
    }
    await each(dead, judge(401))
    await each(live, judge(403))
    expect(wrong).toEqual([])
    expect(refused).toBe(dead.length + live.length)
    const after = await stored()
    const changed = [...new Set([...before.keys(), ...after.keys()])].filter((k) => before.get(k) !== after.get(k))
    expect(changed).toEqual([])
  })

  it('of a joint exam shows its schools their results alone, and lets them change nothing', async () => {
    const ofExam = all.filter(({ call: { scope } }) => scope.kind === 'on' && ['exam', 'paper'].includes(scope.object))
    const asked = ofExam.flatMap((one, c) => {
      const input = inputFor(one.call, [...world.joint, ...world.ids], special(one.name))
      return people.flatMap((person, p) => {
        const need = needOf(one.call, one.room, one.name)
        const expected = expectedOfJoint(one.call, one.room, one.name, person, need)
        // What may be done to an exam is asked of school 1's: here are none of the things that acts are about.
        const looks = one.call.method === 'GET' && !startsJob(one.call)
        const isAsked = expected === 'allowed' ? looks && isAskedNow(p, c, 8) : isAskedNow(p, c, 18)
        return isAsked ? [{ ...one, person, input, expected, token: tokens.get(person)!.live }] : []
      })
    })
    const before = await stored()
    const wrong: string[] = []
    await each(
      asked.filter((a) => a.expected === 'refused'),
      async (a) => {
        const answer = await ask(a)
        const no = (answer.http === 403 && answer.status === 403) || saysNo.includes(answer.status)
        if (!no || answer.data !== null) wrong.push(line(a, answer))
      },
    )
    expect(wrong).toEqual([])
    expect(await stored()).toEqual(before)
    await each(
      asked.filter((a) => a.expected === 'allowed'),
      async (a) => {
        const answer = await ask(a)
        if (answer.http === 401 || answer.http === 403 || answer.http >= 500) wrong.push(line(a, answer))
      },
    )
    expect(wrong).toEqual([])
    expect(new Set(asked.map((a) => a.expected)).size).toBe(2)
  })

  it('wants the person, not only the session, for acts of weight, with nothing changed', async () => {
    const before = await stored()
    const asked = all
      .filter(({ call }) => call.fresh)
      .flatMap((one, c) =>
        people
          .filter((person, p) => asks(p, c, 3) && expectedOf(one.call, one.room, one.name, person) === 'allowed')
          .map((person) => ({ ...one, person, token: tokens.get(person)!.unproved })),
      )
    const wrong: string[] = []
    await each(asked, async (a) => {
      const answer = await ask(a)
      if (answer.status !== sessionProblems.proofNeeded.status || answer.data !== null) wrong.push(line(a, answer))
    })
    expect(wrong).toEqual([])
    expect(asked.length).toBeGreaterThan(50)
    expect(await stored()).toEqual(before)
  })

  it('follows a tool that is given in the exam, or taken, and is as before when that is taken back', async () => {
    const [administrator, teacher, head] = ['administrator 1', 'teacher of class 1', 'head of the grade'].map((name) =>
      people.find((p) => p.name === name)!,
    ) as [Person, Person, Person]
    const examId = world.ids.find((id) => id.startsWith('ex_')) as never
    const tools = [...new Set(all.flatMap(({ call }) => (call.tool?.needed ? [call.tool.code] : [])))]
    const give = async (given: readonly string[], to: string, allows: boolean | null) => {
      actAs('exam-api')
      const input = { examId, tools: [...given], to: [to], allows } as never
      expect((await send(await serverOf('exam'), grantTools, input, tokens.get(administrator)!.live)).status).toBe(0)
    }
    const wrong: string[] = []
    let asked = 0
    for (const person of [teacher, head]) {
      const to = `t:${person.userType}`
      const given = tools.filter((code) => grantsOf(code as ToolCode).includes(person.userType))
      // What one has declared is no other's to amend, which the next test asks.
      const walked = all.filter(({ name }) => name !== 'declare')
      const own = walked.filter(
        ({ call }) =>
          call.tool?.needed && given.includes(call.tool.code) && rightType(call, person) && !startsJob(call),
      )
      const held = (a: Asked) => ask(a).then(({ http, status }) => ({ http, status }))
      const walk = async (mayBe: (a: Asked) => boolean) => {
        const of = own.map((one) => ({ ...one, person, token: tokens.get(person)!.live }))
        await each(of, async (a) => {
          const answer = await held(a)
          asked++
          const may = answer.http !== 403 && answer.http < 500 && !saysNo.includes(answer.status)
          if (may !== mayBe(a)) wrong.push(line(a, answer))
        })
      }
      const before = (a: Asked) => expectedOf(a.call, a.room, a.name, person) === 'allowed'
      await walk(before)
      await give(given, to, true)
      await walk(() => true)
      await give(given, to, false)
      await walk(() => false)
      await give(given, to, null)
      await walk(before)
    }
    expect(wrong).toEqual([])
    expect([tools.length > 6, asked > 80]).toEqual([true, true])
  })

  /** What ends a session or hides an object comes last; what was hidden is put back. */
  const last = (name: string): number => (name === 'signOut' ? 2 : /delete/i.test(name) ? 1 : 0)
  const inTheirOrder = [...all].sort((a, b) => last(a.name) - last(b.name)).map((one, c) => ({ ...one, c }))
  const quarter = Math.ceil(inTheirOrder.length / 4)

  it.each([1, 2, 3, 4])('lets in who may, and never fails on them: quarter %i of the calls', async (n) => {
    const wrong: string[] = []
    const calls = inTheirOrder.slice((n - 1) * quarter, n * quarter)
    const root = tokens.get(people[0]!)!.live!
    for (const { c, ...one } of calls) {
      actAs(`${one.room}-api`)
      const may = people.filter((person) => expectedOf(one.call, one.room, one.name, person) !== 'refused')
      const admitted = may.filter((_, p) => isAskedNow(p, c, 8) || may.length < 3)
      // Each would start a job of its own, and two cores have enough of two.
      const waiting = startsJob(one.call) ? [...admitted.slice(0, 1), ...admitted.slice(-1)] : admitted
      const next = async (): Promise<void> => {
        for (let person = waiting.shift(); person; person = waiting.shift()) {
          const asked = { ...one, person, token: tokens.get(person)!.live }
          const answer = await ask(asked)
          const barred = answer.http === 403 || saysNo.includes(answer.status)
          if (answer.http === 401 || answer.http >= 500 || barred) wrong.push(line(asked, answer))
          if (one.name === 'deleteStudents' && answer.status === 0)
            await send(
              await serverOf('school'),
              schoolCalls.restoreStudents,
              { schoolId: world.school1 as never, studentIds: [world.student1 as never] },
              root,
            )
        }
      }
      await Promise.all(Array.from({ length: last(one.name) ? 1 : 8 }, next))
    }
    expect(wrong).toEqual([])
  })
})
