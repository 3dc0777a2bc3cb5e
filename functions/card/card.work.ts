import { scoreSource } from '#functions/app/scores.ts'
import { workers } from '#functions/kit/work.ts'
import { preflightWork } from './preflight.work.ts'
import { printWork } from './print.work.ts'
import { renderWork } from './render.work.ts'
import { templateWork } from './template.work.ts'

export const cardWorks = [printWork, preflightWork, renderWork(scoreSource), templateWork]

export const handler = workers('card', cardWorks)
