/**
 * What Vite calls before an `import()`, in place of its own (web/vite.config.ts). A browser remembers a module that did not
 * come and answers every later import of it with that, until the page is loaded anew; so nothing is imported before its
 * files are here. They are fetched as they would be preloaded, and the import finds them in the browser's cache.
 */
import { ChunkLoadError } from './chunks.ts'

const here = new Set<string>()
const links = (): readonly HTMLLinkElement[] => [...document.querySelectorAll('link')]

/** @throws ChunkLoadError, `unreached` where no server answered */
const fetched = async (url: string): Promise<void> => {
  const answer = await fetch(url).catch(() => null)
  if (!answer?.ok) throw new ChunkLoadError(`a script did not come: ${url}`, answer === null)
  // A body that breaks off is no script.
  await answer.arrayBuffer().catch(() => {
    throw new ChunkLoadError(`a script broke off: ${url}`, true)
  })
}

const styled = (url: string): Promise<void> =>
  new Promise((done, failed) => {
    const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', crossOrigin: '', href: url })
    link.addEventListener('load', () => done())
    link.addEventListener('error', () => {
      link.remove()
      failed(new Error(`Unable to preload CSS for ${url}`))
    })
    document.head.append(link)
  })

/** Loads a module when all of its files are here; `files` are what the build says that it needs, from the site's root. */
export const preloaded = async <T>(load: () => Promise<T>, files: readonly string[] = []): Promise<T> => {
  const known = new Set(links().map((link) => link.href))
  const wanted = files.map((file) => new URL(`/${file}`, document.baseURI).href)
  const came = await Promise.allSettled(
    wanted
      .filter((url) => !here.has(url) && !known.has(url))
      .map(async (url) => {
        await (url.endsWith('.css') ? styled(url) : fetched(url))
        here.add(url)
      }),
  )
  const failed = came.find((one) => one.status === 'rejected')
  if (failed) throw failed.reason
  return load()
}
