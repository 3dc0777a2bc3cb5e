import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { helpsOfRoutes } from './app/helpsOfRoutes.ts'
import { leanZod } from './app/leanZod.ts'
import { leanImport, leanModule } from './identity/signIn/leanAuthenticator.ts'
import { bareCalls, isBare } from './kit/bareCalls.ts'
import { preloaded } from './kit/preload.ts'
import { withoutCalls } from './kit/routeCalls.ts'

const here = fileURLToPath(new URL('.', import.meta.url))

export default defineConfig({
  root: here,
  plugins: [
    react(),
    {
      name: 'qinghe:lean',
      enforce: 'pre',
      apply: 'build',
      resolveId: (source, importer) => {
        const lean = leanImport(source, importer)
        return lean === 'noPool' ? `${here}identity/signIn/noPool.ts` : lean === 'noCode' ? '\0no-code' : null
      },
      load: (id) => (id === '\0no-code' ? 'export default {}' : null),
      transform: (code, id) => leanModule(id, code) ?? leanZod(id, code),
    },
    {
      name: 'qinghe:calls',
      enforce: 'pre',
      apply: 'build',
      resolveId: async function (source, importer) {
        if (!isBare(source, importer)) return null
        const found = await this.resolve(source, importer, { skipSelf: true })
        return found && `${found.id}?bare`
      },
      load: (id) => (id.endsWith('?bare') ? bareCalls(readFileSync(id.slice(0, -'?bare'.length), 'utf8')) : null),
    },
    {
      name: 'qinghe:preload',
      enforce: 'pre',
      apply: 'build',
      load: (id) =>
        id === '\0vite/preload-helper.js'
          ? `export { ${preloaded.name} as __vitePreload } from ${JSON.stringify(`${here}kit/preload.ts`)}`
          : null,
    },
    {
      name: 'qinghe:routes',
      enforce: 'pre',
      load: (id) => (id.endsWith('/app/helps.ts') ? helpsOfRoutes() : null),
      transform: (code, id) => (id.endsWith('.routes.ts') ? withoutCalls(code) : null),
    },
  ],
  build: { outDir: `${here}dist`, emptyOutDir: true, target: 'es2022', chunkSizeWarningLimit: 800 },
  server: {
    proxy: { '/api': 'http://127.0.0.1:8000', '/timestamp': 'http://127.0.0.1:8000', '/ip': 'http://127.0.0.1:8000' },
  },
})
