/** A school's key and place as they are shown, and the look at the whole key as data for `BulkDialog`. */
import { keyReasons, revealSchoolKey } from '#shared/school/settings/key.calls.ts'
import type { KeyReason } from '#shared/school/settings/key.calls.ts'
import type { SchoolId } from '#shared/kit/ids.ts'
import { act } from '#web/kit/ask.ts'
import { dialogue } from '#web/kit/notices.ts'
import type { Bulk } from '../parts/BulkDialog.tsx'
import { passwordField, passwordOf, reasonField } from '../parts/personalBulk.ts'

export const maskedKey = (tail: string | undefined): string => (tail === undefined ? '未生成' : `••••••••${tail}`)

export const placeText = (at: { latitude: number; longitude: number } | undefined): string =>
  at ? `${at.latitude}°, ${at.longitude}°` : '—'

export const lookingAtKey = (schoolId: SchoolId, name: string, guarded: boolean): Bulk => ({
  title: `查看${name}的密钥`,
  submit: '查看',
  fields: [reasonField('查看原因', keyReasons, '谁在何时因何查看会记录在案'), ...passwordField(guarded)],
  check: (sent) => (sent['reason'] ? null : '请选择查看原因'),
  run: async (sent) => {
    const { key } = await act(revealSchoolKey, {
      schoolId,
      reason: sent['reason'] as KeyReason,
      ...passwordOf(sent),
    })
    return () => dialogue({ title: `${name}的密钥`, text: key, buttons: [{ name: '关闭', primary: true }] })
  },
})
