/** Maintenance of an exam: who may, and whether it takes a second person. Pure. */
import { isJoint } from '../exam.rules.ts'
import type { Exam } from '../exam.types.ts'
import type { ForcedDeletion } from './maintenance.types.ts'

export type Asker = { accountId: string; pretendedBy?: string | undefined }
export const accountsOf = ({ accountId, pretendedBy }: Asker): string[] =>
  pretendedBy === undefined ? [accountId] : [accountId, pretendedBy]

/** What is asked for and neither done nor taken back; null where nothing is. */
export const openAsk = <T extends Pick<ForcedDeletion, 'doneAt' | 'overAt'>>(row: T | null): T | null =>
  row && row.doneAt === undefined && row.overAt === undefined ? row : null

/** By force it is deleted, and not had back; null where it was not, or an ordinary deletion came later. */
export const standingDeletion = <T extends Pick<ForcedDeletion, 'doneAt' | 'overAt'>>(row: T | null): T | null =>
  row?.doneAt !== undefined && row.overAt === undefined ? row : null

/** Whether another agrees than who asked: not the same account, and no account that one of them looks through. */
export const isSecond = ({ askedAs }: Pick<ForcedDeletion, 'askedAs'>, asker: Asker): boolean =>
  accountsOf(asker).every((id) => !askedAs.some((asked) => asked === id))

export const needsSecond = (exam: Pick<Exam, 'owner'>): boolean => isJoint(exam)

type Asked = Pick<ForcedDeletion, 'reason' | 'askedByName' | 'askedAt' | 'askedAs' | 'version'>
/** What a screen says of an ask that is open, and whether its reader may agree to it. */
export const shownAsk = (row: Asked | null, reader: Asker) =>
  row
    ? {
        asked: {
          reason: row.reason,
          askedByName: row.askedByName,
          askedAt: row.askedAt,
          version: row.version,
          mayConfirm: isSecond(row, reader),
        },
      }
    : {}
