/** Scripts and styles that do not come (spec 1 §8): named, waited for and asked for again; the page is never loaded anew. */
import { lineBack, noteNewer } from './line.ts'

export const chunkPatience = 120_000

export type ChunkFault = { code: 'ChunkLoadError' | 'CSS_CHUNK_LOAD_FAILED'; address: string }

/** A script that did not come. `unreached`: no server answered, so nothing is known of the file. */
export class ChunkLoadError extends Error {
  override readonly name = 'ChunkLoadError'
  readonly unreached: boolean

  constructor(message: string, unreached = false) {
    super(message)
    this.unreached = unreached
  }
}

const addressIn = (text: string): string => /(?:https?:\/\/|\/)\S+/.exec(text)?.[0] ?? ''

/** What an error says of a chunk; null when it says nothing of one. */
export const chunkFault = (error: unknown): ChunkFault | null => {
  if (!(error instanceof Error)) return null
  const address = addressIn(error.message)
  if (/preload CSS|CSS_CHUNK_LOAD_FAILED/i.test(error.message)) return { code: 'CSS_CHUNK_LOAD_FAILED', address }
  if (
    error.name === 'ChunkLoadError' ||
    /dynamically imported module|Importing a module script failed|error loading dynamically imported/i.test(
      error.message,
    )
  )
    return { code: 'ChunkLoadError', address }
  return null
}

/** The words of a fault: the specification's for a style, and what happened for a script. */
export const chunkWords = ({ code, address }: ChunkFault): { title: string; text: string } =>
  code === 'CSS_CHUNK_LOAD_FAILED'
    ? { title: '提示', text: `资源获取失败 ${address}\n请联系工作人员处理` }
    : { title: '页面没有加载出来', text: '网络中断，或系统刚刚更新。刷新后即可继续。' }

/** A load with an end: after two minutes it is a ChunkLoadError. */
export const inTime = <T>(load: () => Promise<T>, ms = chunkPatience): Promise<T> => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ChunkLoadError('the screen did not come in time')), ms)
  })
  return Promise.race([load(), late]).finally(() => clearTimeout(timer))
}

/** A server that answers while its file does not come this often has another version's files. */
const mostTries = 2

/**
 * A part of the product whose script may be lost on the way: asked for again when the line is back. Where the server is
 * there and the file is not, the page is an older version's: that is said, and the part stays away without taking
 * anything else with it.
 * @throws what the script itself throws
 */
export const arriving = async <T>(load: () => Promise<T>, back: () => Promise<void> = lineBack): Promise<T> => {
  for (let tries = 0; ;) {
    try {
      return await inTime(load)
    } catch (error) {
      const fault = chunkFault(error)
      if (!fault) throw error
      console.warn(`${fault.code} ${fault.address}`)
      await back()
      // A line that comes and goes says nothing of the file.
      if (!(error instanceof ChunkLoadError && error.unreached)) tries++
      if (tries < mostTries) continue
      noteNewer()
      return new Promise<never>(() => undefined)
    }
  }
}
