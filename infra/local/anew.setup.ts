/**
 * Before each file of a project whose processes go on from file to file: packages are read and compiled once (that, more
 * than our own modules, is what a fresh process costs), the rooms begin anew, with all that they remember. What a file
 * leaves in the environment, in globals or in the clock ends with it.
 */
import { vi } from 'vitest'

// This module, too, is read again for each file.
const kept = globalThis as { firstEnvironment?: NodeJS.ProcessEnv }
const first = (kept.firstEnvironment ??= { ...process.env })
for (const name of Object.keys(process.env)) if (!(name in first)) delete process.env[name]
Object.assign(process.env, first)

vi.unstubAllGlobals()
vi.useRealTimers()
vi.resetModules()
