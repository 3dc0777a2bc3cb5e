/** Who may ask what of a paper's results. */
import * as z from 'zod'
import { on } from '#shared/kit/call.ts'
import { PaperId } from '#shared/kit/ids.ts'
import { ofTool } from '#shared/exam/tools/tool.types.ts'
import { examManagers, examOverseers } from '#shared/kit/people.ts'
import { analysisProblems } from './analysis.problems.ts'

const ofPaper = { scope: on('paper', 'paperId') }
export const reads = { ...examOverseers, ...ofPaper }
export const publishes = { ...ofTool('publish-score'), ...ofPaper }
/** One mechanism behind several tools: a signature is a manager's, by whom none of them is given away. */
export const changesResults = { ...examManagers, ...ofPaper }
export const PaperInput = z.object({ paperId: PaperId })
/** Why a report cannot be read. */
export const reading = [analysisProblems.notPublished, analysisProblems.noClasses]
