import { userTypeLabels } from '#shared/kit/userType.ts'

/** What a user type is called. */
export const typeLabel = (userType: number): string =>
  (userTypeLabels as Readonly<Record<number, string>>)[userType] ?? `类型${userType}`
