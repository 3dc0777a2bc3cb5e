import { workers } from '#functions/kit/work.ts'
import { preflightWork } from './preflight.work.ts'
import { printWork } from './print.work.ts'

export const cardWorks = [printWork, preflightWork]

export const handler = workers('card', cardWorks)
