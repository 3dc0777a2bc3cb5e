/**
 * Uploads that were begun on this computer: what of them is there, so that the same files go on where they stopped, also
 * when the page was reloaded or the browser closed. Credentials are not kept: they are asked for anew.
 */
import type { UploadId } from '#shared/kit/ids.ts'
import type { Store } from './ports.ts'
import { Sha256 } from '#shared/kit/sha256.ts'
import type { FileTrail } from './upload.ts'

/** As the store sweeps parts that were never completed. */
const keptMs = 2 * 86_400_000
const mostListed = 8

/** `owner`: whose, and of which kind. */
export type Begun = { owner: string; at: number; uploadId: UploadId; name: string; trails: FileTrail[] }

type Named = Pick<File, 'name' | 'size' | 'lastModified'>

/** In one order, however they were chosen. */
export const inOrder = <F extends Named>(files: readonly F[]): F[] =>
  [...files].sort((a, b) =>
    a.name === b.name ? a.size - b.size || a.lastModified - b.lastModified : a.name < b.name ? -1 : 1,
  )

/** Names an upload: the same files of the same owner have the same mark. */
export const markOf = (owner: string, files: readonly Named[]): string => {
  const text = JSON.stringify([owner, ...files.map((f) => [f.name, f.size, f.lastModified])])
  return new Sha256().update(new TextEncoder().encode(text)).digest().slice(0, 32)
}

const listKey = 'uploads'
const keyOf = (mark: string): string => `upload:${mark}`

/** Whether something of it is there, and not all. */
const isHalf = ({ trails }: Begun): boolean =>
  trails.some((t) => t.sha256 ?? t.multipart) && !trails.every((t) => t.sha256)

export const begunUploads = (store: Store, now: () => number) => {
  const marks = (): string[] => {
    try {
      const found: unknown = JSON.parse(store.get(listKey) ?? '[]')
      return Array.isArray(found) ? found.filter((m) => typeof m === 'string') : []
    } catch {
      return []
    }
  }
  const list = (all: readonly string[]): void => {
    for (const gone of all.slice(mostListed)) store.remove(keyOf(gone))
    store.set(listKey, JSON.stringify(all.slice(0, mostListed)))
  }
  const find = (mark: string): Begun | null => {
    try {
      const begun = JSON.parse(store.get(keyOf(mark)) ?? 'null') as Begun | null
      return begun && begun.at > now() - keptMs ? begun : null
    } catch {
      return null
    }
  }
  return {
    find,
    keep: (mark: string, begun: Begun): void => {
      store.set(keyOf(mark), JSON.stringify(begun))
      const all = marks()
      if (all[0] !== mark) list([mark, ...all.filter((m) => m !== mark)])
    },
    forget: (mark: string): void => {
      store.remove(keyOf(mark))
      list(marks().filter((m) => m !== mark))
    },
    /** The latest that was broken off: its mark, what its first file is called, and how many of them are there. */
    broken: (owner: string): { mark: string; name: string; count: number; done: number } | null => {
      for (const mark of marks()) {
        const begun = find(mark)
        if (begun?.owner === owner && isHalf(begun))
          return {
            mark,
            name: begun.name,
            count: begun.trails.length,
            done: begun.trails.filter((t) => t.sha256).length,
          }
      }
      return null
    },
  }
}
