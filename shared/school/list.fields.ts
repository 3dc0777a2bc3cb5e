/** What people type to find rows of a list. */
import * as z from 'zod'

export const typed = () => z.string().max(60, '查找内容不能超过60个字').optional()
