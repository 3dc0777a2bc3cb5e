import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const here = fileURLToPath(new URL('.', import.meta.url))

export default defineConfig({
  root: here,
  plugins: [react()],
  build: { outDir: `${here}dist`, emptyOutDir: true, target: 'es2022', chunkSizeWarningLimit: 800 },
  server: {
    proxy: { '/api': 'http://127.0.0.1:8080', '/timestamp': 'http://127.0.0.1:8080', '/ip': 'http://127.0.0.1:8080' },
  },
})
