/**
 * A judged file laid down for the steps after it: what is to be written as the manifest's lines, what is wrong as parts
 * that become one sheet. Of neither is more than a slice in memory.
 */
import type { FileProblem } from '#shared/kit/checkedFile.ts'
import type { ImportInput } from '#shared/school/school.jobs.ts'
import type { School } from '#shared/school/roster/school.types.ts'
import type * as z from 'zod'
import { fileName } from '#shared/kit/text.ts'
import { removeObjects } from '#functions/kit/erase.ts'
import { putStream } from '#functions/kit/multipart.ts'
import { getJson, putJson } from '#functions/kit/objects.ts'
import { readUpload, UploadTooLarge } from '#functions/platform/upload.public.ts'
import { FileRefused, judgeImport } from './import.plan.ts'
import type { JudgedPart, NewClass, PlanItem } from './import.plan.ts'
import { sealForJob } from '../people/personal.store.ts'
import { problemSheet } from './roster.file.ts'

type Input = z.output<typeof ImportInput>
export type ImportJob = { jobId: string; keyOf: (name: string) => string }

export const manifestName = 'students.jsonl'
const partNames = (of: ImportJob, parts: number): string[] =>
  Array.from({ length: parts }, (_, i) => of.keyOf(partName(i)))
const partName = (part: number): string => `problems-${String(part).padStart(6, '0')}.json`
/** So many of what is wrong stand on the job itself. */
const mostTold = 30

type Told = {
  go: boolean
  rows: number
  good: number
  existing: number
  problemCount: number
  problems: FileProblem[]
  newClasses: NewClass[]
  /** How many parts the rest of what is wrong has. */
  parts: number
}

/** Ends the manifest's upload without one: an upload is whole or invisible. */
class NothingToWrite extends Error {}

const sealedLine = async (jobId: string, { personal, ...item }: PlanItem): Promise<string> =>
  JSON.stringify(personal ? { ...item, sealed: await sealForJob(jobId, personal) } : item)

/** Takes the parts of a file as they are judged, and writes down what is wrong with them. */
const takePart = async (of: ImportJob, told: Told, part: JudgedPart): Promise<void> => {
  told.rows += part.rows
  told.existing += part.existing
  told.good += part.items.length
  told.problemCount += part.problems.length
  told.newClasses.push(...(part.newClasses ?? []))
  const first = part.problems.slice(0, mostTold - told.problems.length)
  told.problems.push(...first.map((p) => ({ ...p, text: p.text.slice(0, 60) })))
  if (part.problems.length > 0) await putJson(of.keyOf(partName(told.parts++)), part.problems, { replace: true })
}

/** Reads and judges the file; its good rows become the manifest, where the mode and what was found let them. */
export const readImport = (of: ImportJob, school: School, input: Input): Promise<Told> =>
  readJudged(of, input, (bytes) => judgeImport(school, input, bytes))

/** The same of any file that is judged in parts. */
export const readJudged = async (
  job: ImportJob,
  input: Pick<Input, 'key' | 'mode'>,
  judge: (bytes: Uint8Array) => AsyncIterable<JudgedPart>,
): Promise<Told> => {
  const { mode } = input
  const bytes = await readUpload(input.key).catch((error: unknown) => {
    if (error instanceof UploadTooLarge) throw new FileRefused('文件太大，请分成几个文件')
    throw error
  })
  const nothing = { go: false, rows: 0, good: 0, existing: 0, problemCount: 0, parts: 0 }
  let outcome: Told = { ...nothing, problems: [], newClasses: [] }
  const lines = async function* (): AsyncGenerator<Uint8Array> {
    let begun = false
    for await (const part of judge(bytes)) {
      await takePart(job, outcome, part)
      const wanted = mode === 'good' || (mode === 'all' && outcome.problemCount === 0)
      if (!wanted || part.items.length === 0) continue
      const text = (await Promise.all(part.items.map((item) => sealedLine(job.jobId, item)))).join('\n')
      yield Buffer.from(begun ? `\n${text}` : text)
      begun = true
    }
    const any = outcome.good + outcome.newClasses.length > 0
    outcome.go = any && (mode === 'good' || (mode === 'all' && outcome.problemCount === 0))
    if (!outcome.go) throw new NothingToWrite()
  }
  try {
    await putStream(job.keyOf(manifestName), lines(), { type: 'application/jsonl' })
  } catch (error) {
    if (error instanceof FileRefused) {
      await removeObjects(partNames(job, outcome.parts))
      const problems = [{ row: 0, column: '', text: error.message }]
      outcome = { ...nothing, problemCount: 1, problems, newClasses: [] }
    } else if (!(error instanceof NothingToWrite)) throw error
  }
  return outcome
}

/** Everything that is wrong as one sheet; its parts are not kept. */
export const writeReport = async (
  of: ImportJob,
  uploaded: string,
  { parts, problems }: Pick<Told, 'parts' | 'problems'>,
): Promise<{ key: string; name: string; size: number } | null> => {
  if (problems.length === 0) return null
  const keys = partNames(of, parts)
  const read = async function* (): AsyncGenerator<readonly FileProblem[]> {
    if (keys.length === 0) yield problems
    for (const key of keys) yield await getJson<FileProblem[]>(key)
  }
  const key = of.keyOf('problems.xlsx')
  const { size } = await putStream(key, problemSheet(uploaded, read()))
  await removeObjects(keys)
  const stem = uploaded.replace(/\.[^.]*$/, '')
  return { key, name: fileName(`${stem}-问题`, 'xlsx'), size }
}
