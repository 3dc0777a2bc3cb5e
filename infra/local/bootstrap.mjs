/**
 * The first thing that runs on a bare clone, on any Node from 20: it brings Node 24 and the packages, then hands over.
 * Only built-ins here. Packages are installed under Node 24: under an older one npm picks other versions.
 */
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..')
const { devDependencies = {}, dependencies = {} } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const wanted = devDependencies.node ?? dependencies.node
const quiet = ['catalogue', 'recognise', 'analyse', 'openapi'].includes(process.argv[2] ?? '')
const say = (text) => (quiet ? process.stderr : process.stdout).write(`${text}\n`)

const fail = (text) => {
  process.stderr.write(`${text}\n`)
  process.exit(1)
}

/** The folder of a Node of the wanted version: the running one, the installed one, or one fetched by npm. */
const nodeFolder = () => {
  if (process.version === `v${wanted}`) return dirname(process.execPath)
  const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`
  const folder = join(root, '.node', 'node_modules', name, 'bin')
  const binary = join(folder, process.platform === 'win32' ? 'node.exe' : 'node')
  const version = existsSync(binary) ? spawnSync(binary, ['--version'], { encoding: 'utf8' }).stdout?.trim() : ''
  if (version !== `v${wanted}`) {
    say(`Fetching Node ${wanted} …`)
    mkdirSync(join(root, '.node'), { recursive: true })
    const done = spawnSync(
      'npm',
      ['install', '--prefix', join(root, '.node'), '--no-save', '--no-audit', '--no-fund', `${name}@${wanted}`],
      {
        stdio: ['ignore', 'ignore', 'inherit'],
        shell: process.platform === 'win32',
      },
    )
    if (done.status !== 0) fail(`Node ${wanted} could not be fetched for ${process.platform} ${process.arch}.`)
  }
  return folder
}

const folder = nodeFolder()
const env = {
  ...process.env,
  PATH: [folder, join(root, 'node_modules', '.bin'), process.env.PATH].join(delimiter),
  TZ: 'UTC',
}

/** Installs what the lock file says, once for each lock file; where older packages are, only what differs. */
const install = () => {
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .update(wanted)
    .digest('hex')
  const mark = join(root, 'node_modules', '.qinghe-lock')
  if (existsSync(mark) && readFileSync(mark, 'utf8') === lock) return
  say('Installing packages …')
  const way = existsSync(mark) ? ['install', '--no-save'] : ['ci']
  const done = spawnSync('npm', [...way, '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    env,
    stdio: ['ignore', quiet ? 'ignore' : 'inherit', 'inherit'],
    shell: process.platform === 'win32',
  })
  if (done.status !== 0) fail('The packages could not be installed.')
  writeFileSync(mark, lock)
}
install()

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
