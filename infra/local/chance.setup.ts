import { createCipheriv, createHash } from 'node:crypto'
import { relative } from 'node:path'
import { expect } from 'vitest'
import { usePorts } from '#functions/kit/ports.ts'
import { root } from './root.ts'

/**
 * Chance in a test file is the same in every run, and another in every file: what holds only by luck fails here as it
 * fails elsewhere. Another `QINGHE_SEED` tries other luck.
 */
const seed = `${process.env['QINGHE_SEED'] ?? '20261120'} ${relative(root, expect.getState().testPath!).replaceAll('\\', '/')}`
const stream = createCipheriv('aes-256-ctr', createHash('sha256').update(seed).digest(), Buffer.alloc(16))
usePorts({ random: (bytes) => stream.update(Buffer.alloc(bytes)) })
