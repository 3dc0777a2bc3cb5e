/** What `npm test` tries on a few pages: marks beside the letters, stray pages, other makers' sheets in every light. */
import './recognition.marks.test.ts'
import './recognition.strays.test.ts'
import './template.real.test.ts'
