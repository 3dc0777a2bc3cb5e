import { wired } from '../wires.ts'
import type { Action } from './screen.types.ts'

/** Whether the screen that an action leads to may be opened; one that leads to a refusal is not offered. */
export const isOpen = (action: Action): boolean => action.to === undefined || wired().opens(action.to)
