import { expect, it } from 'vitest'
import { packForm } from './packForm.ts'

it('asks once whether the markers are named, and names none unless that is said', () => {
  const form = packForm('ex_1' as never, { studentId: 'st_1' as never, studentName: '周奕辰' })
  expect(form.title).toBe('制作周奕辰的证据包')
  expect(form.fields).toMatchObject([{ name: 'names', options: [{ value: 'numbers' }, { value: 'names' }] }])
  expect(form.start).toEqual({ names: 'numbers' })
  expect(form.fields[0]!.hint).toContain('阅卷日志里仍有账号编号')
})
