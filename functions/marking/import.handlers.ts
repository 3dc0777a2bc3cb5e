import {
  courseImport,
  courseTemplate,
  importCourses,
  importScores,
  scoreTemplate,
} from '#shared/marking/import.calls.ts'
import { implement } from '#functions/kit/serve.ts'
import * as courses from './courseImport.commands.ts'
import * as commands from './import.commands.ts'

export const importHandlers = [
  implement(importScores, ({ input, caller }) => commands.importScores(input, caller)),
  implement(scoreTemplate, ({ input, caller }) => commands.scoreTemplate(input, caller)),
  implement(courseImport, ({ input, caller }) => courses.courseImport(input, caller)),
  implement(importCourses, ({ input, caller }) => courses.importCourses(input, caller)),
  implement(courseTemplate, ({ input, caller }) => courses.courseTemplate(input, caller)),
]
