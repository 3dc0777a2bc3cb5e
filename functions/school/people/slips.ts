/**
 * First passwords of an import. Each account has its own, made from a secret of the job, so that a part that runs twice
 * makes the same ones. They are kept sealed until the school takes them, once, as a file; what is not taken goes after
 * two weeks.
 */
import { createHash, createHmac } from 'node:crypto'
import * as z from 'zod'
import type { ImportInput } from '#shared/school/school.jobs.ts'
import { printSlipsJob } from '#shared/school/school.jobs.ts'
import { JobId, SchoolId } from '#shared/kit/ids.ts'
import { fileName } from '#shared/kit/text.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { hashFirstPassword, isFirstPassword } from '#functions/identity/identity.public.ts'
import { openField, sealField } from '#functions/kit/fields.ts'
import { objectKey, sizeOf } from '#functions/kit/objects.ts'
import { putStream } from '#functions/kit/multipart.ts'
import { now, randomText } from '#functions/kit/ports.ts'
import { refuse } from '#functions/kit/refusal.ts'
import { inTime } from '#functions/kit/kinds.ts'
import { rows } from '#functions/kit/table.ts'
import { inTurns } from '#functions/kit/turns.ts'
import { work } from '#functions/kit/work.ts'
import { textBook } from '#functions/kit/workbook.stream.ts'
import { firstStatus, lettersOf } from './findPeople.ts'
import { schoolOf } from '../roster/school.public.ts'

const keptDays = 14
const table = 'TABLE_SCHOOL'
const ttl = (r: { createdAt: number }): number => Math.ceil(r.createdAt / 1000) + keptDays * 86_400

const SlipPart = z.object({
  schema: z.literal(1),
  jobId: JobId,
  part: z.string(),
  count: z.int(),
  sealed: z.string(),
  createdAt: z.int(),
})
const slipParts = rows({
  table,
  schema: SlipPart,
  hangsOn: inTime,
  personal: 'inTime',
  key: (of: { jobId: string; part: string }) => ({ pk: `slips#${of.jobId}`, sk: `part#${of.part}` }),
  ttl,
})

/** What an import has to hand out, and who took it. */
const SlipBook = z.object({
  schema: z.literal(1),
  jobId: JobId,
  schoolId: SchoolId,
  count: z.int(),
  createdAt: z.int(),
  takenAt: z.int().optional(),
  takenBy: z.string().optional(),
  /** The job that writes the file. */
  takingJob: JobId.optional(),
  version: z.int(),
})
export const slipBooks = rows({
  table,
  schema: SlipBook,
  hangsOn: inTime,
  personal: 'nothing',
  key: (of: { jobId: string }) => ({ pk: `slips#${of.jobId}`, sk: 'book' }),
  ttl,
})

export type Slip = { place: string; name: string; accountName: string; password: string }
const Slips = z.array(z.tuple([z.string(), z.string(), z.string(), z.string()]))

/** How the accounts of an import get their passwords. */
export type First = {
  passwordStatus: number
  hashFor: (person: string) => Promise<string>
  /** Notes a slip for an account that this job opened, now or in a part that was stopped. */
  note: (person: string, of: Omit<Slip, 'password'>, opened: boolean) => Promise<void>
}

const secretAt = (jobId: string): string => `import/${jobId}/first`
/** A secret for a job's passwords: in the job's input it stands sealed. */
export const newSecret = (jobId: string): Promise<string> => sealField(secretAt(jobId), randomText(32))

/** Ten letters of the job's secret and the person: about 49 bits, the same whenever they are asked for. */
const passwordOf = (secret: string, person: string): string =>
  lettersOf(createHmac('sha512', secret).update(person).digest())

type Input = z.output<typeof ImportInput>

/** null: the import opens no accounts. */
export const firstOf = async (input: Input, jobId: string): Promise<{ first: First; slips: Slip[] } | null> => {
  const slips: Slip[] = []
  // The demo's people share one password and one hash.
  if (input.passwordHash !== undefined) {
    const hash = input.passwordHash
    const passwordStatus = firstStatus(input.mustChangePassword)
    return { first: { passwordStatus, hashFor: async () => hash, note: async () => undefined }, slips }
  }
  if (input.firstSecret === undefined) return null
  const secret = await openField(secretAt(jobId), input.firstSecret)
  return {
    slips,
    first: {
      passwordStatus: 1,
      hashFor: (person) => hashFirstPassword(passwordOf(secret, person)),
      note: async (person, of, opened) => {
        const password = passwordOf(secret, person)
        if (opened || (await isFirstPassword(of.accountName, password))) slips.push({ ...of, password })
      },
    },
  }
}

const partAt = (jobId: string, part: string): string => `slips/${jobId}/${part}`

/** Keeps a part's slips, sealed: the part again writes the same row. */
export const keepSlips = async (jobId: string, items: readonly unknown[], slips: readonly Slip[]): Promise<void> => {
  if (slips.length === 0) return
  const part = createHash('sha256').update(JSON.stringify(items)).digest('hex').slice(0, 16)
  const text = JSON.stringify(slips.map((s) => [s.place, s.name, s.accountName, s.password]))
  const sealed = await sealField(partAt(jobId, part), text)
  await slipParts.put({ schema: 1, jobId: jobId as JobId, part, count: slips.length, sealed, createdAt: now() })
}

const partsOf = (jobId: string) => slipParts.query(`slips#${jobId}`, { prefix: 'part#', consistent: true })

/** Closes the book of an import; answers how many slips are in it. */
export const bindSlips = async (jobId: JobId, schoolId: SchoolId): Promise<number> => {
  const count = (await partsOf(jobId)).reduce((n, p) => n + p.count, 0)
  if (count > 0) await slipBooks.create({ schema: 1, jobId, schoolId, count, createdAt: now(), version: 1 })
  return count
}

const opened = async (jobId: string): Promise<Slip[]> => {
  const found = new Map<string, Slip>()
  for (const { part, sealed } of await partsOf(jobId))
    for (const [place, name, accountName, password] of Slips.parse(
      JSON.parse(await openField(partAt(jobId, part), sealed)),
    ))
      // A parent of two children of the file is there twice.
      found.set(accountName, { place, name, accountName, password })
  return [...found.values()].sort((a, b) =>
    a.place === b.place ? (a.accountName < b.accountName ? -1 : 1) : a.place < b.place ? -1 : 1,
  )
}

const head = ['班级', '姓名', '账号', '初始密码', '说明']
const sayChange = '首次登录时须修改密码，请妥善保管'

/** Writes the slips as a file to print and cut, and then forgets them. */
export const printSlipsWork = work(printSlipsJob, {
  write: async ({ input, jobId, tenant, offer, progress }) => {
    const school = (await schoolOf(input.schoolId)) ?? refuse(commonProblems.notFound)
    await progress({ message: '正在生成' })
    const key = objectKey(jobId, tenant, 'school', 'export', jobId, 'slips.xlsx')
    let size = await sizeOf(key)
    // Stopped after the file was whole: some of the slips may be gone by now.
    if (size === null) {
      const slips = await opened(input.importId)
      const rows = slips.map((s) => [s.place, s.name, s.accountName, s.password, sayChange])
      const widths = head.map(() => 18)
      size = (await putStream(key, textBook('初始密码', head, [rows], widths))).size
    }
    await offer([{ key, name: fileName(`${school.schoolName}-初始密码条`, 'xlsx'), size }])
    const parts = await partsOf(input.importId)
    await inTurns(parts, 16, (p) => slipParts.remove(p))
    return { size }
  },
})
