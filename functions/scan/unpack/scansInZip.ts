/** The scans in an uploaded zip, read by ranges straight from the store: no copy on disk, one member in memory. */
import { openObject } from '#functions/kit/objects.ts'
import { ZipBroken, zipMembers } from '#functions/kit/zip.reader.ts'
import type { ZipFault, ZipMember } from '#functions/kit/zip.reader.ts'
import { FileProblem } from './fileProblem.ts'

export const zipLimits = {
  members: 5000,
  member: 300_000_000,
  total: 8_000_000_000,
  /** White 1-bit scans shrink a hundredfold, bombs a thousandfold. */
  ratio: 250,
  ratioFrom: 10_000_000,
}

export type ZippedScan =
  { index: number; name: string; bytes: () => Promise<Buffer> } | { index: number; name: string; problem: FileProblem }

/** What systems leave in zips beside the user's files. */
export const isJunk = (name: string): boolean =>
  /(^|[/\\])(__MACOSX([/\\]|$)|\.DS_Store$|Thumbs\.db$|desktop\.ini$|\._)/i.test(name)

const problems: Record<ZipFault, () => FileProblem> = {
  path: () => new FileProblem('zipPath'),
  encrypted: () => new FileProblem('zipEncrypted'),
  method: () => new FileProblem('zipMethod'),
  bomb: () => new FileProblem('zipBomb'),
  member: () => new FileProblem('fileTooLarge', zipLimits.member / 1e6),
}
const problemOf = ({ fault, name }: ZipMember): FileProblem | null => {
  if (fault) return problems[fault]()
  return /\.(zip|rar|7z|gz|tar)$/i.test(name) ? new FileProblem('zipNested') : null
}
/** Errors of the store stay what they are: the step is tried again. */
const explained = (error: unknown): unknown => (error instanceof ZipBroken ? new FileProblem('zipBroken') : error)

/** Yields the members in the zip's order, directories and junk left out. Throws FileProblem for the zip itself. */
export async function* scansInZip(key: string, size: number): AsyncGenerator<ZippedScan> {
  const read = async function* (from: number, to: number): AsyncGenerator<Uint8Array> {
    for await (const chunk of await openObject(key, { from, to })) yield chunk as Uint8Array
  }
  const members = zipMembers({ size, read }, zipLimits, (name) => !isJunk(name))
  let index = 0
  for (;;) {
    const next = await members.next().catch((error: unknown) => {
      throw explained(error)
    })
    if (next.done) break
    const { name, bytes } = next.value
    index++
    if (index > zipLimits.members) {
      yield { index, name: '', problem: new FileProblem('zipTooMany', zipLimits.members) }
      return
    }
    const problem = problemOf(next.value)
    if (problem) yield { index, name, problem }
    else
      yield {
        index,
        name,
        bytes: () =>
          bytes().catch((error: unknown) => {
            throw explained(error)
          }),
      }
  }
  if (index === 0) throw new FileProblem('zipEmpty')
}
