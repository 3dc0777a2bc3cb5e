/**
 * The exams as lists look through them, written with the exam. A command that saves what such a row says of an exam (its name, day,
 * kind, status, or that it is deleted) does so by `savingExam` or `editExam`; sums and settings are not in it.
 */
import { isDeepStrictEqual } from 'node:util'
import { ListedExam } from '#shared/exam/exam.types.ts'
import type { Exam } from '#shared/exam/exam.types.ts'
import type { Tenant } from '#shared/kit/ids.ts'
import { beaten, edit } from '#functions/kit/edit.ts'
import { memo } from '#functions/kit/memo.ts'
import { now, randomText } from '#functions/kit/ports.ts'
import { transact } from '#functions/kit/table.ts'
import type { WriteItem } from '#functions/kit/table.ts'
import { inTurns } from '#functions/kit/turns.ts'
import { exams, listedExams, listings } from './exam.store.ts'

/** So many are laid down at once. */
const atOnce = 16

/** The facts of an exam that lists know. */
export const listedOf = (exam: Exam): ListedExam => ListedExam.parse(exam)

const listing = (exam: Exam): WriteItem =>
  exam.deletedAt === undefined ? listedExams.putting(listedOf(exam)) : listedExams.dropping(exam)

/** A new exam, as members of a transaction. */
export const creatingExam = (exam: Exam): WriteItem[] => [exams.creating(exam), listing(exam)]

/** An exam over the version that was read, as members of a transaction. */
export const savingExam = (exam: Exam): WriteItem[] => [exams.saving(exam), listing(exam)]

/** As `exams.edit` does, with what lists know of it. @throws Overtaken */
export const editExam = (
  examId: string,
  change: (there: Exam) => Exam | null | Promise<Exam | null>,
): Promise<Exam | null> =>
  edit(`the exam ${examId}`, async () => {
    const there = await exams.get({ examId })
    const next = there && (await change(there))
    if (!next) return there
    const saved = { ...next, version: there.version }
    if (isDeepStrictEqual(listedOf(saved), listedOf(there))) return (await exams.save(saved)) ?? beaten
    if (await transact(savingExam(saved), randomText(24))) return { ...saved, version: there.version + 1 }
    // A "no" may be our own write whose answer was lost: the next try finds nothing to change.
    return beaten
  })

/** Lays down what was made before there were such rows; one that was written since is newer and stays. Again it adds nothing. */
const layDown = async (owner: Tenant): Promise<true> => {
  if (await listings.get({ owner }, { consistent: false })) return true
  for await (const some of exams.indexPages('gsi1', `owner#${owner}`))
    await inTurns(
      some.filter((e) => e.deletedAt === undefined),
      atOnce,
      (e) => listedExams.create(listedOf(e)),
    )
  await listings.put({ schema: 1, owner, at: now() })
  return true
}

/** That all exams of the owner are listed. Once they are they stay so: it is asked of the store once an hour. */
export const wholeList = memo(3600, layDown)
