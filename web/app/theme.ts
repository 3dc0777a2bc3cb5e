import { createDarkTheme, createLightTheme } from '@fluentui/react-components'
import type { Theme } from '@fluentui/react-components'
import { brand } from '#web/kit/brand.ts'
import { useDark } from '#web/kit/dark.ts'

const fontFamilyBase =
  "'Segoe UI', system-ui, -apple-system, 'PingFang SC', 'Microsoft YaHei', 'Noto Sans SC', 'Noto Sans CJK SC', sans-serif"

const { ramp } = brand
export const lightTheme: Theme = { ...createLightTheme(ramp), fontFamilyBase }
export const darkTheme: Theme = {
  ...createDarkTheme(ramp),
  // Fluent's orange band glares on a dark screen: a tint that the words carry.
  colorStatusWarningBackground1: '#2e2a24',
  colorStatusWarningBorder1: '#5c4a30',
  fontFamilyBase,
  colorBrandForeground1: ramp[120],
  colorBrandForeground2: ramp[130],
  colorBrandForegroundLink: ramp[120],
  colorBrandStroke1: ramp[110],
}

export const useTheme = (): Theme => (useDark() ? darkTheme : lightTheme)
