/** Who may ask what of a paper's results. */
import * as z from 'zod'
import { on } from '#shared/kit/call.ts'
import { PaperId } from '#shared/kit/ids.ts'
import { ofTool } from '#shared/exam/tool.types.ts'
import { examOverseers } from '#shared/kit/people.ts'
import { analysisProblems } from './analysis.problems.ts'

const ofPaper = { scope: on('paper', 'paperId') }
export const reads = { ...examOverseers, ...ofPaper }
export const publishes = { ...ofTool('publish-score'), ...ofPaper }
export const PaperInput = z.object({ paperId: PaperId })
/** Why a report cannot be read. */
export const reading = [analysisProblems.notPublished, analysisProblems.noClasses]
