/** A school's key and place as they are shown, and the look at the whole key as data for `FormDialog`. */
import { keyReasons, revealSchoolKey } from '#shared/school/settings/key.calls.ts'
import type { KeyReason } from '#shared/school/settings/key.calls.ts'
import type { SchoolId } from '#shared/kit/ids.ts'
import { act } from '#web/kit/ask.ts'
import { dialogue } from '#web/kit/notices.ts'
import type { DialogForm, Wrong } from '#web/kit/parts/FormDialog.tsx'
import { passwordField, passwordOf, reasonField } from '../parts/personalBulk.ts'

export const maskedKey = (tail: string | undefined): string => (tail === undefined ? '未生成' : `••••••••${tail}`)

export const placeText = (at: { latitude: number; longitude: number } | undefined): string =>
  at ? `${at.latitude}°, ${at.longitude}°` : '—'

export const lookingAtKey = (schoolId: SchoolId, name: string, guarded: boolean): DialogForm => ({
  title: `查看${name}的密钥`,
  submit: '查看',
  fields: [reasonField('查看原因', keyReasons, '谁在何时因何查看会记录在案'), ...passwordField(guarded)],
  check: (sent): Wrong => (sent['reason'] ? {} : { reason: '请选择查看原因' }),
  run: async (sent) => {
    const { key } = await act(
      revealSchoolKey,
      {
        schoolId,
        reason: sent['reason'] as KeyReason,
        ...passwordOf(sent),
      },
      { hideMessage: true },
    )
    return () => dialogue({ title: `${name}的密钥`, text: key, buttons: [{ name: '关闭', primary: true }] })
  },
})
