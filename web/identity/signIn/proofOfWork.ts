/** The work beside the slide check: in a worker; where a page has none, in slices of some milliseconds. */
import { searchWork } from '#shared/identity/signIn/work.rules.ts'
import { wait } from '#web/kit/ports.ts'

type Wanted = { challenge: string; bits: number }
export type Work = { found: Promise<number>; stop: () => void }

/** Some 4 ms of hashes. */
const slice = 2_000

const inSlices = async ({ challenge, bits }: Wanted, goesOn: () => boolean): Promise<number> => {
  for (let from = 0; goesOn(); from += slice) {
    const nonce = searchWork(challenge, bits, from, slice)
    if (nonce !== null) return nonce
    await wait(0)
  }
  return -1
}

export const beginWork = (wanted: Wanted): Work => {
  let goesOn = true
  const sliced = (): Promise<number> => inSlices(wanted, () => goesOn)
  let worker: Worker
  try {
    worker = new Worker(new URL('./proofOfWork.worker.ts', import.meta.url), { type: 'module' })
  } catch {
    return { found: sliced(), stop: () => (goesOn = false) }
  }
  const found = new Promise<number>((resolve) => {
    worker.addEventListener('message', ({ data }: MessageEvent<number>) => {
      worker.terminate()
      resolve(data)
    })
    worker.addEventListener('error', () => {
      worker.terminate()
      resolve(sliced())
    })
    worker.postMessage(wanted)
  })
  return {
    found,
    stop: () => {
      goesOn = false
      worker.terminate()
    },
  }
}
