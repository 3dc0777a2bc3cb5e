/** `npm run openapi [FILE]`: writes the OpenAPI document to a file, or prints it. */
import { writeFileSync } from 'node:fs'
import { openapi } from '../openapi.ts'

const text = `${JSON.stringify(openapi(), null, 2)}\n`
const [file] = process.argv.slice(2)
if (file) writeFileSync(file, text)
else process.stdout.write(text)
