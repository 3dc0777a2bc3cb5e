/** One seed for every property test: a run says the same twice. QINGHE_SEED chooses another. */
import fc from 'fast-check'

fc.configureGlobal({ seed: Number(process.env['QINGHE_SEED'] ?? 20_261_120) })
