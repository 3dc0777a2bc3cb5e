import { exportPlaces, importPlaces, placeSchool, placeTemplate } from '#shared/school/place.calls.ts'
import { implement } from '#functions/kit/serve.ts'
import * as commands from './place.commands.ts'

export const placeHandlers = [
  implement(placeSchool, ({ input }) => commands.placeSchool(input)),

  implement(importPlaces, ({ input, caller }) => commands.importPlaces(input, caller)),

  implement(exportPlaces, ({ caller }) => commands.exportPlaces(caller)),

  implement(placeTemplate, ({ caller }) => commands.placeTemplate(caller)),
]
