/**
 * The first thing that runs on a bare clone, on any Node from 20: it brings Node 24 and the packages, then hands over.
 * Only built-ins here. Packages are installed under Node 24: under an older one npm picks other versions.
 */
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { heldTo, lacksOf, nodePackage, progressLine, storeBinary, storePackage } from './natives.mjs'
import { inTurn } from './turn.mjs'

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..')
const { devDependencies = {}, dependencies = {} } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const wanted = devDependencies.node ?? dependencies.node
const quiet = ['catalogue', 'recognise', 'analyse', 'openapi'].includes(process.argv[2] ?? '')
const say = (text) => (quiet ? process.stderr : process.stdout).write(`${text}\n`)

const fail = (text) => {
  process.stderr.write(`${text}\n`)
  process.exit(1)
}

let stopped = false
/** @type {import('node:child_process').ChildProcess | null} */
let running = null
for (const signal of ['SIGINT', 'SIGTERM'])
  process.on(signal, () => {
    stopped = true
    running?.kill(signal)
  })

/** How many folders of packages are there, scoped ones among them. */
const packagesIn = (folder) => {
  try {
    return readdirSync(folder, { withFileTypes: true }).reduce(
      (n, e) =>
        n +
        (!e.isDirectory() || e.name.startsWith('.')
          ? 0
          : e.name.startsWith('@')
            ? packagesIn(join(folder, e.name))
            : 1),
      0,
    )
  } catch {
    return 0
  }
}

/** Runs npm and says how far it is: in place at a terminal, else now and then. Stopped, the same command goes on. */
const npm = async (what, args, { count = null, noise = 'ignore', ...options } = {}) => {
  const began = Date.now()
  const stream = quiet ? process.stderr : process.stdout
  const seconds = () => Math.round((Date.now() - began) / 1000)
  say(progressLine(what, 0, count?.() ?? null))
  const tick = setInterval(
    () => {
      const line = progressLine(what, seconds(), count?.() ?? null)
      stream.write(stream.isTTY ? `\r${line}   ` : `${line}\n`)
    },
    stream.isTTY ? 1000 : 15_000,
  )
  const code = await new Promise((done) => {
    running = spawn('npm', args, {
      stdio: ['ignore', noise, 'inherit'],
      shell: process.platform === 'win32',
      ...options,
    })
    running.on('error', () => done(1))
    running.on('exit', (status) => done(status ?? 1))
  })
  running = null
  clearInterval(tick)
  if (stream.isTTY && seconds() > 0) stream.write('\n')
  if (stopped) {
    process.stderr.write('Stopped. The same command goes on: what was fetched is kept.\n')
    process.exit(130)
  }
  return code === 0
}

/** The folder of a Node of the wanted version: the running one, the installed one, or one fetched by npm. */
const nodeFolder = async () => {
  if (process.version === `v${wanted}`) return dirname(process.execPath)
  const name = nodePackage(process.platform, process.arch)
  if (name === null)
    fail(`There is no Node ${wanted} on npm for ${process.platform}-${process.arch}: install it by hand.`)
  const folder = join(root, '.node', 'node_modules', name, 'bin')
  const binary = join(folder, process.platform === 'win32' ? 'node.exe' : 'node')
  const version = existsSync(binary) ? spawnSync(binary, ['--version'], { encoding: 'utf8' }).stdout?.trim() : ''
  if (version !== `v${wanted}`) {
    const args = [
      'install',
      '--prefix',
      join(root, '.node'),
      '--no-save',
      '--no-audit',
      '--no-fund',
      `${name}@${wanted}`,
    ]
    if (!(await npm(`Fetching Node ${wanted}`, args)))
      fail(`Node ${wanted} could not be fetched for ${process.platform} ${process.arch}.`)
  }
  return folder
}

/** One command at a time brings what is missing; what comes beside it waits, and then finds it there. */
const turn = (work) =>
  inTurn(join(root, '.node', 'installing'), work, (pid) => say(`Another command (process ${pid}) installs; waiting.`))

mkdirSync(join(root, '.node'), { recursive: true })
const folder = await turn(nodeFolder)
const env = {
  ...process.env,
  PATH: [folder, join(root, 'node_modules', '.bin'), process.env.PATH].join(delimiter),
  TZ: 'UTC',
}
const lockText = readFileSync(join(root, 'package-lock.json'))
const lockFile = () => JSON.parse(lockText.toString('utf8'))

/** Installs what the lock file says, once for each lock file; where older packages are, only what differs. */
const install = async () => {
  const lock = createHash('sha256').update(lockText).update(wanted).digest('hex')
  const mark = join(root, 'node_modules', '.qinghe-lock')
  if (existsSync(mark) && readFileSync(mark, 'utf8') === lock) return
  const of = Object.values(lockFile().packages).filter((p) => p.optional !== true).length
  const way = existsSync(mark) ? ['install', '--no-save'] : ['ci']
  const done = await npm(
    'Installing packages',
    [...way, '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'],
    {
      cwd: root,
      env,
      count: () => ({ there: packagesIn(join(root, 'node_modules')), of }),
    },
  )
  if (!done) fail('The packages could not be installed. The same command goes on: what was fetched is kept.')
  writeFileSync(mark, lock)
}
await turn(install)

/** Brings what the lock file has for another platform only: by its version, and held to its digest where it has one. */
const bringStore = async () => {
  const { platform, arch } = process
  const wants = storePackage(platform, arch, lockFile())
  const there = (folder) => existsSync(join(folder, ...(wants?.name ?? '').split('/'), storeBinary(platform)))
  const prefix = join(root, '.node', 'native')
  if (wants && (there(join(root, 'node_modules')) || there(join(prefix, 'node_modules')))) return
  if (wants) {
    mkdirSync(prefix, { recursive: true })
    const args = ['install', '--prefix', prefix, '--no-save', '--no-audit', '--no-fund', '--loglevel=error']
    if (await npm(`Fetching ${wants.name} ${wants.version}`, [...args, `${wants.name}@${wants.version}`], { env })) {
      const { packages } = JSON.parse(readFileSync(join(prefix, 'node_modules', '.package-lock.json'), 'utf8'))
      const held = heldTo(wants, packages[`node_modules/${wants.name}`]?.integrity)
      if (held !== null) return say(held)
      rmSync(prefix, { recursive: true, force: true })
      fail(`${wants.name} ${wants.version} is not what the lock file says: its digest is another one.`)
    }
    say(
      `${wants.name} ${wants.version} could not be fetched: npm start and npm test need it; npm run recognise, analyse, catalogue and openapi work.`,
    )
  }
}
if (['start', 'test', 'test:long', 'demo', 'bench'].includes(process.argv[2] ?? 'start')) {
  for (const line of lacksOf(process.platform, process.arch)) say(line)
  await turn(bringStore)
}

const [command = 'start', ...rest] = process.argv.slice(2)
const child = spawn(
  join(folder, 'node'),
  [
    '--disable-warning=ExperimentalWarning',
    join(root, 'infra', 'local', 'commands', `${command.replace(':', '-')}.ts`),
    ...rest,
  ],
  {
    cwd: process.env.INIT_CWD ?? root,
    env: { ...env, QINGHE_ROOT: root },
    stdio: 'inherit',
  },
)
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 1)))
