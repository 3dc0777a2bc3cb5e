/**
 * A headless Chromium from npm, on any Linux without a system browser: for the end-to-end tests and the PDF reports.
 * Unpacked once into .cache/browser; with a fontconfig of its own, since without one Chinese is blank, without an error.
 */
import { spawnSync } from 'node:child_process'
import {
  createReadStream,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs'
import { chmodSync, createWriteStream } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createBrotliDecompress } from 'node:zlib'
import type { Browser, BrowserServer, LaunchOptions } from 'playwright'
import { root } from './root.ts'

const require = createRequire(import.meta.url)

/** The folder of an installed package, even where its `exports` hide it. */
const packageFolder = (name: string): string => join(root, 'node_modules', ...name.split('/'))

const unpack = async (from: string, to: string): Promise<void> =>
  pipeline(createReadStream(from), createBrotliDecompress(), createWriteStream(to))

/** Chinese fonts beside its own, by whole paths: a folder that was moved or copied has them written anew. */
const writeFonts = (folder: string): string => {
  const noto = ['noto-sans-sc', 'noto-serif-sc'].map((f) => packageFolder(`@expo-google-fonts/${f}`))
  const text = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
${[join(folder, 'fonts'), ...noto].map((dir) => `  <dir>${dir}</dir>`).join('\n')}
  <cachedir>${join(folder, 'font-cache')}</cachedir>
  <alias><family>sans-serif</family><prefer><family>Open Sans</family><family>Noto Sans SC</family></prefer></alias>
  <alias><family>system-ui</family><prefer><family>Open Sans</family><family>Noto Sans SC</family></prefer></alias>
  <alias><family>serif</family><prefer><family>Noto Serif SC</family></prefer></alias>
</fontconfig>
`
  const path = join(folder, 'fonts.conf')
  if (existsSync(path) && readFileSync(path, 'utf8') === text) return path
  // Moved into its place: another process may be reading it.
  const beside = `${path}.${process.pid}`
  writeFileSync(beside, text)
  renameSync(beside, path)
  return path
}

/** Chromium's path, its libraries and its fontconfig; unpacked when they are not there yet (about 5 s, 300 MB). */
const prepare = async (): Promise<{ executable: string; libraries: string; fonts: string }> => {
  const { version } = require(join(packageFolder('@sparticuz/chromium'), 'package.json')) as { version: string }
  const folder = join(root, '.cache', 'browser', version)
  const ready = () => ({
    executable: join(folder, 'chromium'),
    libraries: join(folder, 'al2023', 'lib'),
    fonts: writeFonts(folder),
  })
  if (existsSync(join(folder, 'ready'))) return ready()
  // Unpacked beside and moved at the end: two processes may begin at once, and one may be killed.
  const work = `${folder}.${process.pid}`
  rmSync(work, { recursive: true, force: true })
  mkdirSync(work, { recursive: true })
  const bin = join(packageFolder('@sparticuz/chromium'), 'bin')
  await unpack(join(bin, 'chromium.br'), join(work, 'chromium'))
  chmodSync(join(work, 'chromium'), 0o755)
  for (const name of ['al2023', 'swiftshader', 'fonts']) {
    const tar = join(work, `${name}.tar`)
    await unpack(join(bin, `${name}.tar.br`), tar)
    const target = name === 'swiftshader' ? work : join(work, name)
    mkdirSync(target, { recursive: true })
    const done = spawnSync('tar', ['-xf', tar, '-C', target], { stdio: ['ignore', 'ignore', 'pipe'], encoding: 'utf8' })
    if (done.status !== 0) throw new Error(`Chromium's ${name} could not be unpacked: ${done.stderr}`)
    rmSync(tar)
  }
  writeFileSync(join(work, 'ready'), '')
  try {
    renameSync(work, folder)
  } catch (error) {
    rmSync(work, { recursive: true, force: true })
    if (!existsSync(join(folder, 'ready'))) throw error
  }
  return ready()
}

/**
 * Playwright keeps what Chromium's processes share in files of the disk, for containers whose /dev/shm is too small. Where it
 * is large, shared memory is memory: the process that asks the network spends more on such files than on all else.
 */
const sharing = (): LaunchOptions => {
  try {
    const { bavail, bsize } = statfsSync('/dev/shm')
    return bavail * bsize > 2 ** 31 ? { ignoreDefaultArgs: ['--disable-dev-shm-usage'] } : {}
  } catch {
    return {}
  }
}

/** How the browser is launched here. Elsewhere than on Linux playwright's own Chromium is used. */
export const launching = async (): Promise<LaunchOptions> => {
  if (process.platform !== 'linux') return {}
  const { executable, libraries, fonts } = await prepare()
  return {
    executablePath: executable,
    ...sharing(),
    args: ['--no-sandbox', '--headless=shell', '--disable-gpu', '--font-render-hinting=none'],
    env: {
      ...(process.env as Record<string, string>),
      LD_LIBRARY_PATH: [libraries, dirname(executable), process.env['LD_LIBRARY_PATH']].filter(Boolean).join(':'),
      FONTCONFIG_FILE: fonts,
      FONTCONFIG_PATH: dirname(fonts),
    },
  }
}

/** Opens the browser; the caller closes it. */
export const openBrowser = async (): Promise<Browser> => (await import('playwright')).chromium.launch(await launching())

/** The browser as a server on the loopback, for tests that may not reach this file; the caller closes it. */
export const serveBrowser = async (): Promise<BrowserServer> =>
  (await import('playwright')).chromium.launchServer({ host: '127.0.0.1', ...(await launching()) })
