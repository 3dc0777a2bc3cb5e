/** The browser's clock, chance and stores: the only place in the web that touches them. */

/** UTC milliseconds by this computer's clock. */
export const now = (): number => Date.now()

/** UTC milliseconds by the server's clock, as last learned (see `learnServerTime`). */
export const serverNow = (): number => now() + Number(tabStore.get('timeDifference') ?? 0)
export const learnServerTime = (serverMs: number): void => tabStore.set('timeDifference', String(serverMs - now()))
export const forgetServerTime = (): void => tabStore.remove('timeDifference')

/** A moment as ISO 8601 in UTC. */
export const isoOf = (ms: number): string => new Date(ms).toISOString()

export const randomId = (): string => crypto.randomUUID()

export type Store = {
  get(key: string): string | null
  set(key: string, value: string): void
  remove(key: string): void
  /** Empties the store except for the keys that `keep` holds on to. */
  clear(keep?: (key: string) => boolean): void
}

/** A store that goes on in memory where the browser refuses one (private windows, full disks). */
const storeOver = (open: () => Storage): Store => {
  const memory = new Map<string, string>()
  const real = (): Storage | undefined => {
    try {
      return open()
    } catch {
      return undefined
    }
  }
  return {
    get: (key) => {
      const store = real()
      return memory.get(key) ?? store?.getItem(key) ?? null
    },
    set: (key, value) => {
      try {
        real()!.setItem(key, value)
        memory.delete(key)
      } catch {
        memory.set(key, value)
      }
    },
    remove: (key) => {
      memory.delete(key)
      real()?.removeItem(key)
    },
    clear: (keep = () => false) => {
      for (const key of memory.keys()) if (!keep(key)) memory.delete(key)
      const store = real()
      if (!store) return
      for (const key of Object.keys(store)) if (!keep(key)) store.removeItem(key)
    },
  }
}

/** Lives as long as the tab. */
export const tabStore = storeOver(() => sessionStorage)
/** Lives on this computer. */
export const localStore = storeOver(() => localStorage)

/** The page's cookies; none where a sandboxed frame refuses even to look. */
const cookies = (): string => {
  try {
    return document.cookie
  } catch {
    return ''
  }
}
const writeCookie = (text: string): void => {
  try {
    document.cookie = text
  } catch {
    // As refused as a cookie that is silently dropped: its writer reads it back.
  }
}

/** A cookie that dies with the browser and that every tab sees. */
export const cookie = {
  get: (name: string): string | undefined =>
    cookies()
      .split('; ')
      .find((c) => c.startsWith(`${name}=`))
      ?.slice(name.length + 1),
  set: (name: string, value: string): void => {
    writeCookie(`${name}=${value}; path=/; SameSite=Strict${location.protocol === 'https:' ? '; Secure' : ''}`)
  },
  remove: (name: string): void => {
    writeCookie(`${name}=; path=/; SameSite=Strict; Max-Age=0`)
  },
}

export const wait = (ms: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal?.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
