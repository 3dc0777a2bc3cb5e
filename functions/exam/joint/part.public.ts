/** Whose a joint exam is, and what a school is in it: for the rooms that show its progress. */
export { organised, ownSchoolIn } from './part.commands.ts'
export { ownPartOf } from './part.read.ts'
