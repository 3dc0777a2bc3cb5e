/** Light or dark: as the person chose, else as the system is. What draws colours by itself follows it (`useDark`). */
import { useSyncExternalStore } from 'react'
import { localStore } from './ports.ts'

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

export const useDark = (): boolean =>
  useSyncExternalStore((listener) => {
    listeners.add(listener)
    system.addEventListener('change', listener)
    return () => {
      listeners.delete(listener)
      system.removeEventListener('change', listener)
    }
  }, isDark)
export const useThemeChoice = (): ThemeChoice =>
  useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, themeChoice)
