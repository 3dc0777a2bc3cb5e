/** Looks for a proof of work beside the page, so that the puzzle moves while it looks. */
import { searchWork } from '#shared/identity/signIn/work.rules.ts'

addEventListener('message', ({ data }: MessageEvent<{ challenge: string; bits: number }>) => {
  postMessage(searchWork(data.challenge, data.bits, 0, Number.MAX_SAFE_INTEGER))
})
