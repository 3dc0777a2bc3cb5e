import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'

/** Whether a process of that number runs. */
const runs = (/** @type {number} */ pid) => {
  try {
    process.kill(pid, 0)
    return true
  } catch (e) {
    return /** @type {NodeJS.ErrnoException} */ (e).code === 'EPERM'
  }
}

/**
 * Takes the turn that a file stands for, or answers whose it is. A file whose process has ended is free.
 * @param {string} file
 * @returns {number | null} the process that has the turn; null where it is ours
 */
const take = (file) => {
  try {
    writeFileSync(file, `${process.pid}`, { flag: 'wx' })
    return null
  } catch (e) {
    if (/** @type {NodeJS.ErrnoException} */ (e).code !== 'EEXIST') throw e
  }
  try {
    const holder = Number(readFileSync(file, 'utf8'))
    // Empty between the other's two steps of writing it.
    if (holder === 0 || runs(holder)) return holder
    rmSync(file, { force: true })
  } catch (e) {
    if (/** @type {NodeJS.ErrnoException} */ (e).code !== 'ENOENT') throw e
  }
  return -1
}

/**
 * Does something that only one process may do at a time: packages are installed into a folder that two installs would take
 * from under each other.
 * @template T
 * @param {string} file that stands for the turn; its folder is there
 * @param {() => Promise<T>} work
 * @param {(holder: number) => void} waits is told once, of whose end is waited for
 */
export const inTurn = async (file, work, waits = () => {}) => {
  let told = false
  for (let holder = take(file); holder !== null; holder = take(file)) {
    if (holder > 0 && !told) {
      told = true
      waits(holder)
    }
    await setTimeout(holder === -1 ? 1 : 200)
  }
  const release = () => rmSync(file, { force: true })
  process.once('exit', release)
  try {
    return await work()
  } finally {
    process.off('exit', release)
    release()
  }
}
