/** What the toolbox asks for does not grow with an exam: counted in read units and bytes, which no machine changes. */
import { beforeAll, expect, it } from 'vitest'
import { examDetail } from '#shared/exam/exam.calls.ts'
import type { ExamPaper } from '#shared/exam/exam.types.ts'
import { toolConfig } from '#shared/exam/tools/tool.calls.ts'
import { areaTenant } from '#shared/kit/ids.ts'
import type { AreaId, PaperId, SchoolId } from '#shared/kit/ids.ts'
import { newId } from '#functions/kit/ports.ts'
import { actAs, asFunction, send, testCaller, unitsDuring } from '#functions/kit/testing.ts'
import { handler } from '../exam.api.ts'
import { examClasses, examSchools, paperSteps } from '../exam.store.ts'
import { classesIn, classesNamed, examOfSchool, schoolIn, storeExam } from '../stored.fixtures.ts'

beforeAll(() => actAs('exam-api'))

const subjects = 6
const [perSchool, classesOfSchool] = [1250, 10]

/** A joint exam of so many schools of 1250 candidates: what lies in its partition, which a careless read would take whole. */
const jointExam = async (schoolCount: number) => {
  const owner = areaTenant(newId<AreaId>('area'))
  const organiser = await testCaller({ userType: 13, tenant: owner })
  const [first, ...others] = Array.from({ length: schoolCount }, () => newId<SchoolId>('school'))
  const names = Array.from({ length: classesOfSchool }, (_, i) => `${i + 1}班`)
  const candidateCount = schoolCount * perSchool
  const stored = examOfSchool(first!, [], { classes: classesNamed(...names), candidateCount, owner, schoolCount })
  const papers: ExamPaper[] = Array.from({ length: subjects }, (_, i) =>
    i === 0 ? stored.exam.papers[0]! : { ...stored.exam.papers[0]!, paperId: newId<PaperId>('paper') },
  )
  const exam = { ...stored.exam, papers }
  await storeExam({ ...stored, exam }, [])
  const rows = others.map((id, i) =>
    schoolIn(exam, id, i + 2, { classCount: classesOfSchool, candidateCount: perSchool }),
  )
  await asFunction('exam-api', async () => {
    await examSchools.putMany(rows)
    await examClasses.putMany(rows.flatMap((s) => classesIn(s, classesNamed(...names))))
    await paperSteps.putMany(
      rows.flatMap(({ examId, schoolId }) =>
        papers.map(({ paperId }) => ({ schema: 1 as const, examId, paperId, schoolId, step: 1 })),
      ),
    )
  })
  return { examId: exam.examId, organiser }
}

it('opens by as many units and bytes for a hundred schools as for two', async () => {
  const asked = async (schoolCount: number) => {
    const { examId, organiser } = await jointExam(schoolCount)
    const costs = []
    for (const call of [toolConfig, examDetail]) {
      const ask = () => send(handler, call, { examId }, organiser.token)
      await ask()
      const { result, read } = await unitsDuring(ask)
      expect(result.status).toBe(0)
      costs.push({ call: call.path, read, big: JSON.stringify(result.data).length > 8192 })
    }
    return costs
  }
  const many = await asked(100)
  expect(many).toEqual(await asked(2))
  expect(many.every((c) => c.read <= 12 && !c.big)).toBe(true)
}, 240_000)
