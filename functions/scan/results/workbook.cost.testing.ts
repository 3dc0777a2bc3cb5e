/** What reading a list costs, in a process of its own: argv names a file; told are seconds of one core and peak MB. */
import { readFileSync } from 'node:fs'
import { tableIn } from '#functions/kit/workbook.ts'

const path = process.argv[2]!
const bytes = readFileSync(path)
const before = process.resourceUsage().maxRSS
const began = process.cpuUsage()
const answer = await tableIn(bytes, path).then(
  (rows) => ({ rows: rows.length, columns: rows[0]?.cells.length ?? 0 }),
  (error: Error) => ({ refused: error.message }),
)
const { user, system } = process.cpuUsage(began)
const peakMb = process.resourceUsage().maxRSS / 1024
process.stdout.write(
  JSON.stringify({ ...answer, seconds: (user + system) / 1e6, peakMb, beforeMb: before / 1024, bytes: bytes.length }),
)
