import { scoreSource } from '#functions/app/scores.ts'
import { workers } from '#functions/kit/work.ts'
import { preflightWork } from './preflight/preflight.work.ts'
import { printWork } from './print/print.work.ts'
import { renderWork } from './print/render.work.ts'
import { templateWork } from './template/template.work.ts'

export const cardWorks = [printWork, preflightWork, renderWork(scoreSource), templateWork]

export const handler = workers('card', cardWorks)
