/** Whether a paper is marked by class, and by whom each. */
import { isJoint } from '#shared/exam/exam.rules.ts'
import type { AnswerOf, InputOf } from '#shared/kit/call.ts'
import type * as calls from '#shared/marking/groups/class.calls.ts'
import { withPool } from '#shared/marking/groups/class.rules.ts'
import type { ClassRule } from '#shared/marking/groups/class.types.ts'
import { markTypes, mostPools } from '#shared/marking/groups/class.types.ts'
import { markingProblems } from '#shared/marking/marking.problems.ts'
import { refuse } from '#functions/kit/refusal.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { managed } from '../desk/desk.ts'
import { classFacts, fixedBy } from './class.read.ts'
import { arrange } from './group.commands.ts'

/**
 * Bundles are cut by class when marking opens, so that it is said before; while it runs it may be left, which hands out
 * what is there to all who mark.
 * @throws Refused notManager, classRuleFixed, and as `arrange`
 */
export const setMarkType = async (
  { paperId, markType, avoidsOwn, version }: InputOf<typeof calls.setMarkType>,
  caller: Caller,
): Promise<AnswerOf<typeof calls.setMarkType>> => {
  const desk = await managed(paperId, caller)
  const classRule: ClassRule | undefined =
    markType === markTypes.byClass ? 'own' : avoidsOwn ? ('never' as const) : undefined
  const why = classRule === undefined ? null : fixedBy(desk)
  if (why !== null) return refuse(markingProblems.classRuleFixed, { why })
  const { saved } = await arrange(desk, { classRule }, version, caller)
  return { version: saved.version }
}

/**
 * Whether each school of a joint exam marks its own answers. They are handed out by it from the moment at which marking
 * opens, so that it is said before.
 * @throws Refused notManager, classRuleFixed, and as `arrange`
 */
export const setSchoolRule = async (
  { paperId, ownSchools, version }: InputOf<typeof calls.setSchoolRule>,
  caller: Caller,
): Promise<AnswerOf<typeof calls.setSchoolRule>> => {
  const desk = await managed(paperId, caller)
  const why = !isJoint(desk.exam)
    ? '只有联考可以由各校自评'
    : desk.arrangement.state !== 'draft'
      ? '阅卷已开启，答卷已经分发'
      : (desk.arrangement.like ?? []).length > 0
        ? '有题目按相同作答评阅，请先关闭'
        : null
  if (why !== null) return refuse(markingProblems.classRuleFixed, { why })
  const { saved } = await arrange(desk, { ownSchools: ownSchools ? true : undefined }, version, caller)
  return { version: saved.version }
}

/** @throws Refused notManager, noMarkClass, markersFull, and as `arrange` */
export const addMarkClass = async (
  { paperId, classId, markers, version }: InputOf<typeof calls.addMarkClass>,
  caller: Caller,
): Promise<AnswerOf<typeof calls.addMarkClass>> => {
  const desk = await managed(paperId, caller)
  if (!(await classFacts(desk)).classes.some((c) => c.classId === classId)) return refuse(markingProblems.noMarkClass)
  const classes = withPool(desk.arrangement, classId, markers)
  if (classes.length > mostPools) return refuse(markingProblems.markersFull)
  const { saved, released } = await arrange(desk, { classes }, version, caller)
  return { version: saved.version, released }
}
