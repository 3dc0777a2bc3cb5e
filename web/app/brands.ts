import type { BrandVariants } from '@fluentui/react-components'

/** A branded deployment: its name, its accent. Which one stands on a domain is the server's word, later; 青禾 is the first. */
export type Brand = { name: string; ramp: BrandVariants }

/** The green of young rice: hue 112 from nearly black to nearly white; 80 on white has a contrast of 5.3 to 1. */
const youngRice: BrandVariants = {
  10: '#091207',
  20: '#11250e',
  30: '#183314',
  40: '#1f421a',
  50: '#26511f',
  60: '#2d5f25',
  70: '#346e2b',
  80: '#3b7d31',
  90: '#459339',
  100: '#51ad43',
  110: '#64bd56',
  120: '#7dcb72',
  130: '#99d68f',
  140: '#b4e1ad',
  150: '#cfeccb',
  160: '#e7f5e5',
}

export const qinghe: Brand = { name: '青禾', ramp: youngRice }
