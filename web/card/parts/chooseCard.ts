import type { Empty } from '#web/kit/screens/screen.types.ts'
import { cardPaths } from '../card.paths.ts'

/** Of a screen whose address names no card. */
export const chooseCard: Empty = { title: '请选择答题卡', action: { name: '选择答题卡', to: cardPaths.list } }
