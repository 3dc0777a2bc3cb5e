/** The page for the morning of an exam, in the name of the caller's school. */
import { createHash } from 'node:crypto'
import type { examMorning } from '#shared/analysis/guide.calls.ts'
import { morningSteps, morningWhatIf } from '#shared/analysis/guide.words.ts'
import type { AnswerOf } from '#shared/kit/call.ts'
import { fileName } from '#shared/kit/text.ts'
import { objectKey, putObject, signedUrl } from '#functions/kit/objects.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { pdfOf } from '#functions/kit/report/report.pdf.ts'
import { schoolOf } from '#functions/school/roster/school.public.ts'
import { guidePages } from './guide.pages.ts'
import { typeOf } from './offer.ts'

/** A page that says the same is the same file. */
const written = 1_793_500_000_000

export const writeExamMorning = async (caller: Caller): Promise<AnswerOf<typeof examMorning>> => {
  const school = caller.schoolId ? await schoolOf(caller.schoolId) : null
  const schoolName = school?.schoolName ?? ''
  const pieces: Uint8Array[] = []
  for await (const piece of pdfOf(guidePages(schoolName), { title: '考试当天一页纸', madeAt: written }))
    pieces.push(piece)
  const words = JSON.stringify([schoolName, morningSteps, morningWhatIf])
  const said = createHash('sha256').update(words).digest('hex').slice(0, 16)
  const key = objectKey(said, caller.tenant, 'analysis', 'guide', 'export', `${said}.pdf`)
  const name = fileName(['考试当天一页纸', schoolName].filter(Boolean).join('-'), 'pdf')
  await putObject(key, Buffer.concat(pieces), { type: typeOf.pdf, replace: true, name })
  return { url: await signedUrl(key, { name }), fileName: name }
}
