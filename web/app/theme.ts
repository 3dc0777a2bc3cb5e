import { createDarkTheme, createLightTheme } from '@fluentui/react-components'
import type { Theme } from '@fluentui/react-components'
import { useSyncExternalStore } from 'react'
import { brand } from '#web/kit/brand.ts'
import { localStore } from '#web/kit/ports.ts'

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

export type ThemeChoice = 'system' | 'light' | 'dark'
const listeners = new Set<() => void>()
const system = matchMedia('(prefers-color-scheme: dark)')

export const themeChoice = (): ThemeChoice => {
  const kept = localStore.get('theme')
  return kept === 'light' || kept === 'dark' ? kept : 'system'
}
export const chooseTheme = (choice: ThemeChoice): void => {
  if (choice === 'system') localStore.remove('theme')
  else localStore.set('theme', choice)
  for (const l of listeners) l()
}
const isDark = (): boolean => themeChoice() === 'dark' || (themeChoice() === 'system' && system.matches)

export const useTheme = (): Theme => {
  const dark = useSyncExternalStore((listener) => {
    listeners.add(listener)
    system.addEventListener('change', listener)
    return () => {
      listeners.delete(listener)
      system.removeEventListener('change', listener)
    }
  }, isDark)
  return dark ? darkTheme : lightTheme
}
export const useThemeChoice = (): ThemeChoice =>
  useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, themeChoice)
