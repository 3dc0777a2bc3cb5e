/** What schools of a joint exam apply for: for the room whose rows a decision changes too. */
export { absencesOf, decide } from './application.commands.ts'
