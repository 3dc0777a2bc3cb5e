/** The first script: small, so that the sign-in's frame or the shell's begins to paint at once. */
import { createRoot } from 'react-dom/client'
import type { Root } from 'react-dom/client'
import { SignInScreen } from '#web/identity/signIn/SignInScreen.public.tsx'
import { brand, paintBrand } from '#web/kit/brand.ts'
import { arriving, chunkFault } from '#web/kit/chunks.ts'
import { lineBack, watchLine } from '#web/kit/line.ts'
import { isSignedIn } from '#web/kit/session.ts'
import { takeQuery } from '#web/kit/sessionConfig.ts'
import { bootOf, wantedOf } from './boot.ts'
import { bareOf } from './paths.ts'
import { sayPlainly } from './sayPlainly.ts'

paintBrand()
document.title = brand.title

watchLine()
// A style that does not come says nothing of itself but while it is caught: asked for once more when the line is back.
const askedAgain = 'again'
window.addEventListener(
  'error',
  ({ target }) => {
    if (!(target instanceof HTMLLinkElement) || target.rel !== 'stylesheet') return
    if (target.dataset[askedAgain]) return sayPlainly({ code: 'CSS_CHUNK_LOAD_FAILED', address: target.href })
    void lineBack().then(() => {
      const again = target.cloneNode() as HTMLLinkElement
      again.dataset[askedAgain] = '1'
      target.replaceWith(again)
    })
  },
  true,
)

const root = createRoot(document.getElementById('root')!)

/** Nothing may leave a blank page: what fails before the product is there is said on it. */
const orSay = (starting: Promise<unknown>): void => {
  starting.catch((error: unknown) => {
    console.error(error)
    sayPlainly(chunkFault(error))
  })
}

const start = async (on: Root): Promise<void> => {
  const [{ Start }, { wireKit }] = await arriving(() => Promise.all([import('./Start.tsx'), import('./wireKit.ts')]))
  wireKit()
  on.render(<Start />)
}

/** ?logOut: the call, then the sign-out's own end. */
const signOut = async (): Promise<void> => {
  const [{ wireKit }, { signOutSilently }] = await Promise.all([
    import('./wireKit.ts'),
    import('#web/identity/signIn/signOutSilently.public.tsx'),
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
