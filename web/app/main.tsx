/** The first script: small, so that the sign-in frame or the shell's begins to paint at once. */
import { createRoot } from 'react-dom/client'
import type { Root } from 'react-dom/client'
import { tabStore } from '#web/kit/ports.ts'
import { isSignedIn } from '#web/kit/session.ts'
import { SignInScreen } from '#web/identity/SignInScreen.public.tsx'

const entries: readonly string[] = ['/', '/login', '/v2/system/login']
const open = ['/v2/error/']

/** A new version was put in place of the chunks that this page knows: loaded anew, once. */
window.addEventListener('vite:preloadError', (event) => {
  if (tabStore.get('chunkReload') === location.href) return
  tabStore.set('chunkReload', location.href)
  event.preventDefault()
  location.reload()
})

const start = async (root: Root): Promise<void> => {
  const [{ Start }, { wireKit }] = await Promise.all([import('./Start.tsx'), import('./wireKit.ts')])
  wireKit()
  root.render(<Start />)
}

/** Where the user wanted to go before signing in; only an address of this product. */
const wanted = (): string => {
  const from = new URLSearchParams(location.search).get('from') ?? ''
  return from.startsWith('/v2/') ? from : '/v2'
}

const root = createRoot(document.getElementById('root')!)
const atEntry = entries.includes(location.pathname)
const isOpen = open.some((p) => location.pathname.startsWith(p))
if (isSignedIn() || isOpen) {
  if (atEntry && !new URLSearchParams(location.search).has('logOut')) history.replaceState(null, '', wanted())
  void start(root)
} else {
  if (!atEntry) history.replaceState(null, '', `/login?from=${encodeURIComponent(location.pathname + location.search)}`)
  root.render(
    <SignInScreen
      onSignedIn={() => {
        history.replaceState(null, '', wanted())
        void start(root)
      }}
    />,
  )
}
