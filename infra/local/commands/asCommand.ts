/** How a command begins when it is started, and not when a test imports it. */
import { pathToFileURL } from 'node:url'

export type Io = { out: (text: string) => void; err: (text: string) => void }

/** Runs the file's command if the process was started with that file; its answer is the exit code. */
export const asCommand = async (
  url: string,
  run: (argv: readonly string[], io: Io) => Promise<number>,
): Promise<void> => {
  if (!process.argv[1] || url !== pathToFileURL(process.argv[1]).href) return
  // A reader that has seen enough (head) closes the pipe.
  process.stdout.on('error', () => process.exit())
  process.exitCode = await run(process.argv.slice(2), {
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
  })
}
