/** The first script: small, so that the sign-in's frame or the shell's begins to paint at once. */
import { createRoot } from 'react-dom/client'
import type { Root } from 'react-dom/client'
import { SignInScreen } from '#web/identity/SignInScreen.public.tsx'
import { brand, paintBrand } from '#web/kit/brand.ts'
import { isSignedIn } from '#web/kit/session.ts'
import { takeQuery } from '#web/kit/sessionConfig.ts'
import { bootOf, wantedOf } from './boot.ts'
import { chunkFault } from './chunks.ts'
import { bareOf } from './paths.ts'
import { reloadOnce } from './reload.ts'
import { sayPlainly } from './sayPlainly.ts'

paintBrand()
document.title = brand.title

// A new version was put in place of the chunks that this page knows: loaded anew, once.
window.addEventListener('vite:preloadError', (event) => {
  if (reloadOnce()) event.preventDefault()
})
// A style that does not come says nothing of itself but to whoever listens while it is caught.
window.addEventListener(
  'error',
  (event) => {
    const target = event.target
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet' && !reloadOnce())
      sayPlainly({ code: 'CSS_CHUNK_LOAD_FAILED', address: target.href })
  },
  true,
)

const root = createRoot(document.getElementById('root')!)

/** Nothing may leave a blank page: what fails before the product is there is said on it. */
const orSay = (starting: Promise<unknown>): void => {
  starting.catch((error: unknown) => {
    console.error(error)
    const fault = chunkFault(error)
    if (!(fault && reloadOnce())) sayPlainly(fault)
  })
}

const start = async (on: Root): Promise<void> => {
  const [{ Start }, { wireKit }] = await Promise.all([import('./Start.tsx'), import('./wireKit.ts')])
  wireKit()
  on.render(<Start />)
}

/** ?logOut: the call, then the sign-out's own end. */
const signOut = async (): Promise<void> => {
  const [{ wireKit }, { signOutSilently }] = await Promise.all([
    import('./wireKit.ts'),
    import('#web/identity/signOutSilently.public.tsx'),
  ])
  wireKit()
  await signOutSilently()
}

const site = async (on: Root): Promise<void> => {
  const { SitePage } = await import('./SitePage.tsx')
  on.render(<SitePage path={bareOf(location.pathname)} />)
}

const { pathname, search } = location
const boot = bootOf({ pathname, search, signedIn: isSignedIn(), brand })
if (boot.kind !== 'site') takeQuery(search)
switch (boot.kind) {
  case 'product':
    if (boot.to) history.replaceState(null, '', boot.to)
    orSay(start(root))
    break
  case 'site':
    orSay(site(root))
    break
  case 'signOut':
    orSay(signOut())
    break
  case 'leave':
    location.replace(boot.to)
    break
  case 'signIn':
    root.render(
      <SignInScreen
        onSignedIn={() => {
          history.replaceState(null, '', wantedOf(search))
          orSay(start(root))
        }}
      />,
    )
}
