import {
  completeImport,
  courseImport,
  courseTemplate,
  importCourses,
  importPapers,
  importScores,
  removeImportTotal,
  scoreTemplate,
  setImportTotals,
  takeImportBack,
  updateImportTotals,
} from '#shared/marking/imports/import.calls.ts'
import { implement } from '#functions/kit/serve.ts'
import * as courses from './courseImport.commands.ts'
import * as commands from './import.commands.ts'
import * as back from './takeBack.commands.ts'

export const importHandlers = [
  implement(importScores, ({ input, caller }) => commands.importScores(input, caller)),
  implement(scoreTemplate, ({ input, caller }) => commands.scoreTemplate(input, caller)),
  implement(courseImport, ({ input, caller }) => courses.courseImport(input, caller)),
  implement(importCourses, ({ input, caller }) => courses.importCourses(input, caller)),
  implement(importPapers, ({ input, caller }) => courses.courseImport(input, caller)),
  implement(completeImport, ({ input, caller }) => courses.importCourses(input, caller)),
  implement(setImportTotals, ({ input, caller }) => courses.setImportTotals(input, caller)),
  implement(updateImportTotals, ({ input, caller }) => courses.updateImportTotals(input, caller)),
  implement(removeImportTotal, ({ input, caller }) => courses.removeImportTotal(input, caller)),
  implement(takeImportBack, ({ input, caller }) => back.takeImportBack(input, caller)),
  implement(courseTemplate, ({ input, caller }) => courses.courseTemplate(input, caller)),
]
