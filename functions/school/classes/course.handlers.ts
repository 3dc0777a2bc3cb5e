import { deleteCourse, updateCourse } from '#shared/school/classes/course.calls.ts'
import { implement } from '#functions/kit/serve.ts'
import * as commands from './course.commands.ts'

export const courseHandlers = [
  implement(updateCourse, ({ input, caller }) => commands.updateCourse(input, caller)),

  implement(deleteCourse, ({ input, caller }) => commands.deleteCourse(input, caller)),
]
