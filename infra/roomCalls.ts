/** The calls of each room are those of its `*.calls.ts` in `shared/<room>`: a new file needs no line elsewhere. */
import { globSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { callsOf } from '#shared/kit/call.ts'
import type { AnyCall } from '#shared/kit/call.ts'
import type { Room } from '#shared/kit/problem.ts'

const root = dirname(import.meta.dirname)

/** What another room serves, since its figures lie there; or what no room does: the program beside a scanner. */
const servedBy: Readonly<Record<string, Room | null>> = {
  'shared/exam/classProgress.calls.ts': 'marking',
  'shared/exam/joint/board.calls.ts': 'marking',
  'shared/scan/helper/scanner.calls.ts': null,
}

/** The files of calls that a room serves, from the root. */
const callFilesOf = (room: Room): string[] =>
  globSync('shared/*/**/*.calls.ts', { cwd: root })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => (path in servedBy ? servedBy[path] : path.split('/')[1]) === room)
    .sort()

/** A room's calls with their names. */
export const roomCalls = async (room: Room): Promise<[name: string, call: AnyCall][]> => {
  const modules = await Promise.all(
    callFilesOf(room).map((path) => import(pathToFileURL(join(root, path)).href) as Promise<Record<string, unknown>>),
  )
  return modules.flatMap(callsOf)
}
