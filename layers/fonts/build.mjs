// Copies the printer's fonts into a layer's directory: node layers/fonts/build.mjs DIRECTORY
import { copyFile, mkdir } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, join } from 'node:path'

const target = process.argv[2]
if (!target) {
  console.error('node layers/fonts/build.mjs DIRECTORY')
  process.exit(2)
}
const require = createRequire(import.meta.url)
const root = '@expo-google-fonts/noto-sans-sc'
const files = ['400Regular/NotoSansSC_400Regular.ttf', '700Bold/NotoSansSC_700Bold.ttf', 'LICENSE_FONT']
const out = join(target, 'fonts')
await mkdir(out, { recursive: true })
for (const file of files) await copyFile(require.resolve(`${root}/${file}`), join(out, basename(file)))
