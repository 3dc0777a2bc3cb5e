/** Who may ask the calls of an exam's tool, before the exam itself says who holds it. */
import { examOverseers } from '#shared/kit/people.ts'
import type { ToolCode } from './tool.table.ts'

/** An act of the tool: refused without it. */
export const ofTool = (code: ToolCode) => ({ ...examOverseers, tool: { code, needed: true } }) as const
/** What the tool's screen shows beside: seen without the tool too, and with it as the exam's manager sees it. */
export const besideTool = (code: ToolCode) => ({ ...examOverseers, tool: { code, needed: false } }) as const
